import * as contracts from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { getClub } from '../clubs/get-club.ts';
import { toSeason, toSeasonWithYears } from '../records/record-view.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { listClubSeasons, parseSeasonSearch, searchSeasons } from './find-seasons.ts';

/** Routes of `/api/seasons…` */
export function seasonRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      contracts.listClubSeasons,
      async ({ query }) => {
        const current = await index.read();
        const rows = listClubSeasons(current, query.id);
        if (rows.length === 0) getClub(current, query.id);
        return rows.map(toSeason);
      },
      { tags: ['clubs', 'kits', 'seasons'] },
    ),
    endpoint(
      contracts.searchSeasons,
      async ({ query }) => {
        if (query.keyword === '') return [];
        const search = parseSeasonSearch(query.keyword);
        return searchSeasons(await index.read(), search).map(toSeasonWithYears);
      },
      { tags: ['seasons'] },
    ),
    endpoint(contracts.getSeason, async ({ params }) => {
      const row = (await index.read()).seasons.get(params.season_id);
      if (!row) throw notFound(`Season with ID ${params.season_id} not found`);
      return toSeason(row);
    }),
  ];
}
