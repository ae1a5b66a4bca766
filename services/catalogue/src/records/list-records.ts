import type { RECORD_ORDERINGS } from '@kitroom/catalogue-client';
import { compareCodePoints, fold } from '@kitroom/shared';
import type { CatalogueIndex, NamedRecords } from '../search/index/catalogue-index.ts';
import type { NamedRow } from '../search/index/index-queries.ts';
import type { NamedTable } from './record-view.ts';

/**
 * Returns the ten best matches for a keyword, in the order of their ids. A record matches if its name, slug
 * or an alias contains the keyword, if each word of the keyword is within one edit of a word of the name or
 * an alias, or if the keyword is similar to the name or slug (`word_similarity` of at least 0.4), ignoring
 * accents and case. Matches are ranked in tiers: exact, exact except for words such as FC, prefix, substring,
 * one edit, similar; within a tier by similarity, then by id. If any record has all words of the keyword,
 * records that lack one are omitted.
 */
export function searchNames(index: CatalogueIndex, table: NamedTable, keyword: string): NamedRow[] {
  const { names, byId } = index[table];
  return names.search(fold(keyword)).flatMap((id) => byId.get(id) ?? []);
}

/** A record suggested for a partly typed name. A lower tier is better. */
export interface SuggestedName {
  row: NamedRow;
  tier: number;
}

/** Suggests records for a partly typed, folded text, best tier first, then by number of kits. */
export function suggestNames(
  index: CatalogueIndex,
  table: NamedTable,
  text: string,
  limit: number,
): SuggestedName[] {
  const { names, byId } = index[table];
  const weights = index.kits.countAll(table);
  const suggestions = names.suggest(text, { limit, weightOf: (id) => weights.get(id) ?? 0 });
  return suggestions.flatMap(({ id, tier }) => {
    const row = byId.get(id);
    return row ? [{ row, tier }] : [];
  });
}

interface RecordFilters {
  country?: string | undefined;
  /** Only for clubs. */
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

/** Returns a page of records, and the total number on all pages. */
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
 * Returns the ids of the records with a name or slug that contains a text. Names are compared ignoring case
 * and accents.
 */
export function listContaining({ byId }: NamedRecords, text: string): number[] {
  const [name, slug] = [fold(text), text.trim().toLowerCase()];
  const isListed = (row: NamedRow) =>
    (name !== '' && row.foldedNames.includes(name)) || row.slug.toLowerCase().includes(slug);
  return [...byId.values()].filter(isListed).map(({ id }) => id);
}

function compareNames(left: ListedRow, right: ListedRow): number {
  return compareCodePoints(left.foldedName, right.foldedName) || left.id - right.id;
}

function compareCounts(left: ListedRow, right: ListedRow): number {
  return right.kit_count - left.kit_count || compareNames(left, right);
}
