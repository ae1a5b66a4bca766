import { getSeason, listClubSeasons, searchSeasons } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { findClub } from '../clubs/club-queries.ts';
import { clubNotFound } from '../clubs/club-not-found.ts';
import type { Context } from '../context.ts';
import { parseSeasonSearch } from './parse-season-search.ts';
import { findSeason, listClubSeasonRows, searchSeasonRows } from './season-queries.ts';
import { toSeason, toSeasonWithYears } from './season-view.ts';

/** Routes of `/api/seasons…` */
export function seasonRoutes({ db }: Context): Endpoint[] {
  return [
    endpoint(
      listClubSeasons,
      async ({ query }) => {
        const rows = await listClubSeasonRows(db, query.id);
        if (rows.length === 0 && !(await findClub(db, query.id))) throw clubNotFound(query.id);
        return rows.map(toSeason);
      },
      { tags: ['clubs', 'kits', 'seasons'] },
    ),
    endpoint(
      searchSeasons,
      async ({ query }) => {
        if (query.keyword === '') return [];
        return (await searchSeasonRows(db, parseSeasonSearch(query.keyword))).map(toSeasonWithYears);
      },
      { tags: ['seasons'] },
    ),
    endpoint(getSeason, async ({ params }) => {
      const row = await findSeason(db, params.season_id);
      if (!row) throw notFound(`Season with ID ${params.season_id} not found`);
      return toSeason(row);
    }),
  ];
}
