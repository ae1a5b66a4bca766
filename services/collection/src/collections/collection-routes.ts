import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Storage } from '../storage/storage.ts';
import { countCollections, listCollectionRows, listOwnedKits } from './collection-queries.ts';
import { toCollectionSummary, toEnvelope, toValueSeries } from './collection-view.ts';
import {
  getNamedOwner,
  getOwner,
  showCollection,
  showFacets,
  showItemPage,
  type FacetQuery,
  type ItemQuery,
} from './show-collection.ts';
import { countValue, listValueChanges } from './value-queries.ts';
import { selectVisibleItems } from './visible-items.ts';

/** `/api/collections/…` */
export function collectionsRoutes(context: { db: Database; storage: Storage }): Endpoint[] {
  const { db, storage } = context;

  const permit = ({ user_id: id }: { user_id: number }, request: RequestContext) =>
    getOwner(db, id, getCaller(request));
  const permitNamed = ({ username }: { username: string }, request: RequestContext) =>
    getNamedOwner(db, username, getCaller(request));
  const describe = (owner: UserRow, request: RequestContext) =>
    showCollection(context, owner, { isOwner: owner.id === getCaller(request).id }, request);
  const listItems = ({ query }: { query: ItemQuery }, request: RequestContext, { id }: UserRow) =>
    showItemPage(context, { userId: id, isOwner: id === getCaller(request).id }, query, request);
  const countFacets = ({ query }: { query: FacetQuery }, request: RequestContext, { id }: UserRow) =>
    showFacets(db, { userId: id, isOwner: id === getCaller(request).id }, query);

  return [
    endpoint(contracts.listCollections, async ({ query: { page, page_size: size } }, request) => {
      const count = await countCollections(db);
      const rows = await listCollectionRows(db, { page, size });
      const results = rows.map((row) => toCollectionSummary(row, (key) => storage.url(key, request.baseUrl)));
      return toEnvelope(request.url, { page, size }, count, results);
    }),
    endpoint(contracts.getMyCollection, (_input, request) => describe(getCaller(request), request)),
    endpoint(contracts.getMyValue, async ({ query }, request) => {
      const { condition } = selectVisibleItems({ userId: getCaller(request).id, isOwner: true }, query);
      const totals = await countValue(db, condition);
      return { totals, series: toValueSeries(await listValueChanges(db, condition), new Date()) };
    }),
    endpoint(contracts.listMyKits, async (_input, request) => ({
      kits: await listOwnedKits(db, getCaller(request).id),
    })),
    endpoint(contracts.countMyFacets, (input, request) => countFacets(input, request, getCaller(request))),
    // These come before the paths with an id, which would also match.
    endpoint(contracts.getNamedCollection, async ({ params }, request) =>
      describe(await permitNamed(params, request), request),
    ),
    endpoint(contracts.listNamedCollectionItems, listItems, { permit: permitNamed }),
    endpoint(contracts.countNamedFacets, countFacets, { permit: permitNamed }),
    endpoint(contracts.countFacets, countFacets, { permit }),
    endpoint(contracts.getCollection, async ({ params }, request) =>
      describe(await permit(params, request), request),
    ),
    endpoint(contracts.listMyCollectionItems, (input, request) =>
      listItems(input, request, getCaller(request)),
    ),
    endpoint(contracts.listCollectionItems, listItems, { permit }),
  ];
}
