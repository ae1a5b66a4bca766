export { openTable, type OpenOptions, type TableFile } from './open-table.ts';
export type { Sheet, SheetRecord } from './sheet.ts';
export { toColumnLetters, toNumberText } from './sheet.ts';
export { readJsonLines, type JsonLine } from './read-ndjson.ts';
export { openArchive, explainUnpacking, type Archive } from './open-archive.ts';
export { decodeStream, findEncoding, type TextEncoding } from './decode-text.ts';
export { COLUMNS_MAX, type ZipLimits } from './limits.ts';
export { formatCount, quote, UnreadableFile } from './limits.ts';
