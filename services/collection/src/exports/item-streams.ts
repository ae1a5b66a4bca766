import { ITEM_TABLE } from '@kitroom/collection-client';
import { stringify, type Options } from 'csv-stringify/sync';
import { toCells } from './export-item-view.ts';
import type { ExportEntry } from './read-export-items.ts';

const BYTE_ORDER_MARK = '\u{FEFF}';

/** A line break in a cell must be quoted, also one that ends no record. */
const RFC_4180: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ };

/** The header of `items.csv`. */
export function toTableHead({ bom }: { bom: boolean }): string {
  return (bom ? BYTE_ORDER_MARK : '') + stringify([ITEM_TABLE.map(({ name }) => name)], RFC_4180);
}

/** Records of `items.csv`. */
export function toTableRows(entries: readonly ExportEntry[]): string {
  return stringify(
    entries.map(({ item }) => toCells(item)),
    RFC_4180,
  );
}

/** Lines of `items.ndjson`. */
export function toLines(entries: readonly ExportEntry[]): string {
  return entries.map(({ item }) => `${JSON.stringify(item)}\n`).join('');
}
