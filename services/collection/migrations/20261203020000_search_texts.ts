import type { Knex } from 'knex';

/**
 * The service writes the texts that items are searched and sorted by. The columns that the database made them
 * in stay; for the previous version a trigger fills them. A job completes items without `search_texts_at`,
 * copies without `names_search` and users without `name_search`.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(WRITTEN.map((name) => `alter table items alter column ${name} drop expression;`).join('\n'));
  await db.schema.alterTable('items', (table) => {
    table.text('private_search_text');
    // When the service last wrote the search texts. Null if they are older than what they are made of.
    table.timestamp('search_texts_at');
    table.index('id', 'items_search_texts_due_idx', { predicate: db.whereNull('search_texts_at') });
  });
  for (const name of COPIES) await db.schema.alterTable(name, (table) => table.text('names_search'));
  await db.schema.alterTable('users', (table) => table.text('name_search'));
  // Null until the catalogue was asked for them.
  await db.schema.alterTable('clubs', (table) => table.text('aliases_search'));
  await db.raw(FOR_PREVIOUS_VERSION);
  await db.raw(COLLATION);
  await db.raw(countUpdatedItems(CHANGED_ITEMS));
}

export async function down(db: Knex): Promise<void> {
  await db.raw(countUpdatedItems(ALL_ITEMS));
  await db.raw('drop collation ignoring_case_and_accents');
  await db.raw('drop trigger items_search_texts_inserted on items');
  await db.raw('drop trigger items_search_texts_updated on items');
  await db.raw('drop trigger users_renamed on users');
  await db.raw('drop function make_search_texts(), forget_name_search()');
  await db.schema.alterTable('users', (table) => table.dropColumn('name_search'));
  await db.schema.alterTable('clubs', (table) => table.dropColumn('aliases_search'));
  for (const name of COPIES) await db.schema.alterTable(name, (table) => table.dropColumn('names_search'));
  await db.schema.alterTable('items', (table) => {
    table.dropColumns(...WRITTEN, 'private_search_text', 'search_texts_at');
  });
  await db.raw(`
    alter table items
      add column name_search text generated always as (search_text(name)) stored,
      add column player_name_search text generated always as (search_text(player_name)) stored,
      add column search_text text generated always as (${textOf('')}) stored,
      add column short_search_text text generated always as (${shorten(textOf(''))}) stored`);
  await db.raw(INDEX);
}

/** The columns that the database made. */
const WRITTEN = ['name_search', 'player_name_search', 'search_text', 'short_search_text'];

const COPIES = ['brands', 'clubs', 'seasons', 'kits'];

const SOURCES = [
  'name',
  'description',
  'player_name',
  'tags',
  'brand_text',
  'club_text',
  'season_text',
  'number',
  'size',
  'size_text',
  'main_color',
  'secondary_colors',
  'notes',
  'location',
  'acquired_from',
];

function textOf(row: '' | 'new.'): string {
  return `search_text(
    ${row}name || ' ' || ${row}description || ' ' || coalesce(${row}player_name, '') || ' ' || join_tags(${row}tags)
    || ' ' || ${row}brand_text || ' ' || ${row}club_text || ' ' || ${row}season_text
  )`;
}

function shorten(text: string): string {
  return `case when octet_length(${text}) <= 500 then ${text} end`;
}

const listOf = (row: string) => SOURCES.map((name) => `${row}.${name}`).join(', ');

/** The previous version does not know `search_texts_at`: it never changes it. */
const FOR_PREVIOUS_VERSION = `
create function make_search_texts() returns trigger language plpgsql as $$
begin
  new.name_search := search_text(new.name);
  new.player_name_search := search_text(new.player_name);
  new.search_text := ${textOf('new.')};
  new.short_search_text := case when octet_length(new.search_text) <= 500 then new.search_text end;
  new.search_texts_at := null;
  return new;
end $$;

create trigger items_search_texts_inserted before insert on items
for each row when (new.search_texts_at is null) execute function make_search_texts();

create trigger items_search_texts_updated before update on items
for each row when (
  new.search_texts_at is not distinct from old.search_texts_at
  and (${listOf('new')}) is distinct from (${listOf('old')})
) execute function make_search_texts();

create function forget_name_search() returns trigger language plpgsql as $$
begin
  new.name_search := null;
  return new;
end $$;

create trigger users_renamed before update on users
for each row when (new.name is distinct from old.name and new.name_search is not distinct from old.name_search)
execute function forget_name_search();
`;

/** Takes texts for equal that differ in case and accents only. */
const COLLATION = `
create collation ignoring_case_and_accents (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
`;

/** The trigger that keeps `collections`, for these changes of the number of public items. */
function countUpdatedItems(changes: string): string {
  return `
create or replace function count_updated_items() returns trigger language plpgsql as $$
begin
  insert into collections (user_id, public_items, changed_at)
  select user_id, sum(items), now()
  from (${changes}) as changes
  group by user_id order by user_id
  on conflict (user_id) do update
  set public_items = collections.public_items + excluded.public_items, changed_at = excluded.changed_at;
  return null;
end $$;`;
}

const ALL_ITEMS = `
    select user_id, 1 as items from new_items where is_public
    union all
    select user_id, -1 from old_items where is_public
  `;

/** What leaves `updated_at` as it is, such as a job that completes search texts, changes no collection. */
const CHANGED_ITEMS = `
    select new_items.user_id, new_items.is_public::integer - old_items.is_public::integer as items
    from new_items join old_items on old_items.id = new_items.id
    where (new_items.is_public or old_items.is_public)
      and (new_items.is_public <> old_items.is_public or new_items.updated_at <> old_items.updated_at)
  `;

const INDEX = `
create index items_user_id_idx on items (user_id, created_at desc, id) include (
  is_draft, is_public, is_private, item_type, brand_id, club_id, season_id, kit_id, condition, size, design,
  main_color, country, is_replica, is_signed, short_search_text
);
`;
