import { query, setStatementTimeout, type Database } from '@kitroom/server/database/database';
import { users, type UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNT_DELETION_MS } from '../limits.ts';
import type { PhotoKeys } from '../photos/photo-files.ts';
import { PHOTO_KEYS, photos } from '../photos/photo-queries.ts';

/** What remains to be done for a deleted user. */
export interface DeletedUser {
  /** Undefined if there was no such user. */
  user: Pick<UserRow, 'avatar_key' | 'email'> | undefined;
  /** The files of the user's photos. */
  photos: PhotoKeys[];
  /** The keys of the files of the user's exports and imports. */
  files: string[];
}

/**
 * Deletes a user with all their data. Locks are taken in the order used by concurrent requests, to avoid deadlocks:
 * items, then the user, then everything else.
 */
export async function deleteUser(db: Database, userId: number): Promise<DeletedUser> {
  await setStatementTimeout(db, ACCOUNT_DELETION_MS);
  await db('items').where({ user_id: userId }).orderBy('id').forUpdate().select('id');
  const user = await users(db).where({ id: userId }).forUpdate().first('avatar_key', 'email');
  // Deleted rather than cascaded to: a job that commits a file meanwhile is waited for, and its key is returned.
  const deletedPhotos = await photos(db).where({ user_id: userId }).delete(PHOTO_KEYS);
  const files = await query<{ file_key: string | null }>(
    db,
    `with exported as (delete from exports where user_id = ? returning file_key),
       imported as (delete from imports where user_id = ? returning file_key)
     select file_key from exported union all select file_key from imported`,
    [userId, userId],
  );
  await users(db).where({ id: userId }).delete();
  return {
    user,
    photos: deletedPhotos,
    files: files.map(({ file_key: key }) => key).filter((key) => key !== null),
  };
}
