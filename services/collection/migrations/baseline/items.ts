import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';
import { addOwner } from './accounts.ts';

/**
 * Creates items of all six types in one table, so that a list of mixed types is one query; also photos and
 * share links.
 */
export async function createItems(db: Knex): Promise<void> {
  await db.raw(FUNCTIONS);
  await db.schema.createTable('items', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    addFields(table);
    addTexts(table);
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
    addReferences(db, table);
    addChecks(table);
  });
  await db.raw(INDEXES);
  await createValues(db);
  await createPhotos(db);
  await createShares(db);
}

export async function dropItems(db: Knex): Promise<void> {
  for (const table of ['shares', 'photos', 'item_values', 'items']) await db.schema.dropTable(table);
  await db.raw(
    'drop function add_item_value(), is_money(jsonb), join_tags(text[]); drop collation by_number',
  );
}

const FUNCTIONS = `
-- Sorts the numbers in names by value: Shirt 2 before Shirt 10.
create collation by_number (provider = icu, locale = 'und-u-kn-true');

-- array_to_string() is not immutable, as it accepts arrays of all types. Arrays of text are safe.
create function join_tags(tags text[]) returns text
language sql immutable strict parallel safe
return array_to_string(tags, ' ');

create function is_money(value jsonb) returns boolean
language sql immutable strict parallel safe
return value ->> 'amount' ~ '^[0-9]{1,10}\\.[0-9]{2}$' and value ->> 'currency' ~ '^[A-Z]{3}$';
`;

function addFields(table: Knex.CreateTableBuilder): void {
  table.text('item_type').notNullable();
  table.text('name').notNullable();
  table.integer('brand_id').index('items_brand_id_idx');
  table.integer('club_id').index('items_club_id_idx');
  table.integer('season_id').index('items_season_id_idx');
  table.specificType('condition', 'smallint').notNullable();
  table.text('detailed_condition');
  table.text('description').notNullable();
  table.boolean('is_replica').notNullable();
  table.boolean('is_private').notNullable();
  table.boolean('is_draft').notNullable();
  table.specificType('is_public', 'boolean generated always as (not is_private and not is_draft) stored');
  table.text('design');
  // The position in the list of colours, from 1.
  table.specificType('main_color', 'smallint');
  table.specificType('secondary_colors', 'smallint[]').notNullable();
  table.text('country');
  table.specificType('tags', 'text[]').notNullable();
  // The tags in lower case, for comparison.
  table.specificType('tag_keys', 'text[]').notNullable();
  // Fields that only some types have are null for the others.
  table.integer('kit_id');
  table.specificType('size', 'smallint');
  table.text('type');
  table.specificType('number', 'smallint');
  table.text('player_name');
  table.boolean('is_fan_version');
  table.boolean('is_signed');
  table.boolean('has_nameset');
  table.boolean('is_short_sleeve');
  // Texts in place of ids, for records that are missing in the catalogue or the table of sizes. A type
  // without sizes has no `size_text`.
  for (const name of RECORD_TEXTS) table.text(name).notNullable().defaultTo('');
  table.text('size_text').defaultTo('');
  // Fields that only the owner sees. An amount and its currency are one value, so that neither exists without
  // the other.
  table.text('notes').notNullable().defaultTo('');
  table.text('location').notNullable().defaultTo('');
  table.date('acquired_on');
  table.text('acquired_from').notNullable().defaultTo('');
  table.jsonb('price');
  table.jsonb('estimated_value');
}

/** Texts in place of the ids of records of the catalogue. */
export const RECORD_TEXTS = ['brand_text', 'club_text', 'season_text'];

const TEXT = `search_text(
  name || ' ' || description || ' ' || coalesce(player_name, '') || ' ' || join_tags(tags)
  || ' ' || brand_text || ' ' || club_text || ' ' || season_text
)`;

/** The maximum size in bytes of texts in the index, whose entries can have 2,704. */
const SHORT_TEXT = 500;

/**
 * Adds the texts that items are sorted and searched by, as computing them for every row of a list would be
 * slow.
 */
function addTexts(table: Knex.CreateTableBuilder): void {
  table.specificType('name_search', 'text generated always as (search_text(name)) stored');
  table.specificType('player_name_search', 'text generated always as (search_text(player_name)) stored');
  table.specificType('search_text', `text generated always as (${TEXT}) stored`);
  // Short texts are in the index; longer ones are looked up in `search_text`.
  table.specificType(
    'short_search_text',
    `text generated always as (case when octet_length(${TEXT}) <= ${SHORT_TEXT} then ${TEXT} end) stored`,
  );
}

function addReferences(db: Knex, table: Knex.CreateTableBuilder): void {
  addOwner(table, 'items');
  table.foreign('brand_id', 'items_brand_id_fkey').references('brands.id');
  table.foreign('club_id', 'items_club_id_fkey').references('clubs.id');
  table.foreign('season_id', 'items_season_id_fkey').references('seasons.id');
  table.foreign('kit_id', 'items_kit_id_fkey').references('kits.id');
  table.index('kit_id', 'items_kit_id_idx', { predicate: db.whereNotNull('kit_id') });
  for (const name of [...RECORD_TEXTS, 'size_text']) {
    table.index(name, `items_${name}_idx`, { predicate: db.whereRaw(`${name} <> ''`) });
  }
}

