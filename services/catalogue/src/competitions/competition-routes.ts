import { getCompetition, listCompetitions, searchCompetitions } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { listRecords } from '../list-named-records.ts';
import { toPageReply } from '../page-reply.ts';
import { toRecord } from '../records.ts';
import type { NamedRow } from '../search-index/index-queries.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { findNamed, searchNames } from '../search-names.ts';

/** Routes of `/api/competitions/…` */
export function competitionRoutes(context: { index: SearchIndex }): Endpoint[] {
  const toCompetition = (row: NamedRow, baseUrl: string) => ({
    ...toRecord(row, baseUrl),
    country: row.country ?? null,
  });
  return [
    endpoint(
      listCompetitions,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = await listRecords(context, 'competitions', query);
        const competitions = rows.map((row) => ({
          ...toCompetition(row, baseUrl),
          kit_count: row.kit_count,
        }));
        return toPageReply(competitions, total, { baseUrl, path: listCompetitions.path, query });
      },
      { tags: ['competitions', 'kits'] },
    ),
    endpoint(
      searchCompetitions,
      async ({ query }, { baseUrl }) =>
        (await searchNames(context, 'competitions', query.keyword)).map((row) => toCompetition(row, baseUrl)),
      { tags: ['competitions'] },
    ),
    endpoint(getCompetition, async ({ params }, { baseUrl }) => {
      const row = await findNamed(context, 'competitions', params.competition_id);
      if (!row) throw notFound(`Competition with ID ${params.competition_id} not found`);
      return toCompetition(row, baseUrl);
    }),
  ];
}
