import { posix } from 'node:path';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import type { Archive } from './open-archive.ts';
import { readXml } from './parse-xml.ts';
import { NUMBER_FORMAT_MAX, SHARED_STRINGS_MAX, SMALL_PART_BYTES_MAX } from './reading-limits.ts';
import { createTextCollector } from './workbook-text.ts';

/** What is needed to understand the cells of a sheet. */
export interface Workbook {
  /** The path of the first visible sheet. */
  sheet: string;
  /** Dates count from 1904 instead of 1900. */
  is1904: boolean;
  /** The cell styles that show a number as a date, by index. */
  dateStyles: ReadonlySet<number>;
  sharedStrings: readonly string[];
}

const WORKBOOK = 'xl/workbook.xml';

export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const { sheetId, is1904 } = await readSheetList(archive);
  const relations = await readRelations(archive);
  const sheet = relations.get(sheetId)?.target;
  if (sheet === undefined) throw new ImportRefused('The workbook has no visible sheet.');
  const findPart = (type: string) =>
    [...relations.values()].find((one) => one.type.endsWith(`/${type}`))?.target;
  return {
    sheet,
    is1904,
    dateStyles: await readDateStyles(archive, findPart('styles')),
    sharedStrings: await readSharedStrings(archive, findPart('sharedStrings')),
  };
}

async function readSheetList(archive: Archive): Promise<{ sheetId: string; is1904: boolean }> {
  checkSize(archive, WORKBOOK);
  let sheetId = '';
  let is1904 = false;
  await readXml(archive, WORKBOOK, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      const isVisible = (attributes['state'] ?? 'visible') === 'visible';
      if (name === 'sheet' && isVisible && sheetId === '') {
        sheetId = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      }
    },
  });
  return { sheetId, is1904 };
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

/** Targets are relative to the workbook, or begin with a slash. */
function toPart(target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.normalize(`xl/${target}`);
}

/** The built-in number formats that show dates or times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

async function readDateStyles(archive: Archive, part: string | undefined): Promise<Set<number>> {
  const styles = new Set<number>();
  if (part === undefined || !archive.has(part)) return styles;
  checkSize(archive, part);
  const ownFormats = new Map<number, boolean>();
  let inCellStyles = false;
  let index = 0;
  await readXml(archive, part, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') ownFormats.set(id, isDateFormat(attributes['formatCode'] ?? ''));
      if (name === 'cellXfs') inCellStyles = true;
      if (name !== 'xf' || !inCellStyles) return;
      if (ownFormats.get(id) ?? isBuiltInDate(id)) styles.add(index);
      index += 1;
    },
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  return styles;
}

/** Whether a number format has a part of a date outside of quoted and bracketed texts. */
function isDateFormat(code: string): boolean {
  if (code.length > NUMBER_FORMAT_MAX) {
    throw new ImportRefused(
      `A number format of the workbook has more than ${NUMBER_FORMAT_MAX} characters: ${quote(code)}.`,
    );
  }
  const bare = code.replaceAll(/"[^"]*(?:"|$)|\\.|\[(?!(?:h+|m+|s+)\])[^\]]*(?:\]|$)/gi, '');
  return /[ymdhs]/i.test(bare) && !/^general$/i.test(bare.trim());
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
      // Empty ones take memory, too.
      characters += text.length + 8;
      if (characters > SHARED_STRINGS_MAX) {
        throw new ImportRefused(
          `The texts of the workbook have more than ${formatCount(SHARED_STRINGS_MAX)} characters.`,
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
    throw new ImportRefused(`${quote(part)} in the workbook is larger than it ever needs to be.`);
  }
}
