import type { NamedTable } from './records.ts';
import type { NamedRow } from './search-index/index-queries.ts';
import { rankNames, SUGGESTION_TIER } from './search-index/name-index.ts';
import { searchNames, type NameSearch } from './search-names.ts';

/** A record whose name someone may be typing; a lower tier is better. */
export interface SuggestedName {
  row: NamedRow;
  tier: number;
}

/**
 * Records for a normalised text that is being typed, best first; of one tier those with most kits. While the index is
 * being built, the ten that a search finds.
 */
export async function suggestNames(
  search: NameSearch,
  table: NamedTable,
  text: string,
  limit: number,
): Promise<SuggestedName[]> {
  const index = await search.index.read();
  if (!index) return rankFound(await searchNames(search, table, text), text, limit);
  const { names, byId } = index[table];
  const weights = index.kits.countAll(table);
  const found = names.suggest(text, { limit, weightOf: (id) => weights.get(id) ?? 0 });
  return found.flatMap(({ id, tier }) => {
    const row = byId.get(id);
    return row ? [{ row, tier }] : [];
  });
}

function rankFound(rows: readonly NamedRow[], text: string, limit: number): SuggestedName[] {
  return rows
    .map((row) => ({ row, tier: rankNames(row.names_search, text) ?? SUGGESTION_TIER.similar }))
    .toSorted((one, other) => one.tier - other.tier || one.row.id - other.row.id)
    .slice(0, limit);
}
