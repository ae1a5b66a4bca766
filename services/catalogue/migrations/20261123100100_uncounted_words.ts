import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';
import { down as dropCountedWords, up as createCountedWords } from './20261120100200_kit_words.ts';

/**
 * Kit searches use the index of each process instead of counted words and trigrams of kit names. Processes of the
 * previous version still read the words during an upgrade: for them, views compute what the tables held. A later
 * migration drops the views.
 */
export async function up(db: Knex): Promise<void> {
  await dropCountedWords(db);
  await execute(db, 'drop index if exists kits_name_search_idx');
  await createWordViews(db);
}

export async function createWordViews(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create view kit_word_types as
      select word, type_id, count(*)::integer as kits
      from kits, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
      group by word, type_id;

    create view kit_words as select distinct word from kit_word_types;
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop view kit_words, kit_word_types');
  await createCountedWords(db);
  await execute(
    db,
    `
    insert into kit_words select distinct word from kits, unnest(array_prepend('', string_to_array(name_search, ' '))) as word;
    insert into kit_word_types
      select word, type_id, count(*)
      from kits, unnest(array_prepend('', string_to_array(name_search, ' '))) as word group by word, type_id;

    do $$
    begin
      create index kits_name_search_idx on kits using gin (name_search gin_trgm_ops);
    exception
      when undefined_object then null;
    end
    $$;
    `,
  );
}
