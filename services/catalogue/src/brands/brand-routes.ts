import { getBrand, listBrands, searchBrands } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { listRecords } from '../list-named-records.ts';
import { toPageReply } from '../page-reply.ts';
import { toRecord } from '../records.ts';
import type { SearchIndex } from '../search-index/open-index.ts';
import { findNamed, searchNames } from '../search-names.ts';

/** Routes of `/api/brands/…` */
export function brandRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      listBrands,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = await listRecords(context, 'brands', query);
        const brands = rows.map((row) => ({
          ...toRecord(row, baseUrl),
          kit_count: row.kit_count,
        }));
        return toPageReply(brands, total, { baseUrl, path: listBrands.path, query });
      },
      { tags: ['brands', 'kits'] },
    ),
    endpoint(
      searchBrands,
      async ({ query }, { baseUrl }) =>
        (await searchNames(context, 'brands', query.keyword)).map((row) => toRecord(row, baseUrl)),
      { tags: ['brands'] },
    ),
    endpoint(getBrand, async ({ params }, { baseUrl }) => {
      const row = await findNamed(context, 'brands', params.brand_id);
      if (!row) throw notFound(`Brand with ID ${params.brand_id} not found`);
      return toRecord(row, baseUrl);
    }),
  ];
}
