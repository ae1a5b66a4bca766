import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Entries of collections that are not kits of the archive, beside those that are. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create table scrape_custom_entries (
      scrape_id uuid not null constraint scrape_custom_entries_scrape_fkey references scrapes on delete cascade,
      place integer not null,
      entry jsonb not null,
      primary key (scrape_id, place)
    );

    create table user_collection_custom_entries (
      userid integer not null constraint user_collection_custom_entries_userid_fkey
        references user_collections on delete cascade,
      place integer not null,
      entry jsonb not null,
      primary key (userid, place)
    );
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table scrape_custom_entries, user_collection_custom_entries');
}
