import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** API keys, operators and their sessions, the audit log, and uploaded imports. */
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
    // The SHA-256 of the key. Keys are long and random, so a slow hash is unnecessary.
    table.binary('key_hash').notNullable().unique({ indexName: 'api_keys_key_hash_key' });
    // Requests per window; null for the service's default.
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
 * Notifies all processes of changes on the channel `catalogue_changes`, with the name of the changed table.
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
    // The normalized name: spellings that differ only in case are the same operator.
    table.text('name_key').primary();
    table.text('name').notNullable();
    table.text('password_hash').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('password_set_at').notNullable().defaultTo(db.fn.now());
  });
  // The columns that connect-pg-simple requires.
  await db.schema.createTable('sessions', (table) => {
    table.text('sid').primary();
    table.jsonb('sess').notNullable();
    table.timestamp('expire').notNullable().index('sessions_expire_idx');
  });
}

/** Entries outlive their subjects, so there are no foreign keys. */
async function createAuditLog(db: Knex): Promise<void> {
  await db.schema.createTable('audit_log', (table) => {
    addIdentity(table, 'bigint');
    table.timestamp('at').notNullable().defaultTo(db.fn.now());
    // Null for a rejected sign-in with an unknown name.
    table.text('operator');
    table.text('action').notNullable();
    // The kind of subject, such as club, kit, api_key or cache, and its id, which is not always a number.
    table.text('subject').notNullable();
    table.text('subject_id');
    // A human-readable label: a slug, a year or a name.
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
    // The numbers of rows by table.
    table.jsonb('inserted').notNullable().defaultTo('{}');
    table.jsonb('updated').notNullable().defaultTo('{}');
    // The first skipped lines, and the number of all skipped lines.
    table.jsonb('left_out').notNullable().defaultTo('[]');
    table.integer('left_out_count').notNullable().defaultTo(0);
    table.text('error');
    table.timestamp('started_at').notNullable().defaultTo(db.fn.now());
    // The heartbeat of the importing process.
    table.timestamp('seen_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('finished_at');
    // The number of lines with former slugs that were skipped, because the file also has the present slugs.
    table.integer('superseded').notNullable().defaultTo(0);
    table.check("status in ('running', 'done', 'failed')", {}, 'uploaded_imports_status_check');
  });
}
