import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** The tables whose changes are logged, each with the type that its changes have. */
const TYPES: Readonly<Record<string, string>> = {
  brands: 'brand',
  competitions: 'competition',
  clubs: 'club',
  seasons: 'season',
  kit_types: 'kit_type',
  kits: 'kit',
};

/**
 * The log of all changes of the catalogue's records, in the order of their commits. Every process follows it to keep
 * its search index in step. `docs/decisions/0030-change-log.md` tells why it is numbered this way.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, TABLE);
  await execute(db, NUMBER_CHANGES);
  await execute(db, LOG_CHANGES);
  for (const [table, type] of Object.entries(TYPES)) await execute(db, logTriggers(table, type));
}

export async function down(db: Knex): Promise<void> {
  for (const table of Object.keys(TYPES)) await execute(db, notifyTriggers(table));
  await execute(
    db,
    `
    drop function log_changes() cascade;
    drop table changes;
    drop function number_changes();
    drop sequence change_sequence;
    `,
  );
}

/** One row per statement: its records take the numbers `first_sequence` to `last_sequence`, in the order of `ids`. */
const TABLE = `
create sequence change_sequence;

create table changes (
  id bigint generated always as identity primary key,
  type text not null,
  op text not null constraint changes_op_check check (op in ('upsert', 'delete')),
  ids integer[] not null,
  -- Null until the transaction commits.
  first_sequence bigint,
  last_sequence bigint constraint changes_last_sequence_key unique,
  at timestamptz not null default now()
);

create index changes_at_idx on changes (at);
`;

/**
 * Numbers a change when its transaction commits. The lock is held until the commit is done and no other is taken after
 * it, so that numbers become visible in their order and writers never wait for each other in a circle.
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
  update changes set first_sequence = first, last_sequence = last where id = new.id;
  return null;
end
$$;

create constraint trigger changes_number after insert on changes
  deferrable initially deferred for each row execute function number_changes();
`;

/** Logs the rows that a statement changed, and notifies all processes when they are visible. */
const LOG_CHANGES = `
create function log_changes() returns trigger language plpgsql as $$
declare
  changed_ids integer[];
begin
  if tg_op = 'TRUNCATE' then
    execute format('select array_agg(id order by id) from %I.%I', tg_table_schema, tg_table_name) into changed_ids;
  else
    select array_agg(id order by id) into changed_ids from changed;
  end if;
  if changed_ids is not null then
    insert into changes (type, op, ids)
      values (tg_argv[0], case when tg_op in ('INSERT', 'UPDATE') then 'upsert' else 'delete' end, changed_ids);
    perform pg_notify('catalogue_changes', tg_table_name);
  end if;
  return null;
end
$$;
`;

function logTriggers(table: string, type: string): string {
  return `
    drop trigger ${table}_notify_insert on ${table};
    drop trigger ${table}_notify_update on ${table};
    drop trigger ${table}_notify_delete on ${table};
    drop trigger ${table}_notify_truncate on ${table};
    create trigger ${table}_log_insert after insert on ${table}
      referencing new table as changed for each statement execute function log_changes('${type}');
    create trigger ${table}_log_update after update on ${table}
      referencing new table as changed for each statement execute function log_changes('${type}');
    create trigger ${table}_log_delete after delete on ${table}
      referencing old table as changed for each statement execute function log_changes('${type}');
    create trigger ${table}_log_truncate before truncate on ${table}
      for each statement execute function log_changes('${type}');
  `;
}

function notifyTriggers(table: string): string {
  return `
    drop trigger ${table}_log_insert on ${table};
    drop trigger ${table}_log_update on ${table};
    drop trigger ${table}_log_delete on ${table};
    drop trigger ${table}_log_truncate on ${table};
    create trigger ${table}_notify_insert after insert on ${table}
      referencing new table as changed for each statement execute function notify_change();
    create trigger ${table}_notify_update after update on ${table}
      referencing new table as changed for each statement execute function notify_change();
    create trigger ${table}_notify_delete after delete on ${table}
      referencing old table as changed for each statement execute function notify_change();
    create trigger ${table}_notify_truncate after truncate on ${table}
      for each statement execute function notify_change();
  `;
}
