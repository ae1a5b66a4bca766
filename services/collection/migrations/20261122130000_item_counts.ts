import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * What makes an owner's lists and statistics independent of the site's size: narrow indexes that begin with the owner,
 * searchable texts in one of them, and counts kept by triggers.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, TEXTS);
  await execute(db, INDEXES);
  await execute(db, COUNTS);
  await execute(db, TRIGGERS);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop trigger items_inserted_counts on items;
    drop trigger items_deleted_counts on items;
    drop trigger items_updated_counts on items;
    drop function add_inserted_counts(), subtract_deleted_counts(), add_updated_counts();
    drop table item_counts;
    drop index items_page_idx, items_hidden_idx, items_user_id_idx;
    alter table items drop column short_search_text;
    create index items_user_id_idx on items (user_id, created_at desc, id) include (${COUNTED});
    `,
  );
}

const COUNTED = `
  is_draft, is_public, is_private, item_type, brand_id, club_id, season_id, kit_id, condition, size, design,
  main_color, country, is_replica, is_signed`;

const TEXT =
  "search_text(name || ' ' || description || ' ' || coalesce(player_name, '') || ' ' || join_tags(tags))";

/** In bytes: an index entry has room for 2,704. */
const SHORT_TEXT = 500;

/** Short texts stand in the index; longer ones are looked up in `search_text`. */
const TEXTS = `
alter table items add column short_search_text text generated always as (
  case when octet_length(${TEXT}) <= ${SHORT_TEXT} then ${TEXT} end
) stored;
`;

/**
 * An owner's items are spread over the whole table: their rows would be read from as many pages. Reading an index costs
 * by its columns too, so that pages in the default order have a narrow one.
 */
const INDEXES = `
drop index if exists items_user_id_idx;
create index items_user_id_idx on items (user_id, created_at desc, id) include (${COUNTED}, short_search_text);
create index items_page_idx on items (user_id, created_at desc, id) include (is_draft, is_public);
create index items_hidden_idx on items (user_id, id) include (is_draft) where not is_public;
`;

/** How many items of a user have a value in a field; see FIELDS. */
const COUNTS = `
create table item_counts (
  user_id integer not null constraint item_counts_user_id_fkey references users on delete cascade,
  field text collate "C" not null,
  value integer not null,
  -- All but drafts, which have a field of their own.
  items integer not null,
  public_items integer not null,
  primary key (user_id, field, value)
) with (fillfactor = 80);
`;

/** The fields that are counted, with 0 for those without values of their own: an item's type is a field. */
export const COUNTED_FIELDS = `
    values ('all', 0), (items.item_type, 0), ('club', items.club_id), ('brand', items.brand_id),
      ('season', items.season_id), ('condition', items.condition), ('replica', case when items.is_replica then 0 end),
      ('signed', case when items.is_signed then 0 end), ('draft', case when items.is_draft then 0 end)
`;

/** The sums of changes, in the order of their keys, so that concurrent writes lock rows in the same order. */
function sum(changes: string, fields: string): string {
  return `
  select items.user_id, counted.field, counted.value,
    sum(items.change * (not items.is_draft or counted.field = 'draft')::integer) as items,
    sum(items.change * items.is_public::integer) as public_items
  from (${changes}) as items cross join lateral (${fields}) as counted (field, value)
  where counted.value is not null
  group by 1, 2, 3
  having sum(items.change * (not items.is_draft or counted.field = 'draft')::integer) <> 0
    or sum(items.change * items.is_public::integer) <> 0
  order by 1, 2, 3`;
}

export function changesOf(table: string, change: 1 | -1): string {
  return `
    select ${change} as change, * from ${table}`;
}

/** Adds changes, rows of items with `change`, to the counts of the fields. */
export function addCounts(changes: string, fields: string): string {
  return `
  insert into item_counts (user_id, field, value, items, public_items)
  ${sum(changes, fields)}
  on conflict (user_id, field, value) do update
  set items = item_counts.items + excluded.items, public_items = item_counts.public_items + excluded.public_items`;
}

/** Functions of triggers that keep the counts of these fields. */
export function countingFunctions(fields: string): string {
  return `
create or replace function add_inserted_counts() returns trigger language plpgsql as $$
begin
  ${addCounts(changesOf('new_items', 1), fields)};
  return null;
end $$;

create or replace function subtract_deleted_counts() returns trigger language plpgsql as $$
begin
  -- A user who is deleted takes their counts along.
  ${addCounts(`${changesOf('old_items', -1)} where user_id in (select id from users)`, fields)};
  return null;
end $$;

create or replace function add_updated_counts() returns trigger language plpgsql as $$
begin
  ${addCounts(`${changesOf('new_items', 1)} union all ${changesOf('old_items', -1)}`, fields)};
  return null;
end $$;
`;
}

const TRIGGERS = `
${countingFunctions(COUNTED_FIELDS)}
create trigger items_inserted_counts after insert on items
referencing new table as new_items for each statement execute function add_inserted_counts();

create trigger items_deleted_counts after delete on items
referencing old table as old_items for each statement execute function subtract_deleted_counts();

create trigger items_updated_counts after update on items
referencing old table as old_items new table as new_items
for each statement execute function add_updated_counts();

${addCounts(changesOf('items', 1), COUNTED_FIELDS)};
`;
