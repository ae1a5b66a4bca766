import type { Knex } from 'knex';

/** Adds the catalogue's scrape that an import from the archive waits for. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => {
    table.text('archive_task_id');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => {
    table.dropColumn('archive_task_id');
  });
}
