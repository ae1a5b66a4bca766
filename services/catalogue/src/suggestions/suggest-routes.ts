import { suggestRecords } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { suggest } from './suggest.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { toSuggestion } from './suggestion-view.ts';

/** `/api/suggest` */
export function suggestRoutes(context: { index: SearchIndex }): Endpoint[] {
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
