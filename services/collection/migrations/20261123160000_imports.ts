import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Imports of tables, exports and archive collections: what was read, how it was understood, what became of it. */
export async function up(db: Knex): Promise<void> {
  await execute(db, IMPORTS);
  await execute(db, ROWS);
  await execute(db, NAMES);
  await execute(db, SOURCES);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table item_sources, import_names, import_rows, imports');
}

const IMPORTS = `
create table imports (
  id integer generated always as identity primary key,
  user_id integer not null constraint imports_user_id_fkey references users on delete cascade,
  -- 'file' until its format is known.
  source text not null default 'file'
    constraint imports_source_check check (source in ('file', 'csv', 'xlsx', 'ndjson', 'zip', 'archive')),
  file_name text not null default '',
  -- Where the file is stored as long as it is needed.
  file_key text,
  file_size bigint not null default 0,
  archive_user_id integer,
  status text not null default 'reading' constraint imports_status_check
    check (status in ('reading', 'review', 'applying', 'done', 'undoing', 'undone', 'failed')),
  is_read boolean not null default false,
  columns jsonb not null default '[]',
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  row_count integer not null default 0,
  progress_done integer not null default 0,
  progress_total integer,
  -- Waits for the catalogue.
  is_paused boolean not null default false,
  error text,
  -- Each piece of work has a number, and each process that begins it a claim of its own.
  run integer not null default 1,
  claim uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index imports_busy_idx on imports (user_id) where status in ('reading', 'applying', 'undoing');
create index imports_user_id_idx on imports (user_id, id);
`;

const ROWS = `
create table import_rows (
  import_id integer not null constraint import_rows_import_id_fkey references imports on delete cascade,
  number integer not null,
  cells jsonb not null,
  -- What the user has settled: {"set": {...}, "skip": true}.
  settled jsonb,
  status text not null default 'new' constraint import_rows_status_check
    check (status in ('new', 'update', 'unchanged', 'ambiguous', 'invalid', 'added', 'updated', 'failed')),
  item jsonb,
  errors jsonb,
  matches jsonb,
  candidates jsonb,
  item_id integer constraint import_rows_item_id_fkey references items on delete set null,
  -- The item's columns before it was updated, and its updated_at afterwards.
  before jsonb,
  written_at timestamptz,
  -- The photos that the item was given.
  photo_ids integer[] not null default '{}',
  undo text constraint import_rows_undo_check check (undo in ('undone', 'kept')),
  primary key (import_id, number)
);

create index import_rows_status_idx on import_rows (import_id, status, number);
create index import_rows_item_id_idx on import_rows (item_id) where item_id is not null;
`;

const NAMES = `
create table import_names (
  import_id integer not null constraint import_names_import_id_fkey references imports on delete cascade,
  field text not null,
  text text not null,
  -- The catalogue's answer, best first; null until it was asked.
  candidates jsonb,
  -- The record that the user chose.
  chosen jsonb,
  primary key (import_id, field, text)
);
`;

const SOURCES = `
create table item_sources (
  item_id integer not null constraint item_sources_item_id_fkey references items on delete cascade,
  user_id integer not null constraint item_sources_user_id_fkey references users on delete cascade,
  source text not null,
  external_id text not null,
  primary key (item_id, source)
);

create index item_sources_external_id_idx on item_sources (user_id, source, external_id);
`;
