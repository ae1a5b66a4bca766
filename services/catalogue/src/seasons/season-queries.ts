import { query, type Database } from '@kitroom/server/database/database';
import { SEARCH_RESULTS } from '../limits.ts';
import type { SeasonRow } from '../records.ts';
import type { ParsedSeasonSearch } from './parse-season-search.ts';

/** Newest first: `2025-26` before `2025`, for a table or alias named `seasons`. */
export const NEWEST_SEASON_FIRST = 'seasons.first_year desc, seasons.second_year desc nulls last';

/** Compares seasons in the order of `NEWEST_SEASON_FIRST`. */
export function compareSeasons(one: SeasonRow | undefined, other: SeasonRow | undefined): number {
  const difference = (other?.first_year ?? 0) - (one?.first_year ?? 0);
  return difference === 0 ? (other?.second_year ?? 0) - (one?.second_year ?? 0) : difference;
}

export async function findSeason(db: Database, id: number): Promise<SeasonRow | undefined> {
  const [row] = await query<SeasonRow>(
    db,
    'select id, year, first_year, second_year from seasons where id = ?',
    [id],
    'find-season',
  );
  return row;
}

/** The seasons for which a club has kits, newest first. */
export function listClubSeasonRows(db: Database, clubId: number): Promise<SeasonRow[]> {
  return query<SeasonRow>(
    db,
    `
    select id, year, first_year, second_year
    from seasons
    where id in (select season_id from kits where club_id = ?)
    order by ${NEWEST_SEASON_FIRST}
    `,
    [clubId],
  );
}

/** The ten best matches, by relevance, then newest first. */
export function searchSeasonRows(db: Database, search: ParsedSeasonSearch): Promise<SeasonRow[]> {
  const { condition, relevance } = CLAUSES[search.form];
  return query<SeasonRow>(
    db,
    `
    select id, year, first_year, second_year
    from (select ?::text as text) as asked, seasons
    where ${condition}
    order by ${relevance}, ${NEWEST_SEASON_FIRST}
    limit ?
    `,
    [search.text, SEARCH_RESULTS],
  );
}

/** The condition and relevance for each form of search (the documented priorities 1 to 4). */
const CLAUSES: Record<ParsedSeasonSearch['form'], { condition: string; relevance: string }> = {
  // A bare 1 would refer to the first column.
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
