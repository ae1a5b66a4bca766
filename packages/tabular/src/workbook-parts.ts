import { posix } from 'node:path';
import { shorten } from '@kitroom/shared';
import {
  formatCount,
  quote,
  SHARED_STRINGS_MAX,
  SHEET_NAME_MAX,
  SHEETS_MAX,
  SMALL_PART_BYTES_MAX,
  UnreadableFile,
} from './limits.ts';
import { builtInFormat, readNumberFormat, type NumberFormat } from './number-formats.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './parse-xml.ts';
import { createTextCollector } from './workbook-text.ts';

/** The parts of a workbook that are needed to read the cells of its sheets. */
export interface Workbook {
  sheets: ReadonlyArray<{ name: string; isVisible: boolean; part: string }>;
  /** Whether dates count from 1904 instead of 1900. */
  is1904: boolean;
  /** How cells of a style show numbers, by the style's index. */
  formats: readonly NumberFormat[];
  sharedStrings: readonly string[];
}

const WORKBOOK = 'xl/workbook.xml';

export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const { listed, is1904 } = await readSheetList(archive);
  const relations = await readRelations(archive);
  const findPart = (type: string) =>
    [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target;
  // Charts are listed too.
  const sheets = listed.flatMap(({ id, ...sheet }) => {
    const relation = relations.get(id);
    return relation?.type.endsWith('/worksheet') ? [{ ...sheet, part: relation.target }] : [];
  });
  refuseSharedParts(sheets);
  return {
    sheets,
    is1904,
    formats: await readFormats(archive, findPart('styles')),
    sharedStrings: await readSharedStrings(archive, findPart('sharedStrings')),
  };
}

async function readSheetList(archive: Archive) {
  checkSize(archive, WORKBOOK);
  const listed: Array<{ id: string; name: string; isVisible: boolean }> = [];
  let is1904 = false;
  await readXml(archive, WORKBOOK, {
    open(tag, attributes) {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (tag !== 'sheet') return;
      const { name = '', state = 'visible' } = attributes;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      listed.push({ id, name: shorten(name, SHEET_NAME_MAX), isVisible: state === 'visible' });
      if (listed.length > SHEETS_MAX)
        throw new UnreadableFile(`The workbook has more than ${formatCount(SHEETS_MAX)} sheets.`);
    },
  });
  return { listed, is1904 };
}

/** Throws if sheets share a part: it would be read for each of them, which could take very long. */
function refuseSharedParts(sheets: Workbook['sheets']): void {
  const nameOf = new Map<string, string>();
  for (const { name, part } of sheets) {
    const otherName = nameOf.get(part);
    if (otherName !== undefined) {
      throw new UnreadableFile(
        `The sheets ${quote(otherName)} and ${quote(name)} of the workbook have the same content, ${quote(part)}: each needs its own.`,
      );
    }
    nameOf.set(part, name);
  }
}

async function readRelations(archive: Archive): Promise<Map<string, { type: string; target: string }>> {
  const relations = new Map<string, { type: string; target: string }>();
  const part = 'xl/_rels/workbook.xml.rels';
  checkSize(archive, part);
  await readXml(archive, part, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (name === 'Relationship') relations.set(id, { type, target: toPart(target) });
    },
  });
  return relations;
}

/** Targets are relative to the workbook, or absolute with a slash at the start. */
function toPart(target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.normalize(`xl/${target}`);
}

async function readFormats(archive: Archive, part: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (part === undefined || !archive.has(part)) return formats;
  checkSize(archive, part);
  const ownFormats = new Map<number, NumberFormat>();
  let inCellStyles = false;
  await readXml(archive, part, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') ownFormats.set(id, readNumberFormat(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') inCellStyles = true;
      if (name === 'xf' && inCellStyles) formats.push(ownFormats.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return formats;
}

async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !archive.has(part)) return strings;
  let characters = 0;
  const collector = createTextCollector();
  await readXml(archive, part, {
    open(name) {
      if (name === 'si') collector.start();
      else collector.open(name);
    },
    close(name) {
      collector.close(name);
      if (name !== 'si') return;
      const text = collector.end();
      // Empty strings take memory too.
      characters += text.length + 8;
      if (characters > SHARED_STRINGS_MAX) {
        throw new UnreadableFile(
          `The strings of the workbook have more than ${formatCount(SHARED_STRINGS_MAX)} characters.`,
        );
      }
      strings.push(text);
    },
    text: collector.text,
  });
  return strings;
}

function checkSize(archive: Archive, part: string): void {
  if (archive.sizeOf(part) > SMALL_PART_BYTES_MAX) {
    throw new UnreadableFile(`${quote(part)} in the workbook is larger than it ever needs to be.`);
  }
}
