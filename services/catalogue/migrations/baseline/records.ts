import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** The catalogue's records. `docs/decisions/0002-a-kit-is-one-row.md` explains why a kit is one flat row. */
export async function createRecords(db: Knex): Promise<void> {
  await createNamedRecords(db);
  await createClubs(db);
  await createSeasons(db);
  await createKits(db);
}

export async function dropRecords(db: Knex): Promise<void> {
  await db.schema.dropView('former_club_slugs');
  for (const table of ['kits', 'kit_types', 'seasons', 'clubs', 'competitions', 'brands']) {
    await db.schema.dropTable(table);
  }
}

async function createNamedRecords(db: Knex): Promise<void> {
  await db.schema.createTable('brands', (table) => addNamedColumns(table, 'brands'));
  await db.schema.createTable('competitions', (table) => {
    addNamedColumns(table, 'competitions');
    table.text('country');
  });
  await db.schema.createTable('kit_types', (table) => {
    addIdentity(table);
    table.text('name').notNullable().unique({ indexName: 'kit_types_name_key' });
    table.text('category').notNullable();
    table.integer('category_order').notNullable();
    table.integer('order_priority').notNullable();
    table.boolean('is_goalkeeper').notNullable();
    table.check(
      "category in ('match', 'prematch', 'preseason', 'training', 'travel', 'jacket')",
      {},
      'kit_types_category_check',
    );
  });
}

async function createClubs(db: Knex): Promise<void> {
  await db.schema.createTable('clubs', (table) => {
    addNamedColumns(table, 'clubs');
    table.integer('id_archive');
    // '' if unknown. Kits repeat their club's country by a cascading foreign key, which does not work with
    // null.
    table.text('country').notNullable().defaultTo('');
    // The association of a club in GB, which has several. Those of other clubs follow from their country.
    table.text('association');
    // The archive's placeholder for clubs without a logo does not count as a logo.
    table
      .specificType(
        'has_logo',
        String.raw`boolean generated always as
          (logo is not null and logo not like '%/static/logos/not\_found.png') stored`,
      )
      .notNullable();
    table.specificType('former_slugs', 'text[]').notNullable().defaultTo('{}');
    table.unique(['id', 'country'], { indexName: 'clubs_id_country_key' });
    table.check("association in ('ENG', 'SCO', 'WAL', 'NIR')", {}, 'clubs_association_check');
  });
  await db.raw(`
    create index clubs_former_slugs_idx on clubs (id) where former_slugs <> '{}';
    create view former_club_slugs as select unnest(former_slugs) as slug, id as club_id from clubs;
  `);
}

async function createSeasons(db: Knex): Promise<void> {
  await db.schema.createTable('seasons', (table) => {
    addIdentity(table);
    table.text('year').notNullable().unique({ indexName: 'seasons_year_key' });
    table
      .specificType('first_year', 'integer generated always as (substr(year, 1, 4)::integer) stored')
      .notNullable();
    table.specificType(
      'second_year',
      `integer generated always as
        (case when length(year) = 7 then substr(year, 1, 4)::integer + 1 end) stored`,
    );
  });
  await db.raw(
    String.raw`alter table seasons add constraint seasons_year_check check (year ~ '^\d{4}(-\d{2})\?$')`,
  );
}

async function createKits(db: Knex): Promise<void> {
  await db.schema.createTable('kits', (table) => {
    addIdentity(table);
    table.text('slug').notNullable().unique({ indexName: 'kits_slug_key' });
    table.text('name').notNullable();
    table.integer('club_id').notNullable();
    table.text('country').notNullable();
    table.integer('season_id').notNullable();
    table.integer('brand_id').notNullable();
    table.integer('type_id').notNullable();
    // Competitions and secondary colours are stored in the kit's row, in the order of the input.
    table.specificType('competition_ids', 'integer[]').notNullable().defaultTo('{}');
    table.text('design');
    table.text('primary_color');
    table.specificType('secondary_colors', 'text[]').notNullable().defaultTo('{}');
    table.text('main_img_url');
    table.integer('id_archive');
    table.decimal('rating', 3, 2);
    table.specificType('former_slugs', 'text[]').notNullable().defaultTo('{}');
    table
      .foreign(['club_id', 'country'], 'kits_club_fkey')
      .references(['id', 'country'])
      .inTable('clubs')
      .onUpdate('cascade')
      .onDelete('restrict');
    table.foreign('season_id', 'kits_season_fkey').references('seasons.id').onDelete('restrict');
    table.foreign('brand_id', 'kits_brand_fkey').references('brands.id').onDelete('restrict');
    table.foreign('type_id', 'kits_type_fkey').references('kit_types.id').onDelete('restrict');
    table.check('rating between 0 and 5', {}, 'kits_rating_check');
    table.index('brand_id', 'kits_brand_id_idx');
    table.index(['club_id', 'season_id'], 'kits_club_id_idx');
    table.index('id_archive', 'kits_id_archive_idx');
  });
  await db.raw(`
    create index kits_season_id_idx on kits (season_id, type_id, id desc);
    create index kits_type_id_idx on kits (type_id, id desc);
    create index kits_former_slugs_idx on kits (id) where former_slugs <> '{}';
  `);
}

function addNamedColumns(table: Knex.CreateTableBuilder, name: string): void {
  addIdentity(table);
  table
    .text('slug')
    .notNullable()
    .unique({ indexName: `${name}_slug_key` });
  table.text('name').notNullable();
  table.text('logo');
  table.text('logo_dark');
  table.specificType('aliases', 'text[]').notNullable().defaultTo('{}');
}
