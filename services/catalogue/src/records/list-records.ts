import type { RECORD_ORDERINGS } from '@kitroom/catalogue-client';
import { compareCodePoints, fold } from '@kitroom/shared';
import type { CatalogueIndex, NamedRecords } from '../search/index/catalogue-index.ts';
import type { NamedRow } from '../search/index/index-queries.ts';
import type { NamedTable } from './record-view.ts';

/**
 * The ten best matches for a keyword, in the order of their ids. A record matches if its name, slug or an
 * alias contains the keyword, if each word of the keyword is within one edit of a word of the name or an
 * alias, or if the keyword is similar to the name or slug (`word_similarity` of at least 0.4), ignoring
 * accents and case. Matches are ranked in tiers: exact, the same but for words such as FC, prefix, substring,
 * one edit, similar; within a tier by similarity, then by id. If any record has all words of the keyword,
 * those that lack one are omitted.
 */
export function searchNames(index: CatalogueIndex, table: NamedTable, keyword: string): NamedRow[] {
  const { names, byId } = index[table];
  return names.search(fold(keyword)).flatMap((id) => byId.get(id) ?? []);
}

/** A record whose name someone may be typing; a lower tier is better. */
export interface SuggestedName {
  row: NamedRow;
  tier: number;
}

/** Records for a folded text that is being typed, best first; of one tier those with most kits. */
export function suggestNames(
  index: CatalogueIndex,
  table: NamedTable,
  text: string,
  limit: number,
): SuggestedName[] {
  const { names, byId } = index[table];
  const weights = index.kits.countAll(table);
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
export function listRecords(
  index: CatalogueIndex,
  table: NamedTable,
  { country, association, keyword = '', ordering = 'name', page, page_size: size }: RecordFilters,
): { rows: ListedRow[]; total: number } {
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

/**
 * The ids of the records one of whose names contains a text, ignoring case and accents, or whose slug does.
 */
export function listContaining({ byId }: NamedRecords, text: string): number[] {
  const [name, slug] = [fold(text), text.trim().toLowerCase()];
  const isListed = (row: NamedRow) =>
    (name !== '' && row.foldedNames.includes(name)) || row.slug.toLowerCase().includes(slug);
  return [...byId.values()].filter(isListed).map(({ id }) => id);
}

function compareNames(one: ListedRow, other: ListedRow): number {
  return compareCodePoints(one.foldedName, other.foldedName) || one.id - other.id;
}

function compareCounts(one: ListedRow, other: ListedRow): number {
  return other.kit_count - one.kit_count || compareNames(one, other);
}
