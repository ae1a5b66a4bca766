import type * as z from 'zod';
import { suggestRecords, type suggestion } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { countryName } from '@kitroom/shared';
import { toClub } from '../../clubs/club-view.ts';
import { toPictureUrl } from '../../kits/kit-view.ts';
import { toLogos } from '../../records/record-view.ts';
import type { SearchIndex } from '../index/open-index.ts';
import { findMatches } from './find-matches.ts';
import { suggest, type Suggested } from './suggest.ts';

type Suggestion = z.input<typeof suggestion>;

/** `/api/suggest` */
export function suggestRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      suggestRecords,
      async ({ query: { q: typed, types, limit } }, { baseUrl }) => {
        const suggestions = suggest(await context.index.read(), { typed, types, limit });
        return suggestions.map((suggested) => toSuggestion(suggested, { baseUrl, typed }));
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands', 'competitions'] },
    ),
  ];
}

interface SuggestionOptions {
  baseUrl: string;
  typed: string;
}

function toSuggestion(suggested: Suggested, { baseUrl, typed }: SuggestionOptions): Suggestion {
  const { type, row } = suggested;
  const label = type === 'season' ? suggested.row.year : suggested.row.name;
  return {
    type,
    id: row.id,
    label,
    detail: toDetail(suggested),
    image: toImage(suggested, baseUrl),
    url: `${baseUrl}/api/${type}s/${row.id}`,
    matched: findMatches(label, typed),
  };
}

function toDetail(suggested: Suggested): string | null {
  if (suggested.type === 'season') return null;
  if (suggested.type === 'kit') return `${suggested.row.team.name} · ${suggested.row.season.year}`;
  const { country } = suggested.row;
  return country ? countryName(country) : null;
}

function toImage(suggested: Suggested, baseUrl: string): string | null {
  if (suggested.type === 'season') return null;
  if (suggested.type === 'kit') return toPictureUrl(suggested.row, baseUrl);
  return suggested.type === 'club'
    ? toClub(suggested.row, baseUrl).logo
    : toLogos(suggested.row, baseUrl).logo;
}
