import type { Knex } from 'knex';

/**
 * Makes the sequence logged: on a promoted standby, PostgreSQL 15 finds the sequence of an unlogged table
 * empty ("bad magic number in sequence"), so that each write of an item would fail.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter sequence item_change_notes_id_seq set logged');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter sequence item_change_notes_id_seq set unlogged');
}
