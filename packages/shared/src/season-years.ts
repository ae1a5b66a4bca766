/** The years of a season. `second` is null for a season within one calendar year. */
export interface SeasonYears {
  first: number;
  second: number | null;
}

/**
 * Parses a season's `year`: `YYYY`, or `YYYY-YY` with consecutive years (`1999-00`). Returns null for anything else.
 */
export function parseSeasonYear(text: string): SeasonYears | null {
  const match = /^(\d{4})(?:-(\d{2}))?$/.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  if (match[2] === undefined) return { first, second: null };
  return Number(match[2]) === (first + 1) % 100 ? { first, second: first + 1 } : null;
}

/** Formats a season's `year`: `2024-25`, or `2024` for a season within one calendar year. */
export function formatSeasonYear({ first, second }: SeasonYears): string {
  const year = String(first).padStart(4, '0');
  return second === null ? year : `${year}-${String(second % 100).padStart(2, '0')}`;
}
