import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { permissionDenied } from '../accounts/users/permission-denied.ts';
import { findActiveUser, findUser, type UserRow } from '../accounts/users/user-queries.ts';

/** The owner of a collection that the caller may see: their own, or one that is not private. */
export async function getOwner(db: Database, userId: number, caller: UserRow): Promise<UserRow> {
  if (userId === caller.id) return caller;
  return requireVisible(await findActiveUser(db, userId), caller);
}

/** As `getOwner`, by username, ignoring case. */
export async function getNamedOwner(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  return requireVisible(await findUser(db, username), caller);
}

function requireVisible(owner: UserRow | undefined, caller: UserRow): UserRow {
  if (!owner?.is_active) throw notFound('Not found.');
  if (owner.is_private && owner.id !== caller.id) throw permissionDenied();
  return owner;
}
