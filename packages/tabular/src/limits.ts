import { shorten } from '@kitroom/shared';

/** A file that cannot be read; the message says for its owner what is wrong, and where. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A text from a file, shortened for a message. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 60, '…'));
}

/** `1,048,576` */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

const MIB = 1024 * 1024;

/** The most columns of a sheet. */
export const COLUMNS_MAX = 200;

/** The longest name of a sheet; spreadsheet programs allow 31 characters. */
export const SHEET_NAME_MAX = 100;

/** The longest record of a CSV file, line of an NDJSON file and cell of a workbook, in UTF-16 units. */
export const RECORD_MAX = 8 * MIB;

/** What a ZIP may hold. */
export interface ZipLimits {
  entries: number;
  /** The size of all files together when unpacked. */
  bytes: number;
}

export const WORKBOOK_LIMITS: ZipLimits = { entries: 1000, bytes: 400 * MIB };

/**
 * How many times smaller a packed file may be, if it is larger than this when unpacked. Deflate reaches
 * 1,032.
 */
export const PACKED_RATIO_MAX = 250;
export const PACKED_RATIO_FROM = 4 * MIB;

/** The unpacked sizes of the parts of a workbook that are read as a whole. */
export const SHARED_STRINGS_MAX = 40_000_000;
export const SMALL_PART_BYTES_MAX = 8 * MIB;
export const NUMBER_FORMAT_MAX = 255;
export const MERGES_MAX = 100_000;

/** The most sheets of a workbook. */
export const SHEETS_MAX = 200;

/**
 * A text, a tag with its attributes or anything else of XML that is held in memory as a whole, in characters.
 */
export const XML_PIECE_MAX = 2 * MIB;
export const XML_DEPTH_MAX = 100;

/** What a ZIP's listing may take besides numbers: names, comments and extra fields. */
export const LISTING_BYTES_MAX = 64 * MIB;

/** Throws an `UnreadableFile` if a cell of a workbook is too long; `where` names it in the message. */
export function checkCellLength(length: number, where: string): void {
  if (length > RECORD_MAX)
    throw new UnreadableFile(`${where} has more than ${formatCount(RECORD_MAX)} characters.`);
}
