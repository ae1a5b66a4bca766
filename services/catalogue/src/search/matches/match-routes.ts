import { matchTexts } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { fold } from '@kitroom/shared';
import { toClub } from '../../clubs/club-view.ts';
import { toKit } from '../../kits/kit-view.ts';
import { toRecord, toSeason } from '../../records/record-view.ts';
import type { SearchIndex } from '../index/open-index.ts';
import { matchClub } from './match-clubs.ts';
import { listKitsOfSeasons, matchKit } from './match-kits.ts';
import { matchEach, matchName, matchSeason, type Match } from './match-names.ts';

/** `POST /api/match` */
export function matchRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(matchTexts, async ({ body }, { baseUrl }) => {
      const index = await context.index.read();
      const brands = await matchEach(body.brands, (text) => matchName(index, 'brands', text));
      const clubs = await matchEach(body.clubs, (text) => matchClub(index.clubs, fold(text)));
      const seasons = await matchEach(body.seasons, (text) => matchSeason(index, text));
      const kits = await matchEach(body.kits, (text) => matchKit(index, text));
      return {
        brands: show(brands, (row) => toRecord(row, baseUrl)),
        clubs: show(clubs, (row) => toClub(row, baseUrl)),
        seasons: show(seasons, toSeason),
        kits: show(kits, (row) => toKit(row, baseUrl)),
        ...(body.club_seasons && {
          club_seasons: listKitsOfSeasons(index, body.club_seasons).map((rows) =>
            rows.map((row) => toKit(row, baseUrl)),
          ),
        }),
      };
    }),
  ];
}

function show<Row, Shown extends object>(matches: Array<Array<Match<Row>>>, view: (row: Row) => Shown) {
  return matches.map((list) => list.map(({ row, score }) => ({ ...view(row), score })));
}
