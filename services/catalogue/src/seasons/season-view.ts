import type { SeasonRow } from '../records.ts';

export function toSeason({ id, year }: Pick<SeasonRow, 'id' | 'year'>) {
  return { id, year };
}

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
