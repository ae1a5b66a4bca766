import { IMPORT_ZIP_BYTES_MAX } from '@kitroom/collection-client';

const MIB = 1024 * 1024;

export const COLUMNS_MAX = 200;

/** In characters. The longest field of an item has 10,000; lists of photos are longer. */
export const CELL_MAX = 100_000;
export const COLUMN_NAME_MAX = 200;

/** The longest record of a CSV file and the longest line of an NDJSON file, in characters. */
export const RECORD_MAX = MIB;

/** What a ZIP may hold. */
export interface ZipLimits {
  entries: number;
  /** The size of all files together when unpacked. */
  bytes: number;
}

export const WORKBOOK_LIMITS: ZipLimits = { entries: 1000, bytes: 400 * MIB };
export const EXPORT_LIMITS: ZipLimits = { entries: 500_000, bytes: IMPORT_ZIP_BYTES_MAX + 1024 * MIB };

/** How many times smaller a packed file may be, if it is larger than this when unpacked. Deflate reaches 1,032. */
export const PACKED_RATIO_MAX = 250;
export const PACKED_RATIO_FROM = 4 * MIB;

/** The unpacked sizes of the parts of a workbook and of the files of an export that are read as a whole. */
export const SHARED_STRINGS_MAX = 40_000_000;
export const SMALL_PART_BYTES_MAX = 8 * MIB;
export const NUMBER_FORMAT_MAX = 255;

/** A text, a tag with its attributes or anything else of XML that is held in memory as a whole, in characters. */
export const XML_PIECE_MAX = 2 * MIB;
export const XML_DEPTH_MAX = 100;

/** The largest manifest of an export of so many files: each takes some 150 bytes. */
export const manifestBytesMax = (files: number) => Math.max(MIB, 256 * files);

/** What a ZIP's listing may take besides numbers: names, comments and extra fields. */
export const LISTING_BYTES_MAX = 64 * MIB;