function addChecks(table: Knex.CreateTableBuilder): void {
  table.check(
    "item_type in ('jersey', 'shorts', 'outerwear', 'tracksuit', 'pants', 'other')",
    {},
    'items_item_type_check',
  );
  table.check('condition between 1 and 10', {}, 'items_condition_check');
  table.check('is_money(price)', {}, 'items_price_check');
  table.check('is_money(estimated_value)', {}, 'items_estimated_value_check');
}

/**
 * Narrow indexes that start with the owner, as an owner's rows are spread over the whole table. Counts are
 * read from a single index. The cost of reading an index also depends on its columns, so pages in the default
 * order have a narrower one.
 */
const INDEXES = `
create index items_user_id_idx on items (user_id, created_at desc, id) include (
  is_draft, is_public, is_private, item_type, brand_id, club_id, season_id, kit_id, condition, size, design,
  main_color, country, is_replica, is_signed, short_search_text
);
create index items_page_idx on items (user_id, created_at desc, id) include (is_draft, is_public);
create index items_hidden_idx on items (user_id, id) include (is_draft) where not is_public;
create index items_private_texts_idx on items (user_id)
where notes <> '' or location <> '' or acquired_from <> '';
`;

/**
 * Creates the history of estimated values, which triggers maintain, so that every write of an item is
 * included.
 */
async function createValues(db: Knex): Promise<void> {
  await db.schema.createTable('item_values', (table) => {
    addIdentity(table, 'bigint');
    table.integer('item_id').notNullable();
    // Null if the estimate was removed.
    table.jsonb('estimated_value');
    table.timestamp('changed_at').notNullable().defaultTo(db.fn.now());
    table.foreign('item_id', 'item_values_item_id_fkey').references('items.id').onDelete('cascade');
    table.check('is_money(estimated_value)', {}, 'item_values_estimated_value_check');
    table.index(['item_id', 'changed_at', 'id'], 'item_values_item_id_idx');
  });
  await db.raw(ADD_VALUE);
}

const ADD_VALUE = `
create function add_item_value() returns trigger language plpgsql as $$
begin
  insert into item_values (item_id, estimated_value) values (new.id, new.estimated_value);
  return null;
end $$;

create trigger items_inserted_value after insert on items
for each row when (new.estimated_value is not null) execute function add_item_value();

create trigger items_updated_value after update of estimated_value on items
for each row when (new.estimated_value is distinct from old.estimated_value) execute function add_item_value();
`;

async function createPhotos(db: Knex): Promise<void> {
  await db.schema.createTable('photos', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    // Null until the photo is attached to an item.
    table.integer('item_id');
    table.text('image_key').notNullable().unique({ indexName: 'photos_image_key_key' });
    table.text('avif_key').unique({ indexName: 'photos_avif_key_key' });
    table.text('card_key').unique({ indexName: 'photos_card_key_key' });
    table.text('thumbnail_key').unique({ indexName: 'photos_thumbnail_key_key' });
    table.integer('width').notNullable();
    table.integer('height').notNullable();
    table.text('caption').notNullable().defaultTo('');
    table.integer('sort_order').notNullable().defaultTo(0);
    table.timestamp('uploaded_at').notNullable().defaultTo(db.fn.now());
    // The number of jobs started for this image: one that crashes its process each time is abandoned.
    table.specificType('attempts', 'smallint').notNullable().defaultTo(0);
    addOwner(table, 'photos');
    table.foreign('item_id', 'photos_item_id_fkey').references('items.id').onDelete('cascade');
    table.index(['item_id', 'sort_order', 'id'], 'photos_item_id_idx');
    table.index('uploaded_at', 'photos_unattached_idx', { predicate: db.whereNull('item_id') });
  });
  // Statistics count the items with photos from the first of these indexes alone.
  await db.raw(`
    create index photos_user_id_idx on photos (user_id, id) include (item_id);
    create index photos_missing_renditions_idx on photos (id)
      where avif_key is null or card_key is null or thumbnail_key is null;
    create index photos_unfinished_idx on photos (id) where avif_key is null or thumbnail_key is null;
  `);
}

async function createShares(db: Knex): Promise<void> {
  await db.schema.createTable('shares', (table) => {
    addIdentity(table);
    table.integer('user_id').notNullable();
    // Null for the whole collection.
    table.integer('item_id');
    // SHA-256, so that the database does not reveal the link.
    table.binary('token_hash').notNullable().unique({ indexName: 'shares_token_hash_key' });
    table.text('password_hash');
    table.text('title').notNullable().defaultTo('');
    table.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    table.timestamp('expires_at');
    addOwner(table, 'shares');
    table.foreign('item_id', 'shares_item_id_fkey').references('items.id').onDelete('cascade');
    table.index(['user_id', 'id'], 'shares_user_id_idx');
    table.index('item_id', 'shares_item_id_idx', { predicate: db.whereNotNull('item_id') });
    table.index('expires_at', 'shares_expires_at_idx', { predicate: db.whereNotNull('expires_at') });
  });
}
