import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

const TABLES = ['brands', 'competitions', 'clubs', 'seasons', 'kit_types', 'kits', 'api_keys'];

/**
 * API keys, and the notifications by which every process hears of changes: the channel `catalogue_changes`
 * carries the name of a changed table, whoever changed it.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, API_KEYS);
  await execute(db, NOTIFY);
  for (const table of TABLES) await execute(db, notifyTriggers(table));
  await execute(db, FORGET_COMPETITION);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop trigger competitions_forget on competitions;
    drop function forget_competition();
    drop function notify_change() cascade;
    drop table api_keys;
    `,
  );
}

const API_KEYS = `
create table api_keys (
  id integer generated always as identity primary key,
  name text not null,
  -- SHA-256 of the key: the key itself is random and long, so it needs no slow hash.
  key_hash bytea not null constraint api_keys_key_hash_key unique,
  -- Requests per window; null for the service's own limit.
  rate_limit integer constraint api_keys_rate_limit_check check (rate_limit > 0),
  is_unlimited boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
`;

const NOTIFY = `
create function notify_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    perform pg_notify('catalogue_changes', tg_table_name);
  elsif exists (select 1 from changed) then
    perform pg_notify('catalogue_changes', tg_table_name);
  end if;
  return null;
end
$$;
`;

function notifyTriggers(table: string): string {
  return `
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

/** A kit's row holds the ids of its competitions, where no foreign key can follow. */
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
