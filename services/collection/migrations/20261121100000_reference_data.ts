import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What the items need to know of the catalogue's records: copies under the catalogue's own ids. */
export async function up(db: Knex): Promise<void> {
  await execute(db, RECORDS);
  await execute(db, KITS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table kit_competitions, kits, competitions, seasons, clubs, brands;');
}

/**
 * A record whose `taken_at` is null was asked for while the catalogue was away: its name is null until a job has
 * completed it. `is_unknown` tells that the catalogue, once asked, had no such record (any more).
 */
const COPY = `
  taken_at timestamptz,
  is_unknown boolean not null default false
`;

const RECORDS = `
create table brands (
  id integer primary key,
  name text,
  logo text,
  search_text text generated always as (search_text(name)) stored,
  ${COPY}
);

create table clubs (
  id integer primary key,
  name text,
  logo text,
  country text,
  search_text text generated always as (search_text(name)) stored,
  ${COPY}
);

create table seasons (
  id integer primary key,
  year text,
  ${COPY}
);

create index brands_taken_at_idx on brands (taken_at nulls first);
create index clubs_taken_at_idx on clubs (taken_at nulls first);
create index seasons_taken_at_idx on seasons (taken_at nulls first);
`;

/** A kit comes with its type and its competitions, which the catalogue tells with it. */
const KITS = `
create table kits (
  id integer primary key,
  name text,
  main_img_url text,
  type_id integer,
  type_name text,
  ${COPY}
);

create index kits_taken_at_idx on kits (taken_at nulls first);

create table competitions (
  id integer primary key,
  name text not null,
  logo text not null
);

create table kit_competitions (
  kit_id integer not null constraint kit_competitions_kit_id_fkey references kits on delete cascade,
  competition_id integer not null
    constraint kit_competitions_competition_id_fkey references competitions on delete cascade,
  primary key (kit_id, competition_id)
);

create index kit_competitions_competition_id_idx on kit_competitions (competition_id);
`;
