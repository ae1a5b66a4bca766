import type { Knex } from 'knex';

/**
 * The size of each import row, so that rows can be read in batches of bytes and summed up per user; null for
 * rows that an earlier version stored. And how many runs of an import ended since it last made progress.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (table) => void table.integer('bytes'));
  await db.schema.alterTable('imports', (table) => void table.integer('attempts').notNullable().defaultTo(0));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => void table.dropColumn('attempts'));
  await db.schema.alterTable('import_rows', (table) => void table.dropColumn('bytes'));
}
