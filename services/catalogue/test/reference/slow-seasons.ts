import { query, type Database } from '@kitroom/server/database/database';
import { SEARCH_RESULTS } from '../../src/limits.ts';
import type { ParsedSeasonSearch } from '../../src/seasons/find-seasons.ts';

export interface FoundSeason {
  id: number;
}

const NEWEST_SEASON_FIRST = 'seasons.first_year desc, seasons.second_year desc nulls last';

/** Returns the ten best matches, by relevance, then newest first. */
export function searchSeasons(db: Database, search: ParsedSeasonSearch): Promise<FoundSeason[]> {
  const { condition, relevance } = CLAUSES[search.form];
  return query<FoundSeason>(
    db,
    `
    select id
    from (select ?::text as text) as input, seasons
    where ${condition}
    order by ${relevance}, ${NEWEST_SEASON_FIRST}
    limit ?
    `,
    [search.text, SEARCH_RESULTS],
  );
}

/** The condition and relevance for each form of search (the documented priorities 1 to 4). */
const CLAUSES: Record<ParsedSeasonSearch['form'], { condition: string; relevance: string }> = {
  // A plain 1 would refer to the first column.
  starting: { condition: 'first_year::text = text', relevance: '1::integer' },
  exact: { condition: 'year = text', relevance: '1::integer' },
  year: {
    condition: 'first_year::text = text or second_year::text = text',
    relevance: 'case when year = text then 1 when first_year::text = text then 2 else 3 end',
  },
  ending: {
    condition: "first_year::text like '%' || text or second_year::text like '%' || text",
    relevance: "case when first_year::text like '%' || text then 2 else 3 end",
  },
  containing: {
    condition: 'strpos(first_year::text, text) > 0 or strpos(second_year::text, text) > 0',
    relevance: `case
      when starts_with(first_year::text, text) then 2
      when second_year::text like '%' || text then 3
      else 4
    end`,
  },
};
