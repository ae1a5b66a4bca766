import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { invalidFields } from '../../invalid-input.ts';
import { findUser, updateUser, type UserRow } from './user-queries.ts';
import { USERNAME_TEXT } from '@kitroom/collection-client';
import { permissionDenied } from '../sessions/caller.ts';

/** The user with that name, if visible to the caller; otherwise throws not-found. */
export async function getVisibleUser(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  const user = await findUser(db, username);
  if (user?.id === caller.id) return caller;
  if (!user?.is_active || user.is_private) throw notFound('Not found.');
  return user;
}

/** The user with that name; throws unless it is the caller. */
export async function getOwnUser(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  const user = await getVisibleUser(db, username, caller);
  if (user.id !== caller.id) throw permissionDenied();
  return user;
}

/** Changes a user; 400 if the username is taken. */
export async function changeUser(
  db: Database,
  id: number,
  changes: { username?: string | undefined; name?: string | undefined },
): Promise<UserRow> {
  try {
    const user = await updateUser(db, id, changes);
    if (!user) throw notFound('Not found.');
    return user;
  } catch (error) {
    if (isUsernameTaken(error)) throw invalidFields({ username: [USERNAME_TEXT.taken] });
    throw error;
  }
}

/** Whether a statement failed because the username is taken. */
export function isUsernameTaken(error: unknown): boolean {
  return isTaken(error, 'users_username_key') || isTaken(error, 'users_username_folded_key');
}

/** Whether a statement violated this unique constraint. */
export function isTaken(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
