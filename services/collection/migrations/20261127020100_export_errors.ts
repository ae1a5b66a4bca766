import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Why an export failed. */
export async function up(db: Knex): Promise<void> {
  await execute(db, 'alter table exports add column error text');
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table exports drop column error');
}
