import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** API keys, operators and their sessions, the log of their changes, and the imports that they uploaded. */
export async function createAdministration(db: Knex): Promise<void> {
  await createApiKeys(db);
  await createOperators(db);
  await createAuditLog(db);
  await createUploadedImports(db);
}

export async function dropAdministration(db: Knex): Promise<void> {
  for (const table of ['uploaded_imports', 'audit_log', 'operators', 'sessions', 'api_keys']) {
    await db.schema.dropTable(table);
  }
  await db.raw('drop function notify_change()');
}

async function createApiKeys(db: Knex): Promise<void> {
  await db.schema.createTable('api_keys', (table) => {
    addIdentity(table);
    table.text('name').notNullable();
    // SHA-256 of the key: the key itself is random and long, so it needs no slow hash.
    table.binary('key_hash').notNullable().unique({ indexName: 'api_keys_key_hash_key' });
    // Requests per window; null for the service's own limit.
    table.integer('rate_limit');
    table.boolean('is_unlimited').notNullable().defaultTo(false);
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('expires_at');
    table.timestamp('revoked_at');
    table.check('rate_limit > 0', {}, 'api_keys_rate_limit_check');
  });
  await db.raw(NOTIFY);
}

/**
 * All processes hear of changes by the channel `catalogue_changes`, which carries the name of the changed
 * table.
 */
const NOTIFY = `
create function notify_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    perform pg_notify('catalogue_changes', tg_table_name);
  elsif exists (select 1 from changed) then
    perform pg_notify('catalogue_changes', tg_table_name);
  end if;
  return null;
end
$$;

create trigger api_keys_notify_insert after insert on api_keys
  referencing new table as changed for each statement execute function notify_change();
create trigger api_keys_notify_update after update on api_keys
  referencing new table as changed for each statement execute function notify_change();
create trigger api_keys_notify_delete after delete on api_keys
  referencing old table as changed for each statement execute function notify_change();
create trigger api_keys_notify_truncate after truncate on api_keys
  for each statement execute function notify_change();
`;

async function createOperators(db: Knex): Promise<void> {
  await db.schema.createTable('operators', (table) => {
    // The name without case: two spellings are one operator.
    table.text('name_key').primary();
    table.text('name').notNullable();
    table.text('password_hash').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('password_set_at').notNullable().defaultTo(db.fn.now());
  });
  // The columns that connect-pg-simple knows.
  await db.schema.createTable('sessions', (table) => {
    table.text('sid').primary();
    table.jsonb('sess').notNullable();
    table.timestamp('expire').notNullable().index('sessions_expire_idx');
  });
}

/** Entries outlive what they tell of, so nothing refers to it. */
async function createAuditLog(db: Knex): Promise<void> {
  await db.schema.createTable('audit_log', (table) => {
    addIdentity(table, 'bigint');
    table.timestamp('at').notNullable().defaultTo(db.fn.now());
    // Null for a rejected sign-in under a name that nobody has.
    table.text('operator');
    table.text('action').notNullable();
    // club, kit, api_key, scrape, cache …; the id as a text, because not all are numbers.
    table.text('subject').notNullable();
    table.text('subject_id');
    // What people call it: a slug, a year, a name.
    table.text('label');
    table.jsonb('before');
    table.jsonb('after');
  });
  await db.raw('create index audit_log_subject_idx on audit_log (subject, subject_id, id desc)');
}

async function createUploadedImports(db: Knex): Promise<void> {
  await db.schema.createTable('uploaded_imports', (table) => {
    addIdentity(table);
    table.text('operator').notNullable();
    table.text('file_name').notNullable();
    table.bigInteger('bytes').notNullable();
    table.bigInteger('read_bytes').notNullable().defaultTo(0);
    table.boolean('skip_invalid').notNullable();
    table.boolean('ignore_ids').notNullable();
    table.text('status').notNullable().defaultTo('running');
    // Counts by kind of record.
    table.jsonb('inserted').notNullable().defaultTo('{}');
    table.jsonb('updated').notNullable().defaultTo('{}');
    // The first of the lines that were left out, and how many there were.
    table.jsonb('left_out').notNullable().defaultTo('[]');
    table.integer('left_out_count').notNullable().defaultTo(0);
    table.text('error');
    table.timestamp('started_at').notNullable().defaultTo(db.fn.now());
    // The process that reads the file renews this.
    table.timestamp('seen_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('finished_at');
    // Lines that replaced earlier lines of the same file.
    table.integer('superseded').notNullable().defaultTo(0);
    table.check("status in ('running', 'done', 'failed')", {}, 'uploaded_imports_status_check');
  });
}
