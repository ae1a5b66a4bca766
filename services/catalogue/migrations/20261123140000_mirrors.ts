import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * Into which record a deleted one was merged, changes of records that are not in their rows, and what a mirror knows of
 * its source.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, MERGES);
  await execute(db, FORMER_SLUGS);
  await execute(db, LOG_RENAMES);
  for (const rename of RENAMES) await execute(db, renameTrigger(rename));
  await execute(db, MIRROR);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop table mirror_source, mirror_stage;
    drop function log_former_slugs() cascade;
    drop function log_renames() cascade;
    alter table changes drop column into_id;
    `,
  );
}

/** Set for the deletion of a merged record, which has a row of its own. */
const MERGES = `
alter table changes add column into_id integer;
create index changes_merges_idx on changes (type, (ids[1])) where into_id is not null;
`;

/** A club's former slugs belong to its record, but are not in its row. */
const FORMER_SLUGS = `
create function log_former_slugs() returns trigger language plpgsql as $$
declare
  changed_ids integer[];
begin
  select array_agg(clubs.id order by clubs.id) into changed_ids
  from clubs where clubs.id in (select changed.club_id from changed);
  if changed_ids is not null then
    insert into changes (type, op, ids) values ('club', 'upsert', changed_ids);
    perform pg_notify('catalogue_changes', 'clubs');
  end if;
  return null;
end
$$;

create trigger former_club_slugs_log_insert after insert on former_club_slugs
  referencing new table as changed for each statement execute function log_former_slugs();
create trigger former_club_slugs_log_update after update on former_club_slugs
  referencing new table as changed for each statement execute function log_former_slugs();
create trigger former_club_slugs_log_updated after update on former_club_slugs
  referencing old table as changed for each statement execute function log_former_slugs();
create trigger former_club_slugs_log_delete after delete on former_club_slugs
  referencing old table as changed for each statement execute function log_former_slugs();
`;

/** For each table that kits refer to, its key and the condition for the kits whose record names it. */
const RENAMES = [
  { table: 'brands', key: 'slug', kits: 'kits.brand_id = any($1)' },
  { table: 'competitions', key: 'slug', kits: 'kits.competition_ids && $1' },
  { table: 'clubs', key: 'slug', kits: 'kits.club_id = any($1)' },
  { table: 'seasons', key: 'year', kits: 'kits.season_id = any($1)' },
  { table: 'kit_types', key: 'name', kits: 'kits.type_id = any($1)' },
];

/** The record of a kit names what it refers to by keys, so it changes with them. */
const LOG_RENAMES = `
create function log_renames() returns trigger language plpgsql as $$
declare
  renamed_ids integer[];
  changed_ids integer[];
begin
  execute format(
    'select array_agg(id) from changed join former using (id) where changed.%1$I <> former.%1$I', tg_argv[0]
  ) into renamed_ids;
  if renamed_ids is null then
    return null;
  end if;
  execute format('select array_agg(id order by id) from kits where %s', tg_argv[1]) into changed_ids using renamed_ids;
  if changed_ids is not null then
    insert into changes (type, op, ids) values ('kit', 'upsert', changed_ids);
    perform pg_notify('catalogue_changes', 'kits');
  end if;
  return null;
end
$$;
`;

function renameTrigger({ table, key, kits }: (typeof RENAMES)[number]): string {
  return `
    create trigger ${table}_log_renames after update on ${table}
      referencing old table as former new table as changed
      for each statement execute function log_renames('${key}', '${kits}');
  `;
}

const MIRROR = `
create table mirror_source (
  is_only boolean primary key default true constraint mirror_source_is_only_check check (is_only),
  url text not null,
  -- The last change that has been staged or applied; null until a snapshot is staged.
  sequence bigint
);

-- Records of the source that differ or may differ from the mirror's, until the next moment of the source is complete.
create table mirror_stage (
  type text not null,
  id integer not null,
  -- The key and the line of the import format; null if the record is to be deleted.
  key text,
  line text,
  into_id integer,
  primary key (type, id)
);
`;
