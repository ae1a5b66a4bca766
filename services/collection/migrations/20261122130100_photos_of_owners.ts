import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Statistics count the items with photos from this index alone. Not in the migration of the items: one transaction that
 * locks both tables may end in a deadlock with requests that read both.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, replaceIndex('(user_id, id) include (item_id)'));
}

export async function down(db: Knex): Promise<void> {
  await execute(db, replaceIndex('(user_id, id)'));
}

function replaceIndex(columns: string): string {
  return `
    drop index if exists photos_user_id_idx;
    create index photos_user_id_idx on photos ${columns};
  `;
}
