import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Items of all six types in one table, so that a list of mixed types is one query; and what each collection shows. */
export async function up(db: Knex): Promise<void> {
  await execute(db, ITEMS);
  await execute(db, COLLECTIONS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table collections, items;');
  await execute(
    db,
    'drop function count_inserted_items(), count_deleted_items(), count_updated_items(), join_tags(text[]);',
  );
}

const ITEMS = `
-- array_to_string() is not immutable, as it takes arrays of anything: here they are of text.
create function join_tags(tags text[]) returns text
language sql immutable strict parallel safe
return array_to_string(tags, ' ');

create table items (
  id integer generated always as identity primary key,
  user_id integer not null constraint items_user_id_fkey references users on delete cascade,
  item_type text not null constraint items_item_type_check
    check (item_type in ('jersey', 'shorts', 'outerwear', 'tracksuit', 'pants', 'other')),
  name text not null,
  brand_id integer constraint items_brand_id_fkey references brands,
  club_id integer constraint items_club_id_fkey references clubs,
  season_id integer constraint items_season_id_fkey references seasons,
  condition smallint not null constraint items_condition_check check (condition between 1 and 10),
  detailed_condition text,
  description text not null,
  is_replica boolean not null,
  is_private boolean not null,
  is_draft boolean not null,
  is_public boolean generated always as (not is_private and not is_draft) stored,
  design text,
  -- A colour's place in the list of colours, from 1.
  main_color smallint,
  secondary_colors smallint[] not null,
  country text,
  tags text[] not null,
  -- The tags as they are compared: without case.
  tag_keys text[] not null,
  -- What only some types have is null for the others.
  kit_id integer constraint items_kit_id_fkey references kits,
  size smallint,
  type text,
  number smallint,
  player_name text,
  is_fan_version boolean,
  is_signed boolean,
  has_nameset boolean,
  is_short_sleeve boolean,
  -- Names as they are sorted and searched; a column each, as making them for every row of a list takes long.
  name_search text generated always as (search_text(name)) stored,
  player_name_search text generated always as (search_text(player_name)) stored,
  search_text text generated always as (
    search_text(name || ' ' || description || ' ' || coalesce(player_name, '') || ' ' || join_tags(tags))
  ) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A narrow copy of the items: what is counted is read from it alone, without the long texts of the rows.
create index items_user_id_idx on items (user_id, created_at desc, id) include (
  is_draft, is_public, is_private, item_type, brand_id, club_id, season_id, kit_id, condition, size, design,
  main_color, country, is_replica, is_signed
);
create index items_brand_id_idx on items (brand_id);
create index items_club_id_idx on items (club_id);
create index items_season_id_idx on items (season_id);
create index items_kit_id_idx on items (kit_id) where kit_id is not null;
`;

/**
 * How many public items each user has, and when one of them was last added, changed or taken away. Kept by triggers,
 * so that the list of collections is a walk along an index instead of a count of all items.
 */
const COLLECTIONS = `
create table collections (
  user_id integer primary key constraint collections_user_id_fkey references users on delete cascade,
  public_items integer not null,
  changed_at timestamptz not null
);

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
