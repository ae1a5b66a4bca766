import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import type { Context } from '../context.ts';
import { requirePage } from '../paging.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { countCollections, listCollectionRows } from './collection-queries.ts';
import { toCollectionSummary, toEnvelope } from './collection-view.ts';
import { getNamedOwner, getOwner } from './see-collection.ts';
import { showCollection, showItemPage } from './show-collection.ts';
import type { View } from './show-items.ts';
import { countValue, listValueChanges } from './value-queries.ts';
import { toValueSeries } from './value-series.ts';

/** `/api/collections/…` */
export function collectionsRoutes(context: Context): Endpoint[] {
  const { db, storage } = context;

  // Checks access before the query is read; handlers reuse the owner.
  const owners = new WeakMap<RequestContext, UserRow>();

  async function permitNamed({ username }: { username: string }, request: RequestContext) {
    owners.set(request, await getNamedOwner(db, username, getCaller(request)));
  }

  function viewNamed(request: RequestContext): View {
    const owner = owners.get(request);
    if (!owner) throw new Error('a collection is listed whose owner was not read');
    return { userId: owner.id, isOwner: owner.id === getCaller(request).id };
  }

  const describe = (owner: UserRow, isOwner: boolean, request: RequestContext) =>
    showCollection(context, owner, { isOwner }, request);

  return [
    endpoint(contracts.listCollections, async ({ query: { page, page_size: size } }, request) => {
      const count = await countCollections(db);
      requirePage({ page, size }, count);
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
      ({ query }, request) => showItemPage(context, viewNamed(request), query, request),
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
      ({ params: { user_id: userId }, query }, request) =>
        showItemPage(context, { userId, isOwner: userId === getCaller(request).id }, query, request),
      { permit: async (params, request) => void (await getOwner(db, params.user_id, getCaller(request))) },
    ),
  ];
}
