import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Writes a ZIP of these files. */
export async function writeZip(
  path: string,
  files: Readonly<Record<string, string | Buffer>>,
  options: { compress?: boolean; mode?: number } = {},
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(typeof content === 'string' ? Buffer.from(content) : content, name, options);
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Contents of a test workbook: the XML of its rows, and differences from a plain workbook. */
export interface TestWorkbook {
  /** The XML inside `<sheetData>`. */
  rows: string;
  sharedStrings?: readonly string[];
  /** Number formats of cell styles, from 0. */
  formats?: ReadonlyArray<number | string>;
  is1904?: boolean;
  /** Ranges of merged cells, such as `A2:A3`. */
  merges?: readonly string[];
  /** Text before the XML of the sheet. */
  prolog?: string;
}

/** The files of a workbook as a spreadsheet program writes them. */
export function toWorkbookFiles(workbook: TestWorkbook): Record<string, string> {
  const { rows, sharedStrings = [], formats = [0], is1904 = false, merges = [], prolog = '' } = workbook;
  const customFormats = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`] : [],
  );
  const styles = formats.map(
    (format, index) => `<xf numFmtId="${typeof format === 'string' ? 164 + index : format}"/>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  return {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="${RELATIONS}"><workbookPr date1904="${Number(is1904)}"/><sheets><sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Shirts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId9', 'worksheet', 'worksheets/sheet2.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${customFormats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${toSheetRows([['Ideas']])}</sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml': `${prolog}<worksheet><sheetData>${rows}</sheetData><mergeCells>${merges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells></worksheet>`,
  };
}

/** Returns rows of inline strings. */
export function toSheetRows(records: ReadonlyArray<readonly string[]>): string {
  return records
    .map(
      (record) =>
        `<row>${record.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('');
}
