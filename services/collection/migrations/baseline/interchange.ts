import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';
import { addOwner } from './accounts.ts';

/** Creates exports, and imports of tables, exports and archive collections. */
export async function createInterchange(db: Knex): Promise<void> {
  await createExports(db);
  await createImports(db);
  await createRows(db);
  await createNames(db);
}

export async function dropInterchange(db: Knex): Promise<void> {
  for (const table of ['item_sources', 'import_names', 'import_rows', 'imports', 'exports']) {
    await db.schema.dropTable(table);
  }
}

async function createExports(db: Knex): Promise<void> {
  await db.schema.createTable('exports', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    table.text('status').notNullable();
    // The number of started jobs: an export that crashes its process each time is abandoned.
    table.specificType('attempts', 'smallint').notNullable().defaultTo(0);
    table.integer('items_total').notNullable().defaultTo(0);
    table.integer('items_done').notNullable().defaultTo(0);
    // The storage key of the file, once the export is done.
    table.text('file_key').unique({ indexName: 'exports_file_key_key' });
    table.bigInteger('bytes');
    table.text('error');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('finished_at');
    // After this time the export is no longer shown, and a job deletes it.
    table.timestamp('expires_at').index('exports_expires_at_idx');
    addOwner(table, 'exports');
    table.check("status in ('waiting', 'running', 'done', 'failed')", {}, 'exports_status_check');
    table.index(['user_id', 'id'], 'exports_user_id_idx');
    table.unique(['user_id'], {
      indexName: 'exports_active_key',
      predicate: db.whereRaw("status in ('waiting', 'running')"),
    });
  });
}

async function createImports(db: Knex): Promise<void> {
  await db.schema.createTable('imports', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    // 'file' until its format is known.
    table.text('source').notNullable().defaultTo('file');
    table.text('file_name').notNullable().defaultTo('');
    // The storage key of the file, as long as it is needed.
    table.text('file_key');
    table.bigInteger('file_size').notNullable().defaultTo(0);
    table.integer('archive_user_id');
    table.text('status').notNullable().defaultTo('reading');
    table.boolean('is_read').notNullable().defaultTo(false);
    table.jsonb('sheets').notNullable().defaultTo('[]');
    // The encoding of a CSV file, once it is known.
    table.text('encoding');
    table.jsonb('columns').notNullable().defaultTo('[]');
    table.jsonb('mapping').notNullable().defaultTo('{}');
    table.jsonb('options').notNullable().defaultTo('{}');
    // The warnings of a review, such as the columns that go to the notes.
    table.jsonb('warnings').notNullable().defaultTo('[]');
    table.integer('row_count').notNullable().defaultTo(0);
    table.integer('progress_done').notNullable().defaultTo(0);
    table.integer('progress_total');
    // Whether the import waits for the catalogue.
    table.boolean('is_paused').notNullable().defaultTo(false);
    table.text('error');
    // Each piece of work has a number, and each process that starts it has its own claim.
    table.integer('run').notNullable().defaultTo(1);
    table.uuid('claim');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
    addOwner(table, 'imports');
    table.check("source in ('file', 'csv', 'xlsx', 'ndjson', 'zip', 'archive')", {}, 'imports_source_check');
    table.check(
      "status in ('reading', 'review', 'applying', 'done', 'undoing', 'undone', 'failed')",
      {},
      'imports_status_check',
    );
    table.index(['user_id', 'id'], 'imports_user_id_idx');
    table.unique(['user_id'], {
      indexName: 'imports_busy_idx',
      predicate: db.whereRaw("status in ('reading', 'applying', 'undoing')"),
    });
  });
}

async function createRows(db: Knex): Promise<void> {
  await db.schema.createTable('import_rows', (table) => {
    table.integer('import_id');
    table.integer('number');
    table.text('sheet');
    table.jsonb('cells').notNullable();
    // The problems of single cells, such as a formula without a value.
    table.jsonb('problems');
    table.text('skip_reason');
    // The user's decisions: {"set": {…}, "skip": true}.
    table.jsonb('settled');
    table.text('status').notNullable().defaultTo('new');
    table.jsonb('item');
    table.jsonb('errors');
    table.jsonb('matches');
    table.jsonb('candidates');
    table.integer('item_id');
    // The item's columns before it was updated, and its updated_at afterwards.
    table.jsonb('before');
    table.timestamp('written_at');
    // The photos that were added to the item.
    table.specificType('photo_ids', 'integer[]').notNullable().defaultTo('{}');
    table.text('undo');
    table.primary(['import_id', 'number']);
    table.foreign('import_id', 'import_rows_import_id_fkey').references('imports.id').onDelete('cascade');
    table.foreign('item_id', 'import_rows_item_id_fkey').references('items.id').onDelete('set null');
    table.check(
      `status in
        ('new', 'update', 'unchanged', 'ambiguous', 'invalid', 'added', 'updated', 'failed', 'skipped')`,
      {},
      'import_rows_status_check',
    );
    table.check("undo in ('undone', 'kept')", {}, 'import_rows_undo_check');
    table.index(['import_id', 'status', 'number'], 'import_rows_status_idx');
    table.index('item_id', 'import_rows_item_id_idx', { predicate: db.whereNotNull('item_id') });
  });
}

async function createNames(db: Knex): Promise<void> {
  await db.schema.createTable('import_names', (table) => {
    table.integer('import_id');
    table.text('field');
    table.text('text');
    // The catalogue's candidates, best first; null until they are known.
    table.jsonb('candidates');
    // The record that the user chose.
    table.jsonb('chosen');
    table.primary(['import_id', 'field', 'text']);
    table.foreign('import_id', 'import_names_import_id_fkey').references('imports.id').onDelete('cascade');
  });
  // The id of an item in an external source.
  await db.schema.createTable('item_sources', (table) => {
    table.integer('item_id');
    table.integer('user_id').notNullable();
    table.text('source');
    table.text('external_id').notNullable();
    table.primary(['item_id', 'source']);
    addOwner(table, 'item_sources');
    table.foreign('item_id', 'item_sources_item_id_fkey').references('items.id').onDelete('cascade');
    table.index(['user_id', 'source', 'external_id'], 'item_sources_external_id_idx');
  });
}
