import * as contracts from '@kitroom/collection-client';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import { keepKnown, toPageHeaders } from '@kitroom/server/http/paging';
import { requirePage } from '../paging.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import { toPhoto } from '../photos/photo-view.ts';
import { changeItem, cloneItem, createItem, deleteItem, getOwnItem, getVisibleItem } from './change-item.ts';
import type { ItemInput, NamedItemRow } from './item-columns.ts';
import type { ItemVersion } from './item-queries.ts';
import { toItemDetail, toItemValue, toListedItem } from './item-view.ts';
import { runBatch, type ItemContext } from './run-batch.ts';
import { listOwnItems } from './list-own-items.ts';
import { listItemValues } from './item-value-queries.ts';

/** `/api/items/…` */
export function itemRoutes(context: ItemContext): Endpoint[] {
  const { db, storage } = context;

  async function show(row: NamedItemRow, request: RequestContext) {
    const photos = await photosOfItems(db, [row.id]);
    return toItemDetail(
      row,
      getCaller(request).id,
      photos.map((photo) => toPhoto(photo, storage, request.baseUrl)),
    );
  }
  const keyOf = ({ id }: { id: number }, request: RequestContext) => ({ id, userId: getCaller(request).id });

  const permit = (params: { id: number }, request: RequestContext) => getOwnItem(db, keyOf(params, request));

  const change =
    (options: { isPartial: boolean }) =>
    async ({ body }: { body: ItemInput }, request: RequestContext, stored: ItemVersion) =>
      show(await changeItem(context, stored, body, options), request);

  return [
    endpoint(contracts.listItems, async ({ query }, request) => {
      const page = { page: query.page, size: query.page_size };
      const { rows, count } = await listOwnItems(db, getCaller(request).id, query, page);
      requirePage(page, count);
      return new Reply(rows.map(toListedItem), {
        headers: toPageHeaders(keepKnown(request.url, contracts.listItems), page, count),
      });
    }),
    endpoint(contracts.createItem, async ({ body }, request) => {
      const { id } = getCaller(request);
      const row = await createItem(context, id, body);
      return new Reply(toItemDetail(row, id, []), { status: 201 });
    }),
    // Before the paths of single items, which it would match.
    endpoint(contracts.batchItems, ({ body }, request) => runBatch(context, getCaller(request).id, body)),
    endpoint(contracts.getItem, async ({ params }, request) =>
      show(await getVisibleItem(db, keyOf(params, request)), request),
    ),
    endpoint(contracts.putItem, change({ isPartial: false }), { permit }),
    endpoint(contracts.patchItem, change({ isPartial: true }), { permit }),
    endpoint(
      contracts.deleteItem,
      async ({ params }, request) => {
        await deleteItem(context, keyOf(params, request));
        return new Reply(undefined, { status: 204 });
      },
      { permit },
    ),
    endpoint(
      contracts.cloneItem,
      async ({ body }, _request, stored) => {
        const row = await cloneItem(context, stored, body);
        return new Reply(toItemDetail(row, row.user_id, []), { status: 201 });
      },
      { permit },
    ),
    endpoint(
      contracts.listItemValues,
      async ({ params: { id }, query }, request) => {
        const page = { page: query.page, size: query.page_size };
        const { rows, count } = await listItemValues(db, id, page);
        requirePage(page, count);
        return new Reply(rows.map(toItemValue), {
          headers: toPageHeaders(keepKnown(request.url, contracts.listItemValues), page, count),
        });
      },
      { permit },
    ),
  ];
}
