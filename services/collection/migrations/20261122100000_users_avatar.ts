import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Gives back a column that 20261121140000_accounts dropped while the version before still read it: processes of that
 * version go on beside this one. Nothing here reads or writes it, and the next release drops it.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, 'alter table users add column if not exists avatar text;');
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table users drop column avatar;');
}
