import { IMPORT_TABLE_BYTES_MAX, IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';
import { stat } from 'node:fs/promises';
import { readStart } from './decode-text.ts';
import { formatCount, ImportRefused } from './import-refused.ts';
import { openArchive, type Archive } from './open-archive.ts';
import { readCsv } from './read-csv.ts';
import { MANIFEST, readExport } from './read-export.ts';
import { readNdjson } from './read-ndjson.ts';
import { readXlsx } from './read-xlsx.ts';
import { EXPORT_LIMITS, WORKBOOK_LIMITS } from './reading-limits.ts';
import type { SourceTable } from './source-table.ts';

/**
 * Reads a file of unknown format, told by its contents: `use` gets its table. Throws an ImportRefused for one that
 * cannot be imported, before or while its rows are read.
 */
export async function withSource<T>(path: string, use: (table: SourceTable) => Promise<T>): Promise<T> {
  const { size } = await stat(path);
  if (size === 0) throw new ImportRefused('The file is empty.');
  const start = await readStart(path);
  if (size > IMPORT_ZIP_BYTES_MAX) throw tooLarge(IMPORT_ZIP_BYTES_MAX);
  if (isZip(start)) return withArchive(path, async (archive) => use(await readArchive(archive, size)));
  checkTableSize(size);
  refuseOtherFormats(start);
  return use(await (startsJson(start) ? readNdjson(path) : readCsv(path)));
}

/** Opens an export again, for its photos. */
export async function withArchive<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(path, EXPORT_LIMITS);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

async function readArchive(archive: Archive, size: number): Promise<SourceTable> {
  if (archive.has('xl/workbook.xml')) {
    checkTableSize(size);
    const bytes = archive.names.reduce((sum, name) => sum + archive.sizeOf(name), 0);
    if (archive.names.length > WORKBOOK_LIMITS.entries || bytes > WORKBOOK_LIMITS.bytes) {
      throw new ImportRefused('The workbook is too large when unpacked.');
    }
    return readXlsx(archive);
  }
  if (archive.has(MANIFEST)) return readExport(archive);
  throw new ImportRefused(
    `The ZIP is neither a workbook (.xlsx) nor an export of this service: it has no ${MANIFEST}.`,
  );
}

function checkTableSize(size: number): void {
  if (size > IMPORT_TABLE_BYTES_MAX) throw tooLarge(IMPORT_TABLE_BYTES_MAX);
}

function tooLarge(bytes: number): ImportRefused {
  return new ImportRefused(
    `The file is too large: at most ${formatCount(bytes)} bytes (${formatCount(bytes / 1024 / 1024)} MiB) are accepted.`,
  );
}

function isZip(start: Buffer): boolean {
  return (
    start.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) ||
    start.subarray(0, 4).equals(Buffer.from('PK\x05\x06'))
  );
}

function startsJson(start: Buffer): boolean {
  const text = start
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^[ÿþï»¿\s]+/, '');
  return /^\{\s*"/.test(text);
}

/** Formats that people take for a table, by how they begin, in hexadecimal digits or as text. */
const OTHER_FORMATS: ReadonlyArray<{ hex?: string; text?: RegExp; name: string }> = [
  { hex: 'd0cf11e0', name: 'an old Excel workbook (.xls). Save it as .xlsx or CSV' },
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
  const other = OTHER_FORMATS.find(({ hex, text }) =>
    hex === undefined ? text?.test(beginning) : digits.startsWith(hex),
  );
  if (other) throw new ImportRefused(`The file is ${other.name}.`);
}
