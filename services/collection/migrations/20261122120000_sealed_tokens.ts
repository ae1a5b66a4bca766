import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Tokens that outlive the SECRET_KEY that they were made with. */
export async function up(db: Knex): Promise<void> {
  await execute(db, SEALED);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table tokens drop column sealed;');
}

/** The token, encrypted, once SECRET_KEY has changed since it was made; otherwise it follows from the nonce. */
const SEALED = 'alter table tokens add column sealed bytea;';
