import type { Knex } from 'knex';

/** The scrape in the catalogue that an import from the archive waits for. */
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
