import {
  getBrand,
  getCompetition,
  listBrands,
  listCompetitions,
  searchBrands,
  searchCompetitions,
} from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { listRecords, searchNames } from '../named-records.ts';
import { toCompetition, toRecord } from '../records.ts';
import { toPageReply } from '../replies.ts';
import type { SearchIndex } from '../search-index/open-index.ts';

/** Routes of `/api/brands/…` and `/api/competitions/…` */
export function recordRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      listBrands,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = listRecords(await index.read(), 'brands', query);
        const brands = rows.map((row) => ({ ...toRecord(row, baseUrl), kit_count: row.kit_count }));
        return toPageReply(brands, total, { baseUrl, path: listBrands.path, query });
      },
      { tags: ['brands', 'kits'] },
    ),
    endpoint(
      searchBrands,
      async ({ query }, { baseUrl }) =>
        searchNames(await index.read(), 'brands', query.keyword).map((row) => toRecord(row, baseUrl)),
      { tags: ['brands'] },
    ),
    endpoint(getBrand, async ({ params }, { baseUrl }) => {
      const row = (await index.read()).brands.byId.get(params.brand_id);
      if (!row) throw notFound(`Brand with ID ${params.brand_id} not found`);
      return toRecord(row, baseUrl);
    }),
    endpoint(
      listCompetitions,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = listRecords(await index.read(), 'competitions', query);
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
        searchNames(await index.read(), 'competitions', query.keyword).map((row) =>
          toCompetition(row, baseUrl),
        ),
      { tags: ['competitions'] },
    ),
    endpoint(getCompetition, async ({ params }, { baseUrl }) => {
      const row = (await index.read()).competitions.byId.get(params.competition_id);
      if (!row) throw notFound(`Competition with ID ${params.competition_id} not found`);
      return toCompetition(row, baseUrl);
    }),
  ];
}
