import { suggestRecords } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { readCrestLooks } from '../clubs/crest-queries.ts';
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
        const bare = found.filter((one) => one.type === 'club' && one.row.logo === null);
        const ids = bare.map(({ row }) => row.id);
        const looks = ids.length > 0 ? await readCrestLooks(context.db, ids) : new Map();
        return found.map((one) => toSuggestion(one, { baseUrl, typed, looks }));
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands', 'competitions'] },
    ),
  ];
}
