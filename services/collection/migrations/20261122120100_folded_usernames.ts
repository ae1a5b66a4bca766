import { toUsernameKey } from '@kitroom/collection-client';
import { query } from '@kitroom/server/database/database';
import { execute } from '@kitroom/server/database/execute-sql';
import type { Knex } from 'knex';

/** Usernames that differ by σ and ς, or ß and ss, become one: a second key, beside that of the version before. */
export async function up(db: Knex): Promise<void> {
  await execute(db, FOLDED);
  const rows = await query<{ id: number; username: string }>(
    db,
    'select id, username from users where username_folded is null order by id',
  );
  for (const { id, username } of rows) {
    const folded = toUsernameKey(username);
    await query(
      db,
      `update users set username_folded = ?
       where id = ? and not exists (select from users as others where others.username_folded = ?)`,
      [folded, id, folded],
    );
  }
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table users drop column username_folded;');
}

/**
 * Null for users whom the version before has made, and for all but one of those whose names have become the same: they
 * keep their names, and are found by username_key. Of plain ASCII both keys are the same.
 */
const FOLDED = `
alter table users add column username_folded text constraint users_username_folded_key unique;

update users set username_folded = username_key where octet_length(username_key) = char_length(username_key);
`;
