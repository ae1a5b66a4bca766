import type { Knex } from 'knex';
import { addOwner } from './accounts.ts';
import { RECORD_TEXTS } from './items.ts';

/**
 * Creates counts that triggers maintain, so that lists of collections and statistics need not count all
 * items.
 */
export async function createCounts(db: Knex): Promise<void> {
  await db.schema.createTable('collections', (table) => {
    table.integer('user_id').primary();
    table.integer('public_items').notNullable();
    // When a public item was last added, changed or removed.
    table.timestamp('changed_at').notNullable();
    addOwner(table, 'collections');
  });
  await db.raw(COLLECTIONS);
  await db.raw(ITEM_COUNTS);
}

export async function dropCounts(db: Knex): Promise<void> {
  for (const table of ['item_counts', 'collections']) await db.schema.dropTable(table);
  await db.raw(`
    drop function count_inserted_items(), count_deleted_items(), count_updated_items(), add_inserted_counts(),
      subtract_deleted_counts(), add_updated_counts() cascade
  `);
}

const COLLECTIONS = `
create index collections_changed_at_idx on collections (changed_at desc, user_id) where public_items > 0;

create function count_inserted_items() returns trigger language plpgsql as $$
begin
  insert into collections (user_id, public_items, changed_at)
  select user_id, count(*), now() from new_items where is_public group by user_id order by user_id
  on conflict (user_id) do update
  set public_items = collections.public_items + excluded.public_items, changed_at = excluded.changed_at;
  return null;
end $$;

create function count_deleted_items() returns trigger language plpgsql as $$
begin
  update collections set public_items = collections.public_items - gone.items, changed_at = now()
  from (select user_id, count(*) as items from old_items where is_public group by user_id) as gone
  where collections.user_id = gone.user_id;
  return null;
end $$;

create function count_updated_items() returns trigger language plpgsql as $$
begin
  insert into collections (user_id, public_items, changed_at)
  select user_id, sum(items), now()
  from (
    select user_id, 1 as items from new_items where is_public
    union all
    select user_id, -1 from old_items where is_public
  ) as changes
  group by user_id order by user_id
  on conflict (user_id) do update
  set public_items = collections.public_items + excluded.public_items, changed_at = excluded.changed_at;
  return null;
end $$;

create trigger items_inserted after insert on items
referencing new table as new_items for each statement execute function count_inserted_items();

create trigger items_deleted after delete on items
referencing old table as old_items for each statement execute function count_deleted_items();

create trigger items_updated after update on items
referencing old table as old_items new table as new_items
for each statement execute function count_updated_items();
`;

/**
 * The counted fields, with the value 0 for fields without values, such as an item's type. A value is a
 * number, so texts are part of the field's name: `design:STRIPES`. An item without a country counts for that
 * of its club, which may change. A month is `202611`.
 */
const COUNTED_FIELDS = `
    values ('all', 0), (items.item_type, 0), ('club', items.club_id), ('brand', items.brand_id),
      ('season', items.season_id), ('condition', items.condition), ('replica', case when items.is_replica then 0 end),
      ('signed', case when items.is_signed then 0 end), ('draft', case when items.is_draft then 0 end)
 union all
  values ('color', items.main_color),
    ('design:' || items.design, case when items.design is not null then 0 end),
    ('country:' || items.country, case when items.country is not null then 0 end),
    ('club_for_country', case when items.country is null then items.club_id end),
    ('month', to_char(items.created_at at time zone 'UTC', 'YYYYMM')::integer)
 union all
  values ${RECORD_TEXTS.map((name) => `('${name}:' || items.${name}, case when items.${name} <> '' then 0 end)`).join(', ')}
`;

/**
 * Adds changes, which are rows of items with `change`, to the counts. They are sorted by key, so that
 * concurrent writes lock rows in the same order.
 */
function addCounts(changes: string): string {
  return `
  insert into item_counts (user_id, field, value, items, public_items)
  select items.user_id, counted.field, counted.value,
    sum(items.change * (not items.is_draft or counted.field = 'draft')::integer) as items,
    sum(items.change * items.is_public::integer) as public_items
  from (${changes}) as items cross join lateral (${COUNTED_FIELDS}) as counted (field, value)
  where counted.value is not null
  group by 1, 2, 3
  having sum(items.change * (not items.is_draft or counted.field = 'draft')::integer) <> 0
    or sum(items.change * items.is_public::integer) <> 0
  order by 1, 2, 3
  on conflict (user_id, field, value) do update
  set items = item_counts.items + excluded.items, public_items = item_counts.public_items + excluded.public_items;`;
}

const ADDED = 'select 1 as change, * from new_items';
const REMOVED = 'select -1 as change, * from old_items';

/** The number of a user's items for each value of a field. */
const ITEM_COUNTS = `
create table item_counts (
  user_id integer not null constraint item_counts_user_id_fkey references users on delete cascade,
  field text collate "C" not null,
  value integer not null,
  -- Drafts have their own field, and do not count here.
  items integer not null,
  public_items integer not null,
  primary key (user_id, field, value)
) with (fillfactor = 80);

create function add_inserted_counts() returns trigger language plpgsql as $$
begin
  ${addCounts(ADDED)}
  return null;
end $$;

create function subtract_deleted_counts() returns trigger language plpgsql as $$
begin
  -- A user who is deleted takes their counts along.
  ${addCounts(`${REMOVED} where user_id in (select id from users)`)}
  return null;
end $$;

create function add_updated_counts() returns trigger language plpgsql as $$
begin
  ${addCounts(`${ADDED} union all ${REMOVED}`)}
  return null;
end $$;

create trigger items_inserted_counts after insert on items
referencing new table as new_items for each statement execute function add_inserted_counts();

create trigger items_deleted_counts after delete on items
referencing old table as old_items for each statement execute function subtract_deleted_counts();

create trigger items_updated_counts after update on items
referencing old table as old_items new table as new_items
for each statement execute function add_updated_counts();
`;
