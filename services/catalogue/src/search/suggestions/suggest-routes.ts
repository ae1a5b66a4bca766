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
        const found = suggest(await context.index.read(), { typed, types, limit });
        return found.map((suggested) => toSuggestion(suggested, { baseUrl, typed }));
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands', 'competitions'] },
    ),
  ];
}

interface SuggestionOptions {
  baseUrl: string;
  typed: string;
}

function toSuggestion(found: Suggested, { baseUrl, typed }: SuggestionOptions): Suggestion {
  const { type, row } = found;
  const label = type === 'season' ? found.row.year : found.row.name;
  return {
    type,
    id: row.id,
    label,
    detail: toDetail(found),
    image: toImage(found, baseUrl),
    url: `${baseUrl}/api/${type}s/${row.id}`,
    matched: findMatches(label, typed),
  };
}

function toDetail(found: Suggested): string | null {
  if (found.type === 'season') return null;
  if (found.type === 'kit') return `${found.row.team.name} · ${found.row.season.year}`;
  const { country } = found.row;
  return country ? countryName(country) : null;
}

function toImage(found: Suggested, baseUrl: string): string | null {
  if (found.type === 'season') return null;
  if (found.type === 'kit') return toPictureUrl(found.row, baseUrl);
  return found.type === 'club' ? toClub(found.row, baseUrl).logo : toLogos(found.row, baseUrl).logo;
}
