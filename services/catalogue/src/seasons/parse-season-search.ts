import { ServiceError } from '@kitroom/server/http/errors';

/** A parsed season search: its form, and the digits or year. */
export interface ParsedSeasonSearch {
  form: 'starting' | 'exact' | 'year' | 'ending' | 'containing';
  text: string;
}

/**
 * Parses a season search's keyword, which must be trimmed and not empty: digits with at most one dash, not at the
 * start. Source: the season search rules.
 */
export function parseSeasonSearch(keyword: string): ParsedSeasonSearch {
  const match = /^(\d+)(?:(-)(\d*))?$/.exec(keyword);
  if (!match) throw new ServiceError('invalid', `Invalid season format: ${keyword}`);
  const [, digits = '', dash, rest = ''] = match;
  if (dash !== undefined)
    return rest === '' ? { form: 'starting', text: digits } : { form: 'exact', text: toYear(digits, rest) };
  if (digits.length === 4) return { form: 'year', text: digits };
  return { form: digits.length === 2 ? 'ending' : 'containing', text: digits };
}

/** `2024-2025` becomes `2024-25`; years that are not consecutive match no season. */
function toYear(first: string, second: string): string {
  const follows = second.length === 4 && Number(second) === Number(first) + 1;
  return `${first}-${follows ? second.slice(2) : second}`;
}
