import * as contracts from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { getClub } from '../clubs/get-club.ts';
import { parseSeasonSearch, findSeasonById, listClubSeasons, searchSeasons } from './find-seasons.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { toSeason, toSeasonWithYears } from '../records.ts';

/** Routes of `/api/seasons…` */
export function seasonRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      contracts.listClubSeasons,
      async ({ query }, { baseUrl }) => {
        const rows = await listClubSeasons(context, query.id);
        if (rows.length === 0) await getClub(context, query.id, (id) => `${baseUrl}/api/seasons?id=${id}`);
        return rows.map(toSeason);
      },
      { tags: ['clubs', 'kits', 'seasons'] },
    ),
    endpoint(
      contracts.searchSeasons,
      async ({ query }) => {
        if (query.keyword === '') return [];
        return (await searchSeasons(context, parseSeasonSearch(query.keyword))).map(toSeasonWithYears);
      },
      { tags: ['seasons'] },
    ),
    endpoint(contracts.getSeason, async ({ params }) => {
      const row = await findSeasonById(context, params.season_id);
      if (!row) throw notFound(`Season with ID ${params.season_id} not found`);
      return toSeason(row);
    }),
  ];
}
