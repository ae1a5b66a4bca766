import type { RECORD_ORDERINGS } from '@kitroom/catalogue-client';
import type { NameSearch } from './search-names.ts';
import type { NamedTable } from './records.ts';
import type { NamedRecords } from './search-index/catalogue-index.ts';
import { compareCodePoints } from './search-index/compare-code-points.ts';
import type { NamedRow } from './search-index/index-queries.ts';
import { fold } from './fold.ts';

export interface RecordFilters {
  country?: string | undefined;
  /** Filters clubs. */
  association?: string | undefined;
  keyword?: string | undefined;
  ordering?: (typeof RECORD_ORDERINGS)[number] | undefined;
  page: number;
  page_size: number;
}

/** A club, brand or competition with its number of kits. */
export interface ListedRow extends NamedRow {
  kit_count: number;
}

/** A page of records, and how many there are on all pages. */
export async function listRecords(
  { index: source }: NameSearch,
  table: NamedTable,
  { country, association, keyword = '', ordering = 'name', page, page_size: size }: RecordFilters,
): Promise<{ rows: ListedRow[]; total: number }> {
  const index = await source.read();
  const text = fold(keyword);
  const matches = (row: NamedRow) =>
    (country === undefined || row.country === country.toUpperCase()) &&
    (association === undefined || row.association === association.toUpperCase()) &&
    row.foldedNames.includes(text);
  const counts = index.kits.countAll(table);
  const rows = [...index[table].byId.values()]
    .filter(matches)
    .map((row) => ({ ...row, kit_count: counts.get(row.id) ?? 0 }));
  const sorted = rows.toSorted(ordering === 'name' ? compareNames : compareCounts);
  return { rows: sorted.slice((page - 1) * size, page * size), total: rows.length };
}

/** The ids of the records one of whose names contains a text, ignoring case and accents, or whose slug does. */
export function listContaining({ byId }: NamedRecords, text: string): number[] {
  const [name, slug] = [fold(text), text.trim().toLowerCase()];
  return listIds(byId, (row) => {
    const isNamedSo = name !== '' && row.foldedNames.includes(name);
    return isNamedSo || row.slug.toLowerCase().includes(slug);
  });
}

/** The ids of the records that have this name, ignoring case and accents, or this slug. */
export function listMeant({ byId }: NamedRecords, text: string): number[] {
  const name = fold(text);
  return listIds(byId, (row) => row.slug === text || (name !== '' && row.foldedName === name));
}

function listIds(byId: NamedRecords['byId'], isListed: (row: NamedRow) => boolean): number[] {
  return [...byId.values()].filter((row) => isListed(row)).map(({ id }) => id);
}

function compareNames(one: ListedRow, other: ListedRow): number {
  return compareCodePoints(one.foldedName, other.foldedName) || one.id - other.id;
}

function compareCounts(one: ListedRow, other: ListedRow): number {
  return other.kit_count - one.kit_count || compareNames(one, other);
}
