import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What owners see of their sessions and of their token. Sessions that began before count as begun and used now. */
export async function up(db: Knex): Promise<void> {
  await execute(db, SESSIONS);
  await execute(db, 'alter table tokens add column last_used_at timestamptz;');
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'alter table tokens drop column last_used_at;');
  await execute(
    db,
    `
    alter table sessions drop column id, drop column created_at, drop column last_used_at,
      drop column user_agent, drop column address;
    `,
  );
}

const SESSIONS = `
alter table sessions
  -- The name that owners see. The secret one, sid, is never shown.
  add column id uuid not null default gen_random_uuid() constraint sessions_id_key unique,
  add column created_at timestamptz not null default now(),
  -- To the minute: most requests write nothing.
  add column last_used_at timestamptz not null default now(),
  add column user_agent text,
  add column address text;
`;
