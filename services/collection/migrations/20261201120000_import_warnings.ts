import type { Knex } from 'knex';

/** What reviewing an import should tell: which columns go to the notes. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => {
    table.jsonb('warnings').notNullable().defaultTo('[]');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (table) => {
    table.dropColumn('warnings');
  });
}
