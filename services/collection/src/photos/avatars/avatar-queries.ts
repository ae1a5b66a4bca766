import { query, type Database } from '@kitroom/server/database/database';

/** Sets under which key a user's picture is stored; answers the key that it was stored under before, undefined
 * where there is no such user. */
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

/** Those of the keys that a user names. */
export async function listNamedByUsers(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ key: string }>(
    db,
    'select avatar_key as key from users where avatar_key = any (?)',
    [keys],
  );
  return rows.map(({ key }) => key);
}
