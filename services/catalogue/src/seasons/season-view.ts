import type { SeasonRow } from './season-queries.ts';

/** A season as it is sent. */
export function toSeason({ id, year }: Pick<SeasonRow, 'id' | 'year'>) {
  return { id, year };
}

/** A season with its years in four digits each. */
export function toSeasonWithYears(row: SeasonRow) {
  return {
    ...toSeason(row),
    first_year: toText(row.first_year),
    second_year: row.second_year === null ? null : toText(row.second_year),
  };
}

function toText(year: number): string {
  return String(year).padStart(4, '0');
}
