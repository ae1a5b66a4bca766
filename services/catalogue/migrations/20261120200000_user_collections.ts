import type { Knex } from 'knex';
import { createJobsTable } from '@kitroom/server/jobs/queue-schema';
import { execute } from '@kitroom/server/database/execute-sql';

/** Collectors' collections as the archive shows them, the scrapes that read them, and the pace of its requests. */
export async function up(db: Knex): Promise<void> {
  await createJobsTable(db);
  await execute(db, SCRAPES);
  await execute(db, COLLECTIONS);
  await execute(db, PACE);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop table archive_pace, user_collection_entries, user_collections, scrape_entries, scrapes, agenda_jobs;
    drop function update_agenda_jobs_updated_at();
    `,
  );
}

/** What a scrape has read is kept page by page; whoever holds its claim goes on with the next page. */
const SCRAPES = `
create table scrapes (
  id uuid primary key default gen_random_uuid(),
  userid integer not null,
  status text not null default 'processing' constraint scrapes_status_check
    check (status in ('processing', 'ready', 'failed')),
  -- Which of the archive's two formats is read.
  source text not null default 'feed' constraint scrapes_source_check check (source in ('feed', 'pages')),
  next_page integer not null default 1,
  pages_scraped integer not null default 0,
  entries integer not null default 0,
  -- Entries that are no kits of the archive, or cannot be read.
  left_out integer not null default 0,
  archive_user jsonb,
  -- The run that works on it: an older one that wakes up again finds that it is no longer its own.
  claim uuid,
  -- Runs that began since the last page was kept: a scrape that ends its process must not do so for ever.
  runs_without_progress integer not null default 0,
  error text,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);

create unique index scrapes_processing_idx on scrapes (userid) where status = 'processing';
create index scrapes_userid_idx on scrapes (userid, requested_at desc);

create table scrape_entries (
  scrape_id uuid not null constraint scrape_entries_scrape_fkey references scrapes on delete cascade,
  place integer not null,
  entry jsonb not null,
  primary key (scrape_id, place)
);
`;

const COLLECTIONS = `
create table user_collections (
  userid integer primary key,
  pages_scraped integer not null,
  archive_user jsonb,
  expires_at timestamptz not null,
  -- A forced scrape hides the collection; it comes back if the scrape fails.
  is_hidden boolean not null default false
);

create index user_collections_expires_at_idx on user_collections (expires_at);

create table user_collection_entries (
  userid integer not null constraint user_collection_entries_userid_fkey
    references user_collections on delete cascade,
  place integer not null,
  entry jsonb not null,
  primary key (userid, place)
);
`;

/** One row: who may ask the archive now, and when it was asked last, for all processes together. */
const PACE = `
create table archive_pace (
  is_only boolean primary key default true constraint archive_pace_is_only_check check (is_only),
  asked_at timestamptz not null default '-infinity',
  -- The archive asked everybody to wait until then.
  wait_until timestamptz not null default '-infinity',
  claim uuid,
  claimed_until timestamptz not null default '-infinity'
);

insert into archive_pace default values;
`;
