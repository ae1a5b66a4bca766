import type { RECORD_ORDERINGS } from '@kitroom/catalogue-client';
import { countKitsBy } from './kits/count-kits-by.ts';
import type { KitLists } from './kits/list-kits.ts';
import type { NamedTable } from './records.ts';
import { compareCodePoints } from './search-index/compare-code-points.ts';
import { listNamedRows, type NamedRow } from './search-index/index-queries.ts';
import { fold } from './fold.ts';

export interface RecordFilters {
  country?: string | undefined;
  keyword?: string | undefined;
  ordering?: (typeof RECORD_ORDERINGS)[number] | undefined;
  page: number;
  page_size: number;
}

/** A club, brand or competition with its number of kits. */
export interface ListedRow extends NamedRow {
  kit_count: number;
}

/** A page of records, and how many there are on all pages. Reads the table while the index is being built. */
export async function listRecords(
  lists: KitLists,
  table: NamedTable,
  { country, keyword = '', ordering = 'name', page, page_size: size }: RecordFilters,
): Promise<{ rows: ListedRow[]; total: number }> {
  const index = await lists.index.read();
  const all = index ? [...index[table].byId.values()] : await listNamedRows(lists.db, table);
  const text = fold(keyword);
  const matches = ({ names_search: names, country: own }: NamedRow) =>
    (country === undefined || own === country.toUpperCase()) && names.includes(text);
  const counts = await countKitsBy(lists, FIELDS[table]);
  const rows = all.filter(matches).map((row) => ({ ...row, kit_count: counts.get(row.id) ?? 0 }));
  const sorted = rows.toSorted(ordering === 'name' ? compareNames : compareCounts);
  return { rows: sorted.slice((page - 1) * size, page * size), total: rows.length };
}

const FIELDS = { clubs: 'club', brands: 'brand', competitions: 'competition' } as const;

function compareNames(one: ListedRow, other: ListedRow): number {
  return compareCodePoints(one.name_search, other.name_search) || one.id - other.id;
}

function compareCounts(one: ListedRow, other: ListedRow): number {
  return other.kit_count - one.kit_count || compareNames(one, other);
}
