import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import { writeOnce } from '../idempotency/write-once.ts';
import { replyWithPage } from '../paging.ts';
import { photosOfItems, type PhotoRow } from '../photos/photo-queries.ts';
import { toPhoto } from '../photos/photo-view.ts';
import { admit, isLimited, type ServiceLimits } from '../user-limits/admit.ts';
import {
  changeItem,
  checkClone,
  checkNewItem,
  deleteItem,
  getOwnItem,
  getVisibleItem,
  requireVersion,
} from './change-item.ts';
import type { ItemColumns, ItemInput, NamedItemRow } from './item-columns.ts';
import { listOwnItems } from './item-page-queries.ts';
import { insertItem, type ItemVersion } from './item-queries.ts';
import { listItemValues } from './item-value-queries.ts';
import { itemVersion, toItemDetail, toItemValue, toListedItem } from './item-view.ts';
import { listItemChanges } from './list-item-changes.ts';
import { runBatch, type ItemContext } from './run-batch.ts';

/** `/api/items/…` */
export function itemRoutes(context: ItemContext & { config: ServiceLimits }): Endpoint[] {
  const { config, db, storage } = context;

  async function show(row: NamedItemRow, request: RequestContext) {
    return reply(row, await photosOfItems(db, [row.id]), request);
  }

  /** Inserts a new item of the caller, which has no photos. */
  function insert(columns: ItemColumns, request: RequestContext) {
    const caller = getCaller(request);
    const write = async (transaction: Database) => {
      const admission = await admit(transaction, config, caller, { items: 1 });
      return reply(await insertItem(transaction, admission, columns), [], request);
    };
    return writeOnce(db, request, write, { isOne: !isLimited(config, caller) });
  }

  function reply(row: NamedItemRow, photos: readonly PhotoRow[], request: RequestContext) {
    // No ETag for others: it would show that private fields have changed.
    const version = row.user_id === getCaller(request).id ? itemVersion(row, photos) : undefined;
    return new Reply(toDetail(row, photos, request), { version });
  }

  function toDetail(row: NamedItemRow, photos: readonly PhotoRow[], request: RequestContext) {
    const shown = photos.map((photo) => toPhoto(photo, storage, request.baseUrl));
    return toItemDetail(row, getCaller(request).id, shown);
  }
  const keyOf = ({ id }: { id: number }, request: RequestContext) => ({ id, userId: getCaller(request).id });

  const permit = (params: { id: number }, request: RequestContext) => getOwnItem(db, keyOf(params, request));

  async function permitChange(params: { id: number }, request: RequestContext) {
    const stored = await permit(params, request);
    if (request.ifMatch !== undefined) {
      requireVersion(request.ifMatch, itemVersion(stored, await photosOfItems(db, [stored.id])));
    }
    return stored;
  }

  const change =
    (options: { isPartial: boolean }) =>
    async ({ body }: { body: ItemInput }, request: RequestContext, stored: ItemVersion) =>
      show(
        await changeItem(context, stored, body, { ...options, isConditional: request.ifMatch !== undefined }),
        request,
      );

  return [
    endpoint(contracts.listItems, ({ query }, request) =>
      replyWithPage(
        { contract: contracts.listItems, query, request },
        (page) => listOwnItems(db, getCaller(request).id, query, page),
        (row) => toListedItem(row, (key) => storage.url(key, request.baseUrl)),
      ),
    ),
    endpoint(contracts.createItem, async ({ body }, request) =>
      insert(await checkNewItem(context, body), request),
    ),
    // Before the paths of single items, which would match it.
    endpoint(contracts.batchItems, ({ body }, request) =>
      runBatch(context, { userId: getCaller(request).id, once: request.once }, body),
    ),
    endpoint(contracts.listItemChanges, async ({ query }, request) => {
      const page = await listItemChanges(db, getCaller(request).id, query, (row, photos) =>
        toDetail(row, photos, request),
      );
      return new Reply(page, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
    }),
    endpoint(contracts.getItem, async ({ params }, request) =>
      show(await getVisibleItem(db, keyOf(params, request)), request),
    ),
    endpoint(contracts.putItem, change({ isPartial: false }), { permit: permitChange }),
    endpoint(contracts.patchItem, change({ isPartial: true }), { permit: permitChange }),
    endpoint(
      contracts.deleteItem,
      ({ params }, request, { version }) =>
        deleteItem(context, keyOf(params, request), request.ifMatch === undefined ? undefined : version),
      { permit: permitChange },
    ),
    endpoint(
      contracts.cloneItem,
      async ({ body }, request, stored) => insert(await checkClone(context, stored, body), request),
      { permit },
    ),
    endpoint(
      contracts.listItemValues,
      ({ params: { id }, query }, request) =>
        replyWithPage(
          { contract: contracts.listItemValues, query, request },
          (page) => listItemValues(db, id, page),
          toItemValue,
        ),
      { permit },
    ),
  ];
}
