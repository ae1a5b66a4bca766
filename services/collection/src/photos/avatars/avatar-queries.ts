import { query, type Database } from '@kitroom/server/database/database';
import { anyOf } from '@kitroom/server/database/query-parts';
import { users } from '../../accounts/users/user-queries.ts';

/** Sets the storage key of a user's picture; returns the previous key, undefined if there is no such user. */
export async function replaceAvatar(
  db: Database,
  userId: number,
  key: string | null,
): Promise<string | null | undefined> {
  const [row] = await query<{ avatar_key: string | null }>(
    db,
    `with old as (select id, avatar_key from users where id = ? for update)
     update users set avatar_key = ? from old where users.id = old.id
     returning old.avatar_key`,
    [userId, key],
  );
  return row?.avatar_key;
}

/** The storage keys of users' pictures. */
export async function listNamedByUsers(db: Database, keys: readonly string[]): Promise<string[]> {
  const named = await users(db).where('avatar_key', anyOf(db, keys)).pluck('avatar_key');
  return named.filter((key) => key !== null);
}
