import { suggestRecords } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Context } from '../context.ts';
import { suggest } from './suggest.ts';
import { toSuggestion } from './suggestion-view.ts';

/** `/api/suggest` */
export function suggestRoutes(context: Context): Endpoint[] {
  return [
    endpoint(
      suggestRecords,
      async ({ query: { q: typed, types, limit } }, { baseUrl }) => {
        const found = await suggest(context, { typed, types, limit });
        return found.map((one) => toSuggestion(one, { baseUrl, typed }));
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands', 'competitions'] },
    ),
  ];
}
