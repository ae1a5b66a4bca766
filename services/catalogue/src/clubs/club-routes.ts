import { getClub, listClubKits, listClubs, listRandomClubs, searchClubs } from '@kitroom/catalogue-client';
import { keepKnown } from '@kitroom/server/http/paging';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { openRandomOrder } from '../draws/random-order.ts';
import { toKitPage } from '../kits/kit-page.ts';
import { listClubKitIds } from '../kits/list-kits.ts';
import { clubNotFound } from './club-not-found.ts';
import { listRecords } from '../list-named-records.ts';
import { toPageReply } from '../page-reply.ts';
import { findNamed, searchNames } from '../search-names.ts';
import { findCrestLook } from './crest-look.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { toClub, toClubDetail, toListedClub, toRandomClub } from './club-view.ts';

/** What a club with its crest shows. */
const CREST_TAGS = ['clubs', 'kits', 'seasons', 'kit_types'];

/** Routes of `/api/clubs/…` and `/api/random-clubs/` */
export function clubRoutes(context: { index: SearchIndex }): Endpoint[] {
  const { index } = context;
  const randomOrder = openRandomOrder('clubs');
  return [
    listEndpoint(context),
    endpoint(
      searchClubs,
      async ({ query }, { baseUrl }) =>
        (await searchNames(context, 'clubs', query.keyword)).map((row) => toClub(row, baseUrl)),
      { tags: ['clubs'] },
    ),
    endpoint(
      getClub,
      async ({ params }, { baseUrl }) => {
        const row = await findNamed(context, 'clubs', params.club_id);
        if (!row) throw await clubNotFound(context, params.club_id, (id) => `${baseUrl}/api/clubs/${id}`);
        return toClubDetail(row, findCrestLook(await index.read(), row), baseUrl);
      },
      { tags: CREST_TAGS },
    ),
    endpoint(
      listClubKits,
      async ({ params, query }, { baseUrl, url }) => {
        const club = params.club_id;
        const current = await index.read();
        const page = listClubKitIds(current, { ...query, club });
        if (page.total === 0 && !current.clubs.byId.has(club)) {
          const { search } = new URL(keepKnown(url, listClubKits));
          throw await clubNotFound(context, club, (id) => `${baseUrl}/api/clubs/${id}/kits${search}`);
        }
        return toKitPage(current, page, { baseUrl, path: `/api/clubs/${club}/kits`, query });
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands'] },
    ),
    endpoint(listRandomClubs, async ({ query }, { baseUrl }) => {
      const current = await index.read();
      const { ids, pagination } = randomOrder.read(current, query);
      const { clubs, kits } = current;
      const counts = kits.countAll('clubs');
      const rows = ids.map((id) => clubs.byId.get(id)).filter((row) => row !== undefined);
      return { clubs: rows.map((row) => toRandomClub(row, counts.get(row.id) ?? 0, baseUrl)), pagination };
    }),
  ];
}

/** `/api/clubs` */
function listEndpoint(context: { index: SearchIndex }): Endpoint {
  return endpoint(
    listClubs,
    async ({ query }, { baseUrl }) => {
      const { rows, total } = await listRecords(context, 'clubs', query);
      const index = await context.index.read();
      const clubs = rows.map((row) => toListedClub(row, findCrestLook(index, row), baseUrl));
      return toPageReply(clubs, total, { baseUrl, path: listClubs.path, query });
    },
    { tags: CREST_TAGS },
  );
}
