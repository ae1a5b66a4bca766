import { query, type Database } from '@kitroom/server/database/database';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ACCOUNT_DELETION_MS } from '../limits.ts';
import type { PhotoKeys } from '../photos/photo-files.ts';

/** What is left to do for a user who was deleted. */
export interface DeletedUser {
  /** Undefined where there was no such user. */
  user: Pick<UserRow, 'avatar_key' | 'email'> | undefined;
  /** Where the files of the user's photos are. */
  photos: PhotoKeys[];
}

/**
 * Deletes a user with all that is theirs. Rows are locked in the order in which requests under way hold them, so that
 * nobody waits for each other: items, then the user, then all else.
 */
export async function deleteUser(db: Database, userId: number): Promise<DeletedUser> {
  await db.raw(`set local statement_timeout = ${ACCOUNT_DELETION_MS}`);
  await query(db, 'select id from items where user_id = ? order by id for update', [userId]);
  const [user] = await query<Pick<UserRow, 'avatar_key' | 'email'>>(
    db,
    'select avatar_key, email from users where id = ? for update',
    [userId],
  );
  const photos = await query<PhotoKeys>(
    db,
    'select image_key, avif_key, thumbnail_key from photos where user_id = ?',
    [userId],
  );
  await query(db, 'delete from users where id = ?', [userId]);
  return { user, photos };
}
