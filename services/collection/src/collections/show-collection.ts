import {
  notChoice,
  OWN_FACET_FIELDS,
  OWN_ORDERING_KEYS,
  PUBLIC_FACET_FIELDS,
  type FacetField,
  type ItemFilters,
  type OrderingKey,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { readAsOf } from '@kitroom/server/database/route-reads';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { permissionDenied } from '../accounts/sessions/caller.ts';
import { findActiveUser, findUser, type UserRow } from '../accounts/users/user-queries.ts';
import { invalidFields } from '../invalid-input.ts';
import type { Storage } from '../storage/storage.ts';
import { listCollectionItems } from './collection-queries.ts';
import { toCollectionItem, toEnvelope, toOwner, toStatistics } from './collection-view.ts';
import { countItemFacets } from './facet-queries.ts';
import { toFacets } from './facet-view.ts';
import { countCollection } from './statistics-queries.ts';
import type { View } from './visible-items.ts';

type ShowContext = { db: Database; storage: Storage };

export type ItemQuery = ItemFilters & { ordering: OrderingKey[]; page: number; page_size: number };

export type FacetQuery = ItemFilters & { fields?: readonly FacetField[] | undefined };

/** A collection's owner and statistics, as visible to the viewer. */
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

/** A page of a collection's items, in its envelope. Throws a 404 if there is no such page. */
export async function showItemPage(
  { db, storage }: ShowContext,
  view: View,
  { ordering, page, page_size: size, ...filters }: ItemQuery,
  request: RequestContext,
) {
  if (!view.isOwner) refusePrivateKeys(ordering);
  const selection = { ordering, page: { page, size } };
  const { rows, count } = await listCollectionItems(db, view, filters, selection);
  const items = rows.map((row) => toCollectionItem(row, (key) => storage.url(key, request.baseUrl)));
  return toEnvelope(request.url, { page, size }, count, items);
}

/**
 * The numbers of a collection's visible items by field; by default, by all fields that the viewer may use.
 */
export async function showFacets(db: Database, view: View, { fields = [], ...filters }: FacetQuery) {
  const permitted = [...PUBLIC_FACET_FIELDS, ...(view.isOwner ? OWN_FACET_FIELDS : [])];
  const refused = fields.filter((field) => !permitted.includes(field));
  if (refused.length > 0) throw invalidFields({ fields: refused.map(notChoice) });
  return toFacets(await countItemFacets(db, view, filters, fields.length > 0 ? fields : permitted));
}

/** Rejects orderings that would reveal data that only the owner may see. */
function refusePrivateKeys(ordering: readonly OrderingKey[]): void {
  const keys = ordering.map(({ key }) => key);
  const refused = OWN_ORDERING_KEYS.filter((key) => keys.includes(key));
  if (refused.length > 0) throw invalidFields({ ordering: refused.map(notChoice) });
}

/**
 * The owner of a collection that the caller may see: their own, or one that is not private. Throws a 404 or
 * 403 otherwise.
 */
export async function getOwner(db: Database, userId: number, caller: UserRow): Promise<UserRow> {
  if (userId === caller.id) return caller;
  await readAsOf(userId);
  return requireVisible(await findActiveUser(db, userId), caller);
}

/** Like `getOwner`, but by username, ignoring case. */
export async function getNamedOwner(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  const owner = requireVisible(await findUser(db, username), caller);
  await readAsOf(owner.id);
  return owner;
}

function requireVisible(owner: UserRow | undefined, caller: UserRow): UserRow {
  if (!owner?.is_active) throw notFound('Not found.');
  if (owner.is_private && owner.id !== caller.id) throw permissionDenied();
  return owner;
}
