import type { Knex } from 'knex';
import { addIdentity } from '@kitroom/server/database/schema';

/** The tables whose changes are logged, each with the type of its changes. */
const TYPES: Readonly<Record<string, string>> = {
  brands: 'brand',
  competitions: 'competition',
  clubs: 'club',
  seasons: 'season',
  kit_types: 'kit_type',
  kits: 'kit',
};

/**
 * For each table that kits refer to: the key that kit records contain, and the condition that selects these
 * kits.
 */
const RENAMES = [
  { table: 'brands', key: 'slug', kits: 'kits.brand_id = any($1)' },
  { table: 'competitions', key: 'slug', kits: 'kits.competition_ids && $1' },
  { table: 'clubs', key: 'slug', kits: 'kits.club_id = any($1)' },
  { table: 'seasons', key: 'year', kits: 'kits.season_id = any($1)' },
  { table: 'kit_types', key: 'name', kits: 'kits.type_id = any($1)' },
];

/**
 * The log of all changes of records, in the order of their commits. Every process reads it to update its
 * search index. `docs/decisions/0030-change-log.md` explains the numbers.
 */
export async function createChangeLog(db: Knex): Promise<void> {
  await createChanges(db);
  await db.raw(NUMBER_CHANGES);
  await db.raw(LOG_CHANGES);
  await db.raw(LOG_CLUB_CHANGES);
  await db.raw(LOG_RENAMES);
  await db.raw(FORGET_COMPETITION);
  for (const [table, type] of Object.entries(TYPES)) await db.raw(logTriggers(table, type));
  for (const rename of RENAMES) await db.raw(renameTrigger(rename));
  await createMirror(db);
}

export async function dropChangeLog(db: Knex): Promise<void> {
  for (const table of ['mirror_source', 'mirror_stage', 'changes']) await db.schema.dropTable(table);
  await db.raw('drop sequence change_sequence');
  await db.raw(`
    drop function number_changes(), log_changes(), log_club_changes(), log_renames(), forget_competition() cascade
  `);
}

/**
 * Each row has the changes of one statement. Its records have the numbers `first_sequence` to
 * `last_sequence`, in the order of `ids`.
 */
async function createChanges(db: Knex): Promise<void> {
  await db.raw('create sequence change_sequence');
  await db.schema.createTable('changes', (table) => {
    addIdentity(table, 'bigint');
    table.text('type').notNullable();
    table.text('op').notNullable();
    table.specificType('ids', 'integer[]').notNullable();
    // Null until the transaction commits.
    table.bigInteger('first_sequence');
    table.bigInteger('last_sequence').unique({ indexName: 'changes_last_sequence_key' });
    table.timestamp('at').notNullable().defaultTo(db.fn.now());
    // Set for the deletion of a merged record, which is a separate row.
    table.integer('into_id');
    // Whether the records joined the random list of their type (true) or left it (false); null if neither.
    table.boolean('joins');
    table.check("op in ('upsert', 'delete')", {}, 'changes_op_check');
    table.index('at', 'changes_at_idx');
    table.index('at', 'changes_joins_idx', { predicate: db.whereNotNull('joins') });
  });
  await db.raw('create index changes_merges_idx on changes (type, (ids[1])) where into_id is not null');
}

/**
 * Sets the numbers and the time of a change when its transaction commits. The lock is held until the commit
 * is complete and is the last one taken, so that numbers become visible in order and writers cannot deadlock.
 */
const NUMBER_CHANGES = `
create function number_changes() returns trigger language plpgsql as $$
declare
  first bigint;
  last bigint;
begin
  perform pg_advisory_xact_lock(547166);
  first := nextval('change_sequence');
  last := first + cardinality(new.ids) - 1;
  perform setval('change_sequence', last);
  update changes set first_sequence = first, last_sequence = last, at = clock_timestamp() where id = new.id;
  return null;
end
$$;

create constraint trigger changes_number after insert on changes
  deferrable initially deferred for each row execute function number_changes();
`;

