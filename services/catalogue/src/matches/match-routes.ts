import { matchTexts } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { toClub } from '../clubs/club-view.ts';
import { toKit } from '../kits/kit-view.ts';
import { toRecord, toSeason } from '../records.ts';
import { matchClubs } from './match-clubs.ts';
import { listKitsOfSeasons, matchKits } from './match-kits.ts';
import { matchNames, matchSeasons, type Match } from './match-names.ts';
import type { SearchIndex } from '../search-index/open-index.ts';

/** `POST /api/match` */
export function matchRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(matchTexts, async ({ body }, { baseUrl }) => {
      return {
        brands: show(await matchNames(context, 'brands', body.brands), (row) => toRecord(row, baseUrl)),
        clubs: show(await matchClubs(context, body.clubs), (row) => toClub(row, baseUrl)),
        seasons: show(await matchSeasons(context, body.seasons), toSeason),
        kits: show(await matchKits(context, body.kits), (row) => toKit(row, baseUrl)),
        ...(body.club_seasons && {
          club_seasons: (await listKitsOfSeasons(context, body.club_seasons)).map((kits) =>
            kits.map((row) => toKit(row, baseUrl)),
          ),
        }),
      };
    }),
  ];
}

function show<Row, Shown extends object>(matches: Array<Array<Match<Row>>>, view: (row: Row) => Shown) {
  return matches.map((list) => list.map(({ row, score }) => ({ ...view(row), score })));
}
