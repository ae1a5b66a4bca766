import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Whom a scrape counts for, how many empty pages in a row it has met, and who waits for a turn with the archive. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table scrapes
      -- The API key's id or the client's address, while the scrape is under way; null for an operator's scrape.
      add column client text,
      add column empty_pages integer not null default 0;

    create table archive_turns (
      client text not null,
      collector integer not null,
      -- The last turn; before the first one the client's last turn, or when the client came.
      served_at timestamptz not null,
      -- A waiting process renews this, so that a process that died does not hold up the others.
      waiting_until timestamptz not null,
      primary key (client, collector)
    );
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    'drop table archive_turns; alter table scrapes drop column client, drop column empty_pages;',
  );
}
