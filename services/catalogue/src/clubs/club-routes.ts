import { getClub, listClubKits, listClubs, listRandomClubs, searchClubs } from '@kitroom/catalogue-client';
import { keepKnown } from '@kitroom/server/http/paging';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Context } from '../context.ts';
import { readDraw } from '../draws/read-draw.ts';
import { toKitPage } from '../kits/kit-page.ts';
import { listClubKitIds } from '../kits/list-kits.ts';
import { clubNotFound } from './club-not-found.ts';
import { listRecords } from '../list-named-records.ts';
import { toPageReply } from '../page-reply.ts';
import { findNamed, searchNames } from '../search-names.ts';
import { findCrestLook } from './crest-look.ts';
import { toClub, toClubDetail, toListedClub, toRandomClub } from './club-view.ts';

/** Routes of `/api/clubs/…` and `/api/random-clubs/` */
export function clubRoutes(context: Context): Endpoint[] {
  const { db, index } = context;
  return [
    listEndpoint(context),
    endpoint(
      searchClubs,
      async ({ query }, { baseUrl }) =>
        (await searchNames(context, 'clubs', query.keyword)).map((row) => toClub(row, baseUrl)),
      { tags: ['clubs'] },
    ),
    endpoint(getClub, async ({ params }, { baseUrl }) => {
      const row = await findNamed(context, 'clubs', params.club_id);
      if (!row) throw await clubNotFound(db, params.club_id, (id) => `${baseUrl}/api/clubs/${id}`);
      return toClubDetail(row, findCrestLook(await index.read(), row), baseUrl);
    }),
    endpoint(
      listClubKits,
      async ({ params, query }, { baseUrl, url }) => {
        const club = params.club_id;
        const current = await index.read();
        const page = listClubKitIds(current, { ...query, club });
        if (page.total === 0 && !current.clubs.byId.has(club)) {
          const { search } = new URL(keepKnown(url, listClubKits));
          throw await clubNotFound(db, club, (id) => `${baseUrl}/api/clubs/${id}/kits${search}`);
        }
        return toKitPage(current, page, { baseUrl, path: `/api/clubs/${club}/kits`, query });
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands'] },
    ),
    endpoint(listRandomClubs, async ({ query }, { baseUrl }) => {
      const { ids, pagination } = await readDraw(db, 'clubs', query);
      const { clubs, kits } = await index.read();
      const counts = kits.countAll('clubs');
      const rows = ids.map((id) => clubs.byId.get(id)).filter((row) => row !== undefined);
      return { clubs: rows.map((row) => toRandomClub(row, counts.get(row.id) ?? 0, baseUrl)), pagination };
    }),
  ];
}

/** `/api/clubs` */
function listEndpoint(context: Context): Endpoint {
  return endpoint(
    listClubs,
    async ({ query }, { baseUrl }) => {
      const { rows, total } = await listRecords(context, 'clubs', query);
      const index = await context.index.read();
      const clubs = rows.map((row) => toListedClub(row, findCrestLook(index, row), baseUrl));
      return toPageReply(clubs, total, { baseUrl, path: listClubs.path, query });
    },
    { tags: ['clubs', 'kits', 'seasons', 'kit_types'] },
  );
}
