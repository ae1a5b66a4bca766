import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * The log of changes tells which records joined or left a random list, and when that was committed, so that each process
 * knows what a list held when its half hour began.
 */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    -- Whether the records joined the random list of their type (true) or left it (false); null if neither.
    alter table changes add column joins boolean;
    create index changes_joins_idx on changes (at) where joins is not null;
    `,
  );
  await execute(db, numberChanges('first_sequence = first, last_sequence = last, at = clock_timestamp()'));
  await execute(db, LOG_CHANGES);
  await execute(db, LOG_CLUBS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, numberChanges('first_sequence = first, last_sequence = last'));
  await execute(db, LOG_CHANGES_BEFORE);
  await execute(
    db,
    `
    drop function log_club_changes() cascade;
    create trigger clubs_log_insert after insert on clubs
      referencing new table as changed for each statement execute function log_changes('club');
    create trigger clubs_log_update after update on clubs
      referencing new table as changed for each statement execute function log_changes('club');
    create trigger clubs_log_delete after delete on clubs
      referencing old table as changed for each statement execute function log_changes('club');
    alter table changes drop column joins;
    `,
  );
}

/** A change is numbered, and its time is taken, when its transaction commits: both have the order of the commits. */
function numberChanges(columns: string): string {
  return `
    create or replace function number_changes() returns trigger language plpgsql as $$
    declare
      first bigint;
      last bigint;
    begin
      perform pg_advisory_xact_lock(547166);
      first := nextval('change_sequence');
      last := first + cardinality(new.ids) - 1;
      perform setval('change_sequence', last);
      update changes set ${columns} where id = new.id;
      return null;
    end
    $$;
  `;
}

/** The random list of kits holds all of them. */
const LOG_CHANGES = logChanges({
  columns: ', joins',
  values: `, case when tg_argv[0] = 'kit' and tg_op <> 'UPDATE' then tg_op = 'INSERT' end`,
});

const LOG_CHANGES_BEFORE = logChanges({ columns: '', values: '' });

function logChanges({ columns, values }: { columns: string; values: string }): string {
  return `
    create or replace function log_changes() returns trigger language plpgsql as $$
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
        insert into changes (type, op, ids${columns}) values (
          tg_argv[0], case when tg_op in ('INSERT', 'UPDATE') then 'upsert' else 'delete' end, changed_ids${values}
        );
        perform pg_notify('catalogue_changes', tg_table_name);
      end if;
      return null;
    end
    $$;
  `;
}

/** The random list of clubs holds those that have a logo. */
const LOG_CLUBS = `
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

  drop trigger clubs_log_insert on clubs;
  drop trigger clubs_log_update on clubs;
  drop trigger clubs_log_delete on clubs;
  create trigger clubs_log_insert after insert on clubs
    referencing new table as changed for each statement execute function log_club_changes();
  create trigger clubs_log_update after update on clubs
    referencing old table as former new table as changed for each statement execute function log_club_changes();
  create trigger clubs_log_delete after delete on clubs
    referencing old table as changed for each statement execute function log_club_changes();
`;
