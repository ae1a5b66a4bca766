import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Maintenance looks for expired links every minute. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    'create index shares_expires_at_idx on shares (expires_at) where expires_at is not null;',
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop index shares_expires_at_idx;');
}
