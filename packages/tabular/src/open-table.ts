import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeFile, detectEncoding, readStart, type TextEncoding } from './decode-text.ts';
import { formatCount, UnreadableFile, WORKBOOK_LIMITS, type ZipLimits } from './limits.ts';
import { openArchive, type Archive } from './open-archive.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines, type JsonLine } from './read-ndjson.ts';
import { readXlsx, type ToCell } from './read-xlsx.ts';
import type { Sheet } from './sheet.ts';

/** A file by its format: sheets of rows, lines of JSON, or a ZIP that is not a workbook. */
export type TableFile =
  | { format: 'csv'; encoding: TextEncoding; sheets: Sheet[] }
  | { format: 'xlsx'; sheets: Sheet[] }
  | { format: 'ndjson'; encoding: TextEncoding; lines: () => AsyncGenerator<JsonLine, void> }
  | { format: 'zip'; archive: Archive };

export interface OpenOptions {
  /** The largest table and the largest ZIP of another kind, in bytes. */
  tableBytesMax: number;
  zipBytesMax: number;
  /** Limits for a ZIP of another kind. */
  zipLimits: ZipLimits;
  /** The name of the sheet of a CSV file; default: the name of the file. */
  name?: string | undefined;
  /** Converts the text of a cell in a CSV file or workbook; default: unchanged. */
  toCell?: ToCell | undefined;
  /** The encoding of a text file; default: detected. */
  encoding?: TextEncoding | undefined;
}

/**
 * Opens a file, whose format is detected from its contents, and closes it when `use` has ended. Throws an
 * `UnreadableFile` for a file that is not a table, too large, damaged or hostile, before or while its rows
 * are read.
 */
export async function openTable<T>(
  path: string,
  options: OpenOptions,
  use: (file: TableFile) => Promise<T>,
): Promise<T> {
  const { size } = await stat(path);
  if (size === 0) throw new UnreadableFile('The file is empty.');
  checkSize(size, options.zipBytesMax);
  const start = await readStart(path);
  if (!isZip(start)) {
    checkSize(size, options.tableBytesMax);
    return use(await openText(path, start, options));
  }
  const archive = await openArchive(path, options.zipLimits);
  try {
    return await use(await openZip(archive, size, options));
  } finally {
    archive.close();
  }
}

async function openText(
  path: string,
  start: Buffer,
  { name = basename(path), encoding: requested, toCell }: OpenOptions,
): Promise<TableFile> {
  refuseOtherFormats(start);
  const encoding = requested ?? (await detectEncoding(path));
  if (startsJson(start)) {
    return { format: 'ndjson', encoding, lines: () => readJsonLines(decodeFile(path, encoding)) };
  }
  return {
    format: 'csv',
    encoding,
    sheets: [{ name, isVisible: true, records: () => readCsv(path, encoding, toCell) }],
  };
}

async function openZip(
  archive: Archive,
  size: number,
  { tableBytesMax, toCell }: OpenOptions,
): Promise<TableFile> {
  const unsupported = OTHER_ZIPS.find(({ part }) => archive.has(part));
  if (unsupported) throw new UnreadableFile(`The file is ${unsupported.name}. Save it as .xlsx or CSV.`);
  if (!archive.has('xl/workbook.xml')) return { format: 'zip', archive };
  checkSize(size, tableBytesMax);
  const bytes = archive.names.reduce((sum, name) => sum + archive.sizeOf(name), 0);
  if (archive.names.length > WORKBOOK_LIMITS.entries || bytes > WORKBOOK_LIMITS.bytes) {
    throw new UnreadableFile('The workbook is too large when unpacked.');
  }
  return { format: 'xlsx', sheets: await readXlsx(archive, toCell) };
}

function checkSize(size: number, bytes: number): void {
  if (size <= bytes) return;
  throw new UnreadableFile(
    `The file is too large: at most ${formatCount(bytes)} bytes (${formatCount(bytes / 1024 / 1024)} MiB) are accepted.`,
  );
}

function isZip(start: Buffer): boolean {
  return ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1', 0, 4));
}

function startsJson(start: Buffer): boolean {
  const text = start
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^[ÿþï»¿\s]+/, '');
  return /^\{\s*"/.test(text);
}

/** Other files that people upload as tables: ZIPs, with a part that identifies them. */
const OTHER_ZIPS = [
  { part: 'content.xml', name: 'an OpenDocument spreadsheet (.ods)' },
  { part: 'Index/Document.iwa', name: 'a Numbers spreadsheet (.numbers)' },
  { part: 'xl/workbook.bin', name: 'a binary Excel workbook (.xlsb)' },
];

/** Other files that people upload as tables, by their beginning, in hexadecimal digits or as text. */
const OTHER_FORMATS: ReadonlyArray<{ hex?: string; text?: RegExp; name: string }> = [
  { hex: 'd0cf11e0', name: 'an old Excel workbook (.xls) or one with a password. Save it as .xlsx or CSV' },
  { hex: '25504446', name: 'a PDF. Save the table as .xlsx or CSV' },
  { hex: '1f8b', name: 'packed with gzip. Unpack it first' },
  { hex: 'ffd8ff', name: 'a picture' },
  { hex: '89504e47', name: 'a picture' },
  { text: /^\uFEFF?\s*<(?:!doctype|html|\?xml|table)/i, name: 'HTML or XML. Save the table as .xlsx or CSV' },
  { text: /^\uFEFF?\s*\[\s*[[{]/, name: 'a JSON list. Write one object per line (NDJSON) instead' },
];

function refuseOtherFormats(start: Buffer): void {
  const digits = start.subarray(0, 8).toString('hex');
  const beginning = start.toString('utf8');
  const unsupported = OTHER_FORMATS.find(({ hex, text }) =>
    hex === undefined ? text?.test(beginning) : digits.startsWith(hex),
  );
  if (unsupported) throw new UnreadableFile(`The file is ${unsupported.name}.`);
}
