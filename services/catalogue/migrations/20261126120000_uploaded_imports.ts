import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Imports that operators uploaded. A process that runs one says every second that it still does. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create table uploaded_imports (
      id integer generated always as identity primary key,
      operator text not null,
      file_name text not null,
      bytes bigint not null,
      read_bytes bigint not null default 0,
      skip_invalid boolean not null,
      ignore_ids boolean not null,
      status text not null default 'running'
        constraint uploaded_imports_status_check check (status in ('running', 'done', 'failed')),
      -- Rows by table.
      inserted jsonb not null default '{}',
      updated jsonb not null default '{}',
      -- The first lines that were left out, and how many there were.
      left_out jsonb not null default '[]',
      left_out_count integer not null default 0,
      error text,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      finished_at timestamptz
    );
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table uploaded_imports;');
}
