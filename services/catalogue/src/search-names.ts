import type { NamedTable } from './records.ts';
import { fold } from './fold.ts';
import type { NamedRow } from './search-index/index-queries.ts';
import type { SearchIndex } from './search-index/open-index.ts';

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
