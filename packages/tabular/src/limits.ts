import { shorten } from '@kitroom/shared';

/** A file that cannot be read; the message tells its owner what is wrong, and where. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Quotes a string from a file, shortened, for a message. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 60, '…'));
}

/** `1,048,576` */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

const MIB = 1024 * 1024;

/** Maximum number of columns of a sheet. */
export const COLUMNS_MAX = 200;

/** Maximum length of the name of a sheet; spreadsheet programs allow 31 characters. */
export const SHEET_NAME_MAX = 100;

/**
 * Maximum length of a record of a CSV file, a line of an NDJSON file and a cell of a workbook, in UTF-16
 * units.
 */
export const RECORD_MAX = 8 * MIB;

/** Limits for the contents of a ZIP. */
export interface ZipLimits {
  entries: number;
  /** The size of all files together when unpacked. */
  bytes: number;
}

export const WORKBOOK_LIMITS: ZipLimits = { entries: 1000, bytes: 400 * MIB };

/**
 * How many times smaller a packed file may be, if it unpacks to more than `PACKED_RATIO_FROM` bytes. Deflate
 * reaches 1,032.
 */
export const PACKED_RATIO_MAX = 250;
export const PACKED_RATIO_FROM = 4 * MIB;

/** Limits for the parts of a workbook that are read as a whole, when unpacked. */
export const SHARED_STRINGS_MAX = 40_000_000;
export const SMALL_PART_BYTES_MAX = 8 * MIB;
export const NUMBER_FORMAT_MAX = 255;
export const MERGES_MAX = 100_000;

/** Maximum number of sheets of a workbook. */
export const SHEETS_MAX = 200;

/**
 * Maximum length, in characters, of an XML text, tag with attributes, or other piece that is in memory as a
 * whole.
 */
export const XML_PIECE_MAX = 2 * MIB;
export const XML_DEPTH_MAX = 100;

/** Maximum size of the names, comments and extra fields in the listing of a ZIP. */
export const LISTING_BYTES_MAX = 64 * MIB;

/** Throws an `UnreadableFile` if a cell of a workbook is too long; `where` names it in the message. */
export function checkCellLength(length: number, where: string): void {
  if (length > RECORD_MAX)
    throw new UnreadableFile(`${where} has more than ${formatCount(RECORD_MAX)} characters.`);
}
