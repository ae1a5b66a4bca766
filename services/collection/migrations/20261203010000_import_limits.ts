import type { Knex } from 'knex';

/**
 * Adds the size of each import row, so that rows can be read in batches of bytes and summed up per user. It
 * is null for rows stored by an earlier version. Also adds the number of runs of an import that ended since
 * it last made progress.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (table) => void table.integer('bytes'));
  await db.schema.alterTable('imports', (table) => void table.integer('attempts').notNullable().defaultTo(0));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => void table.dropColumn('attempts'));
  await db.schema.alterTable('import_rows', (table) => void table.dropColumn('bytes'));
}
