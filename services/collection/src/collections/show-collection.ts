import { notChoice, OWN_ORDERING_KEYS, type ItemFilters, type OrderingKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { requirePage } from '../paging.ts';
import type { Storage } from '../storage/storage.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { listCollectionItems } from './collection-queries.ts';
import { toCollectionItem, toEnvelope, toOwner, toStatistics } from './collection-view.ts';
import { invalidFields } from '../invalid-input.ts';
import type { View } from './show-items.ts';
import { countCollection } from './statistics-queries.ts';

interface ShowContext {
  db: Database;
  storage: Storage;
}

export type ItemQuery = ItemFilters & { ordering: OrderingKey[]; page: number; page_size: number };

/** A collection's owner and statistics, as its viewer sees them. */
export async function showCollection(
  { db, storage }: ShowContext,
  owner: UserRow,
  { isOwner }: Pick<View, 'isOwner'>,
  { baseUrl }: RequestContext,
) {
  const statistics = await countCollection(db, { userId: owner.id, isOwner });
  const user = toOwner(owner, (key) => storage.url(key, baseUrl));
  return { user, statistics: toStatistics(statistics, isOwner) };
}

/** A page of a collection's items, in its envelope; 404 if there is no such page. */
export async function showItemPage(
  { db, storage }: ShowContext,
  view: View,
  { ordering, page, page_size: size, ...filters }: ItemQuery,
  request: RequestContext,
) {
  if (!view.isOwner) refusePrivateKeys(ordering);
  const selection = { ordering, page: { page, size } };
  const { rows, count } = await listCollectionItems(db, view, filters, selection);
  requirePage({ page, size }, count);
  const items = rows.map((row) => toCollectionItem(row, (key) => storage.url(key, request.baseUrl)));
  return toEnvelope(request.url, { page, size }, count, items);
}

/** The order of a list would tell what its owner alone may see. */
function refusePrivateKeys(ordering: readonly OrderingKey[]): void {
  const keys = ordering.map(({ key }) => key);
  const refused = OWN_ORDERING_KEYS.filter((key) => keys.includes(key));
  if (refused.length > 0) throw invalidFields({ ordering: refused.map(notChoice) });
}
