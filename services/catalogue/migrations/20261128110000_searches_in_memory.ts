import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { createSearchTextFunction } from '@kitroom/server/database/search-text';
import { down as dropTrigrams, up as createTrigrams } from './20261120100100_trigrams.ts';
import { down as dropRandomDraws, up as createRandomDraws } from './20261120100400_random_draws.ts';
import { createNamesSearch } from './20261122150000_club_aliases.ts';
import { down as dropOneEdit, up as createOneEdit } from './20261122150100_one_edit.ts';
import { createWordViews } from './20261123100100_uncounted_words.ts';

/** Searches and random lists are answered from memory: what the database kept for them goes. */
export async function up(db: Knex): Promise<void> {
  await dropRandomDraws(db);
  await dropOneEdit(db);
  await dropTrigrams(db);
  await execute(
    db,
    `
    -- Unused since 1.0.0: each process folds and compares names itself.
    drop view kit_words, kit_word_types;
    alter table clubs drop column names_search, drop column name_search;
    alter table brands drop column name_search;
    alter table competitions drop column name_search;
    alter table kits drop column name_search;
    drop function search_lines(text[]);
    drop function search_text(text);
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await createSearchTextFunction(db);
  for (const table of ['brands', 'competitions', 'clubs', 'kits']) {
    await execute(
      db,
      `alter table ${table} add column name_search text not null generated always as (search_text(name)) stored`,
    );
  }
  await createNamesSearch(db);
  await createTrigrams(db);
  await execute(db, 'drop index if exists kits_name_search_idx');
  await createWordViews(db);
  await createOneEdit(db);
  await createRandomDraws(db);
}
