import {
  countKitFacets,
  getKit,
  getKitPicture,
  getKitPicturePng,
  listKits,
  listKitsInBulk,
  listRandomKits,
  searchKits,
} from '@kitroom/catalogue-client';
import type { Cache } from '@kitroom/server/cache/cache';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { drawKit, hashKitLook } from '@kitroom/shared';
import { toClient } from '../api-keys/guards.ts';
import { openRandomOrder } from '../random/random-order.ts';
import { replyWithDrawing, replyWithPicture } from '../replies.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { explainKitSearch } from '../search/kits/explain-search.ts';
import { findKits } from '../search/kits/search-kits.ts';
import { countFacets } from './count-facets.ts';
import { openKitPictures } from './kit-pictures.ts';
import { findKit, listKits as listKitRows, type KitRow } from './kit-rows.ts';
import {
  EXPANDED_TAGS,
  toExplainedSearch,
  toKit,
  toKitLook,
  toKitPage,
  toKitSearchItem,
  toRandomKit,
} from './kit-view.ts';
import { readBulkKits, readBulkQuery } from './list-kits-in-bulk.ts';
import { listKitPage } from './list-kits.ts';

/** Routes of `/api/kits…` and `/api/random-kits/` */
export function kitRoutes(context: { index: SearchIndex; cache: Cache }): Endpoint[] {
  const { index } = context;
  const randomOrder = openRandomOrder('kits');
  return [
    endpoint(
      listKits,
      async ({ query }, { baseUrl }) => {
        const current = await index.read();
        return toKitPage(listKitPage(current, query), { baseUrl, path: listKits.path, query });
      },
      { tags: [...EXPANDED_TAGS, 'competitions'] },
    ),
    endpoint(
      countKitFacets,
      async ({ query: { fields, ...filters } }) => countFacets(await index.read(), filters, fields),
      { tags: [...EXPANDED_TAGS, 'competitions'] },
    ),
    endpoint(
      searchKits,
      async ({ query: { keyword, explain } }, { baseUrl }) => {
        const current = await index.read();
        return explain
          ? toExplainedSearch(explainKitSearch(current, keyword), baseUrl)
          : findKits(current, keyword).rows.map((row) => toKitSearchItem(row, baseUrl));
      },
      { tags: [...EXPANDED_TAGS, 'competitions'] },
    ),
    endpoint(
      listKitsInBulk,
      async ({ query }, { baseUrl }) => {
        const items = readBulkQuery(query);
        const view = { baseUrl, expand: query.expand ?? false };
        const { kits, isCached } = await readBulkKits(context, items, view);
        return new Reply(kits, { isCached });
      },
      { tags: EXPANDED_TAGS },
    ),
    endpoint(
      getKit,
      async ({ params }, { baseUrl }) => toKit(getKitRow(await index.read(), params.kit_id), baseUrl),
      { tags: [...EXPANDED_TAGS, 'competitions'] },
    ),
    endpoint(listRandomKits, async ({ query }, { baseUrl }) => {
      const current = await index.read();
      const { ids, pagination } = randomOrder.read(current, index.now(), query);
      const kits = listKitRows(current, ids);
      return { kits: kits.map((row) => toRandomKit(row, baseUrl)), pagination };
    }),
  ];
}

/**
 * Routes of `/api/kits/{kit_id}/picture.svg` and `.png`. Only rendered PNGs are cached, because drawing takes
 * only about 15 microseconds.
 */
export function kitPictureRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  const pictures = openKitPictures();
  const findLook = async (id: number) => {
    const look = toKitLook(getKitRow(await index.read(), id));
    return { look, hash: hashKitLook(look) };
  };
  return [
    endpoint(getKitPicture, async ({ params, query }) => {
      const { look, hash } = await findLook(params.kit_id);
      return replyWithDrawing(drawKit(look), { isCurrent: query.v === hash });
    }),
    endpoint(getKitPicturePng, async ({ params, query: { v, size } }, request) => {
      const { look, hash } = await findLook(params.kit_id);
      const drawing = { key: `${params.kit_id} ${hash}`, draw: () => drawKit(look), size };
      return replyWithPicture(await pictures.get(drawing, toClient(request)), { isCurrent: v === hash });
    }),
  ];
}

function getKitRow(index: CatalogueIndex, id: number): KitRow {
  const row = findKit(index, index.kits.get(id));
  if (!row) throw notFound(`Kit with ID ${id} not found`);
  return row;
}
