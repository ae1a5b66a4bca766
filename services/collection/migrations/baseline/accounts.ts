import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** Creates users, and their credentials. */
export async function createAccounts(db: Knex): Promise<void> {
  await createUsers(db);
  await createSessions(db);
  await createSecondFactor(db);
  await createMails(db);
  await createAuditLog(db);
}

export async function dropAccounts(db: Knex): Promise<void> {
  for (const table of [
    'audit_log',
    'mail_requests',
    'mails',
    'account_keys',
    'identities',
    'recovery_codes',
    'totp',
    'sessions',
    'tokens',
    'users',
  ]) {
    await db.schema.dropTable(table);
  }
}

async function createUsers(db: Knex): Promise<void> {
  await db.schema.createTable('users', (table) => {
    addIdentity(table);
    table.text('username').notNullable();
    // The name in lower case. The service creates the keys, as lower() knows only the letters of the
    // database's own locale.
    table.text('username_key').notNullable().unique({ indexName: 'users_username_key' });
    // The case-folded name, in which σ and ς, or ß and ss, are the same. If names became the same when this
    // key was introduced, it is null for all but one of them: their users keep the names, and are found by
    // username_key.
    table.text('username_folded').unique({ indexName: 'users_username_folded_key' });
    table.text('name').notNullable().defaultTo('');
    table.text('email').notNullable();
    table.text('email_key').notNullable().unique({ indexName: 'users_email_key' });
    // Null until the address is verified; until then the user cannot sign in.
    table.timestamp('email_verified_at');
    // An address that replaces the current one once it is verified.
    table.text('pending_email');
    // When an account is removed if it was created by sign-up and never verified.
    table
      .timestamp('unverified_until')
      .index('users_unverified_until_idx', { predicate: db.whereNotNull('unverified_until') });
    // Argon2id as a PHC string; null for users who sign in only with a provider.
    table.text('password_hash');
    // Sessions that started under another number have ended.
    table.integer('session_epoch').notNullable().defaultTo(0);
    table.text('biography').notNullable().defaultTo('');
    table.text('location').notNullable().defaultTo('');
    // The storage key of the picture.
    table.text('avatar_key').unique({ indexName: 'users_avatar_key_key' });
    // Unused.
    table.text('avatar');
    table.boolean('is_private').notNullable().defaultTo(false);
    table.boolean('is_staff').notNullable().defaultTo(false);
    table.boolean('is_active').notNullable().defaultTo(true);
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });
}

async function createSessions(db: Knex): Promise<void> {
  // The columns that connect-pg-simple needs, those that are shown to owners, and the user, for ending
  // sessions.
  await db.schema.createTable('sessions', (table) => {
    table.text('sid').primary();
    table.jsonb('sess').notNullable();
    table.timestamp('expire').notNullable().index('sessions_expire_idx');
    table
      .specificType('user_id', "integer generated always as ((sess ->> 'userId')::integer) stored")
      .index('sessions_user_id_idx', { predicate: db.whereNotNull('user_id') });
    table.foreign('user_id', 'sessions_user_id_fkey').references('users.id').onDelete('cascade');
    // The id that is shown to owners, unlike the secret sid.
    table.uuid('id').notNullable().defaultTo(db.fn.uuid()).unique({ indexName: 'sessions_id_key' });
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    // Accurate to a minute, so that most requests write nothing.
    table.timestamp('last_used_at').notNullable().defaultTo(db.fn.now());
    table.text('user_agent');
    table.text('address');
  });
  // A token is derived from SECRET_KEY and the nonce, so that the database does not reveal it.
  await db.schema.createTable('tokens', (table) => {
    table.integer('user_id').primary();
    table.binary('nonce').notNullable();
    table.binary('token_hash').notNullable().unique({ indexName: 'tokens_token_hash_key' });
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('last_used_at');
    // The encrypted token, if SECRET_KEY has changed since it was created.
    table.binary('sealed');
    addOwner(table, 'tokens');
  });
}

