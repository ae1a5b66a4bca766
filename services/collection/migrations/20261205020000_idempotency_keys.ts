import type { Knex } from 'knex';

/**
 * Adds the responses to requests with an `Idempotency-Key`, each stored in the transaction of the request's
 * write.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('idempotency_keys', (table) => {
    table.integer('user_id').notNullable();
    table.text('key').notNullable();
    // SHA-256 of the request's method, URL and content.
    table.binary('request_hash').notNullable();
    table.specificType('status', 'smallint').notNullable();
    table.binary('body').notNullable();
    table.text('etag').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.primary(['user_id', 'key']);
    table.foreign('user_id', 'idempotency_keys_user_id_fkey').references('users.id').onDelete('cascade');
    table.index('created_at', 'idempotency_keys_created_at_idx');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('idempotency_keys');
}
