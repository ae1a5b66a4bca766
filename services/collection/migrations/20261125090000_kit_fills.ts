import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * What an item takes from its kit. It is null until a copy is refreshed, within half a day, or until an item is given
 * this kit.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, 'alter table kits add column fills jsonb;');
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table kits drop column fills;');
}
