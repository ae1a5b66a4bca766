import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { createSearchTextFunction } from '@kitroom/server/database/search-text';

/** The catalogue's records. `docs/decisions/` tells why a kit is one flat row. */
export async function up(db: Knex): Promise<void> {
  await createSearchTextFunction(db);
  await execute(db, RECORDS);
  await execute(db, KITS);
  await execute(db, KIT_INDEXES);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop table kits, kit_types, seasons, clubs, competitions, brands;
    drop function search_text(text);
    `,
  );
}

const RECORDS = `
create table brands (
  id integer generated always as identity primary key,
  slug text not null constraint brands_slug_key unique,
  name text not null,
  name_search text not null generated always as (search_text(name)) stored,
  logo text,
  logo_dark text
);

create table competitions (
  id integer generated always as identity primary key,
  slug text not null constraint competitions_slug_key unique,
  name text not null,
  name_search text not null generated always as (search_text(name)) stored,
  logo text,
  logo_dark text,
  country text
);

create table clubs (
  id integer generated always as identity primary key,
  slug text not null constraint clubs_slug_key unique,
  name text not null,
  name_search text not null generated always as (search_text(name)) stored,
  id_archive integer,
  logo text,
  logo_dark text,
  -- '' where it is not known: a kit repeats its club's country, and a foreign key that follows changes of it
  -- cannot hold null.
  country text not null default '',
  -- The archive's picture for clubs without a logo does not count as one.
  has_logo boolean not null generated always as
    (logo is not null and logo not like '%/static/logos/not\\_found.png') stored,
  constraint clubs_id_country_key unique (id, country)
);

create table seasons (
  id integer generated always as identity primary key,
  year text not null constraint seasons_year_key unique
    constraint seasons_year_check check (year ~ '^\\d{4}(-\\d{2})?$'),
  first_year integer not null generated always as (substr(year, 1, 4)::integer) stored,
  second_year integer generated always as
    (case when length(year) = 7 then substr(year, 1, 4)::integer + 1 end) stored
);

create table kit_types (
  id integer generated always as identity primary key,
  name text not null constraint kit_types_name_key unique,
  category text not null constraint kit_types_category_check
    check (category in ('match', 'prematch', 'preseason', 'training', 'travel', 'jacket')),
  category_order integer not null,
  order_priority integer not null,
  is_goalkeeper boolean not null
);
`;

/** Competitions and secondary colours stand in the kit's row, in the order in which they were given. */
const KITS = `
create table kits (
  id integer generated always as identity primary key,
  slug text not null constraint kits_slug_key unique,
  name text not null,
  name_search text not null generated always as (search_text(name)) stored,
  club_id integer not null,
  country text not null,
  season_id integer not null constraint kits_season_fkey references seasons on delete restrict,
  brand_id integer not null constraint kits_brand_fkey references brands on delete restrict,
  type_id integer not null constraint kits_type_fkey references kit_types on delete restrict,
  competition_ids integer[] not null default '{}',
  design text,
  primary_color text,
  secondary_colors text[] not null default '{}',
  main_img_url text,
  id_archive integer,
  rating numeric(3, 2) constraint kits_rating_check check (rating between 0 and 5),
  constraint kits_club_fkey foreign key (club_id, country) references clubs (id, country)
    on update cascade on delete restrict
);
`;

/** Lists walk (filter, newest id); searches walk (season, type, newest id) or (type, newest id). */
const KIT_INDEXES = `
create index kits_club_id_idx on kits (club_id, season_id);
create index kits_season_id_idx on kits (season_id, type_id, id desc);
create index kits_type_id_idx on kits (type_id, id desc);
create index kits_country_idx on kits (country, id desc);
create index kits_primary_color_idx on kits (primary_color, id desc);
create index kits_design_idx on kits (design, id desc);
create index kits_secondary_colors_idx on kits using gin (secondary_colors);
create index kits_id_archive_idx on kits (id_archive);
create index kits_brand_id_idx on kits (brand_id);
`;
