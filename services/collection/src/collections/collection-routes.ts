import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { countCollections, listCollectionRows } from './collection-queries.ts';
import { toCollectionSummary, toEnvelope, toValueSeries } from './collection-view.ts';
import { getNamedOwner, getOwner, showCollection, showItemPage } from './show-collection.ts';
import type { View } from './show-items.ts';
import { countValue, listValueChanges } from './value-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Storage } from '../storage/storage.ts';

/** `/api/collections/…` */
export function collectionsRoutes(context: { db: Database; storage: Storage }): Endpoint[] {
  const { db, storage } = context;

  const permit = ({ user_id: id }: { user_id: number }, request: RequestContext) =>
    getOwner(db, id, getCaller(request));
  const permitNamed = ({ username }: { username: string }, request: RequestContext) =>
    getNamedOwner(db, username, getCaller(request));
  const viewOf = ({ id }: UserRow, request: RequestContext): View => ({
    userId: id,
    isOwner: id === getCaller(request).id,
  });
  const describe = (owner: UserRow, isOwner: boolean, request: RequestContext) =>
    showCollection(context, owner, { isOwner }, request);

  return [
    endpoint(contracts.listCollections, async ({ query: { page, page_size: size } }, request) => {
      const count = await countCollections(db);
      const rows = await listCollectionRows(db, { page, size });
      const results = rows.map((row) => toCollectionSummary(row, (key) => storage.url(key, request.baseUrl)));
      return toEnvelope(request.url, { page, size }, count, results);
    }),
    endpoint(contracts.getMyCollection, (_input, request) => describe(getCaller(request), true, request)),
    endpoint(contracts.getMyValue, async (_input, request) => {
      const { id } = getCaller(request);
      const totals = await countValue(db, id);
      return { totals, series: toValueSeries(await listValueChanges(db, id), new Date()) };
    }),
    // Before the paths with an id, which would match.
    endpoint(contracts.getNamedCollection, async ({ params }, request) => {
      const caller = getCaller(request);
      const owner = await getNamedOwner(db, params.username, caller);
      return describe(owner, owner.id === caller.id, request);
    }),
    endpoint(
      contracts.listNamedCollectionItems,
      ({ query }, request, owner) => showItemPage(context, viewOf(owner, request), query, request),
      { permit: permitNamed },
    ),
    endpoint(contracts.getCollection, async ({ params }, request) => {
      const caller = getCaller(request);
      return describe(await getOwner(db, params.user_id, caller), params.user_id === caller.id, request);
    }),
    endpoint(contracts.listMyCollectionItems, ({ query }, request) =>
      showItemPage(context, { userId: getCaller(request).id, isOwner: true }, query, request),
    ),
    endpoint(
      contracts.listCollectionItems,
      ({ query }, request, owner) => showItemPage(context, viewOf(owner, request), query, request),
      { permit },
    ),
  ];
}
