import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { permissionDenied } from '../accounts/users/permission-denied.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { findOwner } from './collection-queries.ts';

/** The owner of a collection that the caller may see: their own, or one that is not private. */
export async function getOwner(db: Database, userId: number, caller: UserRow): Promise<UserRow> {
  if (userId === caller.id) return caller;
  const owner = await findOwner(db, userId);
  if (!owner) throw notFound('Not found.');
  if (owner.is_private) {
    throw permissionDenied();
  }
  return owner;
}
