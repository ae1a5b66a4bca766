import type { NamedTable } from './records.ts';
import { fold, compareCodePoints } from './fold.ts';
import type { NamedRow } from './search-index/index-queries.ts';
import type { SearchIndex } from './search-index/open-index.ts';
import type { RECORD_ORDERINGS } from '@kitroom/catalogue-client';
import type { NamedRecords } from './search-index/catalogue-index.ts';

export interface NameSearch {
  index: Pick<SearchIndex, 'read'>;
}

/**
 * The ten best matches for a keyword, in the order of their ids. A record matches if its name, slug or an alias
 * contains the keyword, if each word of the keyword is within one edit of a word of the name or an alias, or if the
 * keyword is similar to the name or slug (`word_similarity` of at least 0.4), ignoring accents and case. Matches are
 * ranked in tiers: exact, prefix, substring, one edit, similar; within a tier by similarity, then by id. Source: the
 * decisions on search.
 */
export async function searchNames(
  { index }: NameSearch,
  table: NamedTable,
  keyword: string,
): Promise<NamedRow[]> {
  const { names, byId } = (await index.read())[table];
  const ids = names.search(fold(keyword));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

export async function findNamed(
  { index }: NameSearch,
  table: NamedTable,
  id: number,
): Promise<NamedRow | undefined> {
  return (await index.read())[table].byId.get(id);
}

/** A record whose name someone may be typing; a lower tier is better. */
export interface SuggestedName {
  row: NamedRow;
  tier: number;
}

/** Records for a folded text that is being typed, best first; of one tier those with most kits. */
export async function suggestNames(
  { index }: NameSearch,
  table: NamedTable,
  text: string,
  limit: number,
): Promise<SuggestedName[]> {
  const current = await index.read();
  const { names, byId } = current[table];
  const weights = current.kits.countAll(table);
  const found = names.suggest(text, { limit, weightOf: (id) => weights.get(id) ?? 0 });
  return found.flatMap(({ id, tier }) => {
    const row = byId.get(id);
    return row ? [{ row, tier }] : [];
  });
}

interface RecordFilters {
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