async function createSecondFactor(db: Knex): Promise<void> {
  // The secret is encrypted with a key derived from SECRET_KEY, so that the database is not sufficient to
  // create codes.
  await db.schema.createTable('totp', (table) => {
    table.integer('user_id').primary();
    table.binary('secret').notNullable();
    // Null until the user has entered a code; until then no code is required.
    table.timestamp('confirmed_at');
    // The time step of the last accepted code. Neither that code nor an older one is accepted again.
    table.integer('last_step');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    addOwner(table, 'totp');
  });
  // Each row is an unused code.
  await db.schema.createTable('recovery_codes', (table) => {
    table.integer('user_id');
    table.binary('code_hash');
    table.primary(['user_id', 'code_hash']);
    table.foreign('user_id', 'recovery_codes_user_id_fkey').references('totp.user_id').onDelete('cascade');
  });
  // A subject is unique only for its issuer: if a provider is configured with another issuer, its subjects
  // are other people.
  await db.schema.createTable('identities', (table) => {
    table.text('provider').notNullable();
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.integer('user_id').notNullable().index('identities_user_id_idx');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.unique(['provider', 'issuer', 'subject'], { indexName: 'identities_key' });
    addOwner(table, 'identities');
  });
}

async function createMails(db: Knex): Promise<void> {
  // Only the hash of a key is stored, as a key is equivalent to a password.
  await db.schema.createTable('account_keys', (table) => {
    table.binary('key_hash').primary();
    table.text('purpose').notNullable();
    table.integer('user_id').notNullable().index('account_keys_user_id_idx');
    // The address that the key was sent to, and verifies.
    table.text('email').notNullable();
    table.timestamp('expires_at').notNullable().index('account_keys_expires_at_idx');
    table.check("purpose in ('verify', 'reset')", {}, 'account_keys_purpose_check');
    addOwner(table, 'account_keys');
  });
  // The text of a mail is not stored, but written when it is sent. Its key is derived from SECRET_KEY and the
  // nonce.
  await db.schema.createTable('mails', (table) => {
    addIdentity(table);
    table.text('kind').notNullable();
    table.text('email').notNullable();
    // Null until the job has looked up the user with this address, if any.
    table.integer('user_id').index('mails_user_id_idx');
    table.binary('nonce').notNullable();
    table.specificType('attempts', 'smallint').notNullable().defaultTo(0);
    // When the next attempt is due.
    table.timestamp('due_at').notNullable().defaultTo(db.fn.now()).index('mails_due_at_idx');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    addOwner(table, 'mails');
  });
  // When a mail to an address was last requested, whether it belongs to a user or not.
  await db.schema.createTable('mail_requests', (table) => {
    table.text('kind');
    table.text('email_key');
    table.timestamp('asked_at').notNullable().defaultTo(db.fn.now()).index('mail_requests_asked_at_idx');
    table.primary(['kind', 'email_key']);
  });
}

async function createAuditLog(db: Knex): Promise<void> {
  await db.schema.createTable('audit_log', (table) => {
    addIdentity(table, 'bigint');
    table.timestamp('at').notNullable().defaultTo(db.fn.now());
    // The user who made the change. The name is kept when the account is deleted.
    table.integer('actor_id').index('audit_log_actor_id_idx');
    table.text('actor').notNullable();
    table.text('action').notNullable();
    // The subject is user, token, item, photo, job or mail. Its id is a string, as not all ids are numbers.
    table.text('subject').notNullable();
    table.text('subject_id');
    // The subject's name for people.
    table.text('label');
    // The owner of the account, item or photo.
    table.integer('owner_id');
    table.jsonb('before');
    table.jsonb('after');
    table.foreign('actor_id', 'audit_log_actor_id_fkey').references('users.id').onDelete('set null');
    table.foreign('owner_id', 'audit_log_owner_id_fkey').references('users.id').onDelete('cascade');
  });
  await db.raw(`
    create index audit_log_subject_idx on audit_log (subject, subject_id, id desc);
    create index audit_log_owner_id_idx on audit_log (owner_id, id desc);
  `);
}

/** Adds a foreign key, so that rows are deleted with their user. */
export function addOwner(table: Knex.CreateTableBuilder, name: string): void {
  table.foreign('user_id', `${name}_user_id_fkey`).references('users.id').onDelete('cascade');
}
