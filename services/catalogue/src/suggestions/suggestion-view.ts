import type { Suggestion } from '@kitroom/catalogue-client';
import { countryName, type CrestLook } from '@kitroom/shared';
import { toCrestUrl } from '../clubs/club-view.ts';
import { toPictureUrl } from '../kits/kit-view.ts';
import { toPublicAddress } from '../records.ts';
import { findMatches } from './find-matches.ts';
import type { Suggested } from './suggest.ts';

interface SuggestionOptions {
  baseUrl: string;
  typed: string;
  /** Of clubs without a logo. */
  looks: ReadonlyMap<number, CrestLook>;
}

export function toSuggestion(found: Suggested, { baseUrl, typed, looks }: SuggestionOptions): Suggestion {
  const { type, row } = found;
  const label = type === 'season' ? found.row.year : found.row.name;
  return {
    type,
    id: row.id,
    label,
    detail: toDetail(found),
    image: toImage(found, baseUrl, looks.get(row.id)),
    url: `${baseUrl}/api/${type}s/${row.id}`,
    matched: findMatches(label, typed),
  };
}

function toDetail(found: Suggested): string | null {
  if (found.type === 'season') return null;
  if (found.type === 'kit') return `${found.row.team_name} · ${found.row.season_year}`;
  const { country } = found.row;
  return country ? countryName(country) : null;
}

function toImage(found: Suggested, baseUrl: string, look: CrestLook | undefined): string | null {
  if (found.type === 'season') return null;
  if (found.type === 'kit') return toPictureUrl(found.row, baseUrl);
  if (found.row.logo !== null) return toPublicAddress(found.row.logo, baseUrl);
  return look ? toCrestUrl(found.row.id, look, baseUrl) : null;
}
