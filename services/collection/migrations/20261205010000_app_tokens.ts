import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** Adds tokens that users create for their apps, in addition to the one token in `tokens`. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('app_tokens', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    table.text('name').notNullable();
    table.text('scope').notNullable();
    // SHA-256, so that the database does not reveal the token.
    table.binary('token_hash').notNullable().unique({ indexName: 'app_tokens_token_hash_key' });
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('last_used_at');
    table.timestamp('expires_at');
    table.foreign('user_id', 'app_tokens_user_id_fkey').references('users.id').onDelete('cascade');
    table.index(['user_id', 'id'], 'app_tokens_user_id_idx');
    table.check("scope in ('read', 'write')", [], 'app_tokens_scope_check');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('app_tokens');
}
