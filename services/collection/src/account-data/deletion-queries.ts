import { query, type Database } from '@kitroom/server/database/database';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { listExports } from '../exports/export-queries.ts';
import { listImportFiles } from '../imports/import-queries.ts';
import { ACCOUNT_DELETION_MS } from '../limits.ts';
import type { PhotoKeys } from '../photos/photo-files.ts';
import { PHOTO_KEYS } from '../photos/photo-queries.ts';

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
  await db.raw(`set local statement_timeout = ${ACCOUNT_DELETION_MS}`);
  await query(db, 'select id from items where user_id = ? order by id for update', [userId]);
  const [user] = await query<Pick<UserRow, 'avatar_key' | 'email'>>(
    db,
    'select avatar_key, email from users where id = ? for update',
    [userId],
  );
  const photos = await query<PhotoKeys>(db, `select ${PHOTO_KEYS} from photos where user_id = ?`, [userId]);
  const exported = (await listExports(db, userId)).map(({ file_key: key }) => key);
  const imported = await listImportFiles(db, userId);
  await query(db, 'delete from users where id = ?', [userId]);
  return { user, photos, files: [...exported, ...imported].filter((key) => key !== null) };
}
