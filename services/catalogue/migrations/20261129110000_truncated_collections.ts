import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Collections of which not all pages were read. */
export async function up(db: Knex): Promise<void> {
  await execute(db, 'alter table user_collections add column is_truncated boolean not null default false');
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table user_collections drop column is_truncated');
}
