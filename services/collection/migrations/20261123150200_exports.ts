import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Exports of collections: those that are made, and those whose files have not expired. */
export async function up(db: Knex): Promise<void> {
  await execute(db, EXPORTS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table exports;');
}

const EXPORTS = `
create table exports (
  id integer generated always as identity primary key,
  user_id integer not null constraint exports_user_id_fkey references users on delete cascade,
  status text not null constraint exports_status_check check (status in ('waiting', 'running', 'done', 'failed')),
  -- How often a job has begun: one that ends its process each time is given up.
  attempts smallint not null default 0,
  items_total integer not null default 0,
  items_done integer not null default 0,
  -- The file in the storage, once it is done.
  file_key text constraint exports_file_key_key unique,
  bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Nobody sees the export after this, and a job deletes it.
  expires_at timestamptz
);

-- One at a time for each user.
create unique index exports_active_key on exports (user_id) where status in ('waiting', 'running');
create index exports_user_id_idx on exports (user_id, id);
create index exports_expires_at_idx on exports (expires_at);
`;
