import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/**
 * The words of kits' names, and how many kits of each type have them: what a search needs to know beforehand
 * in order to read few rows. Kept exact by triggers, whoever changes kits.
 */
export async function up(db: Knex): Promise<void> {
  await execute(db, TABLES);
  await execute(db, FUNCTION);
  await execute(db, TRIGGERS);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop trigger kits_count_words_insert on kits;
    drop trigger kits_count_words_update on kits;
    drop trigger kits_count_words_delete on kits;
    drop trigger kits_count_words_truncate on kits;
    drop function count_kit_words();
    drop table kit_word_types, kit_words;
    `,
  );
}

/**
 * Derived rows: triggers alone write them, so they need no foreign keys. The empty word counts a type's kits: each
 * name has it once.
 */
const TABLES = `
create table kit_words (
  word text primary key
);

create table kit_word_types (
  word text not null,
  type_id integer not null,
  kits integer not null,
  primary key (word, type_id)
);

do $$
begin
  create index kit_words_word_idx on kit_words using gin (word gin_trgm_ops);
exception
  when undefined_object then null;
end
$$;
`;

const FUNCTION = `
create function count_kit_words() returns trigger language plpgsql as $$
declare
  words text[];
  types integer[];
  counts integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(word), array_agg(type_id), array_agg(kits) into words, types, counts
    from (
      select word, type_id, count(*) as kits
      from added, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
      group by 1, 2
    ) as changes;
  elsif tg_op = 'DELETE' then
    select array_agg(word), array_agg(type_id), array_agg(kits) into words, types, counts
    from (
      select word, type_id, -count(*) as kits
      from removed, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
      group by 1, 2
    ) as changes;
  elsif tg_op = 'UPDATE' then
    select array_agg(word), array_agg(type_id), array_agg(kits) into words, types, counts
    from (
      select word, type_id, sum(kits) as kits
      from (
        select word, type_id, 1 as kits from added, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
        union all
        select word, type_id, -1 from removed, unnest(array_prepend('', string_to_array(name_search, ' '))) as word
      ) as both_sides
      group by 1, 2
      having sum(kits) <> 0
    ) as changes;
  else
    truncate kit_words, kit_word_types;
    return null;
  end if;

  -- In the order of their keys, so that two writers never wait for each other in a circle.
  insert into kit_words (word)
    select distinct word from unnest(words) as word order by word
    on conflict do nothing;
  insert into kit_word_types as known (word, type_id, kits)
    select word, type_id, kits from unnest(words, types, counts) as changes (word, type_id, kits)
    order by word, type_id
    on conflict (word, type_id) do update set kits = known.kits + excluded.kits;
  return null;
end
$$;
`;

const TRIGGERS = `
create trigger kits_count_words_insert after insert on kits
  referencing new table as added for each statement execute function count_kit_words();
create trigger kits_count_words_update after update on kits
  referencing old table as removed new table as added for each statement execute function count_kit_words();
create trigger kits_count_words_delete after delete on kits
  referencing old table as removed for each statement execute function count_kit_words();
create trigger kits_count_words_truncate after truncate on kits
  for each statement execute function count_kit_words();
`;
