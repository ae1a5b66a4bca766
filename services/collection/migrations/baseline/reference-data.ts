import type { Knex } from 'knex';

/** Creates copies of the catalogue's records that items refer to, with the catalogue's ids. */
export async function createReferenceData(db: Knex): Promise<void> {
  await createRecords(db);
  await createKits(db);
}

export async function dropReferenceData(db: Knex): Promise<void> {
  for (const table of ['kit_competitions', 'kits', 'competitions', 'seasons', 'clubs', 'brands']) {
    await db.schema.dropTable(table);
  }
}

async function createRecords(db: Knex): Promise<void> {
  await db.schema.createTable('brands', (table) => {
    addNamedCopy(db, table, 'brands');
    table.text('logo');
    table.text('slug');
    addSearchText(table);
  });
  await db.schema.createTable('clubs', (table) => {
    addNamedCopy(db, table, 'clubs');
    table.text('logo');
    table.text('slug');
    table.text('country');
    addSearchText(table);
  });
  await db.schema.createTable('seasons', (table) => {
    addCopy(db, table, 'seasons');
    table.text('year');
  });
}

/** Creates kits with their types and competitions. */
async function createKits(db: Knex): Promise<void> {
  await db.schema.createTable('kits', (table) => {
    addNamedCopy(db, table, 'kits');
    table.text('slug');
    table.text('main_img_url');
    table.integer('type_id');
    table.text('type_name');
    // The values that an item takes over from its kit. Null until the copy is refreshed, or until an item
    // gets this kit.
    table.jsonb('fills');
  });
  await db.schema.createTable('competitions', (table) => {
    table.integer('id').primary();
    table.text('name').notNullable();
    table.text('logo').notNullable();
  });
  await db.schema.createTable('kit_competitions', (table) => {
    table.integer('kit_id');
    table.integer('competition_id').index('kit_competitions_competition_id_idx');
    table.primary(['kit_id', 'competition_id']);
    table.foreign('kit_id', 'kit_competitions_kit_id_fkey').references('kits.id').onDelete('cascade');
    table
      .foreign('competition_id', 'kit_competitions_competition_id_fkey')
      .references('competitions.id')
      .onDelete('cascade');
  });
}

/**
 * A record whose `taken_at` is null was needed while the catalogue was unavailable; its name is null until a
 * job has completed it. `is_unknown` says that the catalogue has no such record, or no longer has it.
 */
function addCopy(db: Knex, table: Knex.CreateTableBuilder, name: string): void {
  table.integer('id').primary();
  table.timestamp('taken_at');
  table.boolean('is_unknown').notNullable().defaultTo(false);
  table.index([db.raw('taken_at nulls first')], `${name}_taken_at_idx`);
}

function addNamedCopy(db: Knex, table: Knex.CreateTableBuilder, name: string): void {
  addCopy(db, table, name);
  table.text('name');
}

function addSearchText(table: Knex.CreateTableBuilder): void {
  table.specificType('search_text', 'text generated always as (search_text(name)) stored');
}