/**
 * Logs the rows that a statement changed, and notifies all processes when they are visible. All kits are in
 * the random list.
 */
const LOG_CHANGES = `
create function log_changes() returns trigger language plpgsql as $$
declare
  changed_ids integer[];
begin
  if tg_op = 'TRUNCATE' then
    execute format('select array_agg(id order by id) from %I.%I', tg_table_schema, tg_table_name)
      into changed_ids;
  else
    select array_agg(id order by id) into changed_ids from changed;
  end if;
  if changed_ids is not null then
    insert into changes (type, op, ids, joins) values (
      tg_argv[0], case when tg_op in ('INSERT', 'UPDATE') then 'upsert' else 'delete' end, changed_ids,
      case when tg_argv[0] = 'kit' and tg_op <> 'UPDATE' then tg_op = 'INSERT' end
    );
    perform pg_notify('catalogue_changes', tg_table_name);
  end if;
  return null;
end
$$;
`;

/** Logs changes of clubs. Only clubs with a logo are in the random list. */
const LOG_CLUB_CHANGES = `
create function log_club_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into changes (type, op, ids, joins)
      select 'club', 'upsert', array_agg(id order by id), case when has_logo then true end
      from changed group by has_logo;
  elsif tg_op = 'DELETE' then
    insert into changes (type, op, ids, joins)
      select 'club', 'delete', array_agg(id order by id), case when has_logo then false end
      from changed group by has_logo;
  else
    insert into changes (type, op, ids, joins)
      select 'club', 'upsert', array_agg(id order by id), joins
      from (
        select id, case when changed.has_logo <> former.has_logo then changed.has_logo end as joins
        from changed join former using (id)
      ) as updated
      group by joins;
  end if;
  if found then
    perform pg_notify('catalogue_changes', 'clubs');
  end if;
  return null;
end
$$;
`;

/** Logs a change of kits when a record that they refer to is renamed, because kit records contain its key. */
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

/** Removes a deleted competition from the arrays of kits, for which there are no foreign keys. */
const FORGET_COMPETITION = `
create function forget_competition() returns trigger language plpgsql as $$
begin
  update kits set competition_ids = array_remove(competition_ids, old.id)
  where competition_ids @> array[old.id];
  return null;
end
$$;

create trigger competitions_forget after delete on competitions
  for each row execute function forget_competition();
`;

function logTriggers(table: string, type: string): string {
  const isClubs = table === 'clubs';
  const log = isClubs ? 'log_club_changes()' : `log_changes('${type}')`;
  return `
    create trigger ${table}_log_insert after insert on ${table}
      referencing new table as changed for each statement execute function ${log};
    create trigger ${table}_log_update after update on ${table}
      referencing ${isClubs ? 'old table as former' : ''} new table as changed
      for each statement execute function ${log};
    create trigger ${table}_log_delete after delete on ${table}
      referencing old table as changed for each statement execute function ${log};
    create trigger ${table}_log_truncate before truncate on ${table}
      for each statement execute function log_changes('${type}');
  `;
}

function renameTrigger({ table, key, kits }: (typeof RENAMES)[number]): string {
  return `
    create trigger ${table}_log_renames after update on ${table}
      referencing old table as former new table as changed
      for each statement execute function log_renames('${key}', '${kits}');
  `;
}

/** The state of a mirror. */
async function createMirror(db: Knex): Promise<void> {
  await db.schema.createTable('mirror_source', (table) => {
    table.boolean('is_only').primary().defaultTo(true);
    table.text('url').notNullable();
    // The last change that was staged or applied; null until a snapshot is staged.
    table.bigInteger('sequence');
    table.check('is_only', {}, 'mirror_source_is_only_check');
  });
  // Records of the source that may differ from the mirror's, stored until all changes have been read.
  await db.schema.createTable('mirror_stage', (table) => {
    table.text('type');
    table.integer('id');
    // The key and the line in the import format; null if the record will be deleted.
    table.text('key');
    table.text('line');
    table.integer('into_id');
    table.primary(['type', 'id']);
  });
}
