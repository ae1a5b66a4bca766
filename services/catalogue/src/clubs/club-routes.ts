import * as contracts from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { drawCrest, drawNoLogo, hashCrestLook } from '@kitroom/shared';
import { toKitPage } from '../kits/kit-view.ts';
import { listClubKits } from '../kits/list-kits.ts';
import { openRandomOrder } from '../random/random-order.ts';
import { listRecords, searchNames } from '../records/list-records.ts';
import { replyWithDrawing, toPageReply } from '../replies.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { findCrestLook, toClub, toClubDetail, toListedClub, toRandomClub } from './club-view.ts';
import { getClub } from './get-club.ts';

/** The tables that a club with its crest shows. */
const CREST_TAGS = ['clubs', 'kits', 'seasons', 'kit_types'];

/** Routes of `/api/clubs/…` and `/api/random-clubs/` */
export function clubRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  const randomOrder = openRandomOrder('clubs');
  return [
    endpoint(
      contracts.listClubs,
      async ({ query }, { baseUrl }) => {
        const current = await index.read();
        const { rows, total } = listRecords(current, 'clubs', query);
        const clubs = rows.map((row) => toListedClub(row, findCrestLook(current, row), baseUrl));
        return toPageReply(clubs, total, { baseUrl, path: contracts.listClubs.path, query });
      },
      { tags: CREST_TAGS },
    ),
    endpoint(
      contracts.searchClubs,
      async ({ query }, { baseUrl }) =>
        searchNames(await index.read(), 'clubs', query.keyword).map((row) => toClub(row, baseUrl)),
      { tags: ['clubs'] },
    ),
    endpoint(
      contracts.getClub,
      async ({ params }, { baseUrl }) => {
        const current = await index.read();
        const row = getClub(current, params.club_id);
        return { ...toClubDetail(row, findCrestLook(current, row), baseUrl), aliases: [...row.aliases] };
      },
      { tags: CREST_TAGS },
    ),
    endpoint(
      contracts.listClubKits,
      async ({ params, query }, { baseUrl }) => {
        const club = params.club_id;
        const current = await index.read();
        const page = listClubKits(current, { ...query, club });
        if (page.total === 0) getClub(current, club);
        return toKitPage(page, { baseUrl, path: `/api/clubs/${club}/kits`, query });
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands'] },
    ),
    endpoint(contracts.listRandomClubs, async ({ query }, { baseUrl }) => {
      const current = await index.read();
      const { ids, pagination } = randomOrder.read(current, index.now(), query);
      const { clubs, kits } = current;
      const counts = kits.countAll('clubs');
      const rows = ids.map((id) => clubs.byId.get(id)).filter((row) => row !== undefined);
      return { clubs: rows.map((row) => toRandomClub(row, counts.get(row.id) ?? 0, baseUrl)), pagination };
    }),
  ];
}

/** `/api/clubs/{club_id}/crest.svg` and `/api/no-logo.svg` */
export function crestRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(contracts.getClubCrest, async ({ params, query }) => {
      const current = await index.read();
      const club = getClub(current, params.club_id);
      const look = findCrestLook(current, club);
      return replyWithDrawing(drawCrest(look), { isCurrent: query.v === hashCrestLook(look) });
    }),
    endpoint(contracts.getNoLogo, () => replyWithDrawing(drawNoLogo(), { isCurrent: false })),
  ];
}
