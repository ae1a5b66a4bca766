import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Alternative names of clubs, and all their names as searches compare them, one a line. */
export async function up(db: Knex): Promise<void> {
  await execute(db, "alter table clubs add column aliases text[] not null default '{}'");
  await createNamesSearch(db);
}

export async function createNamesSearch(db: Knex): Promise<void> {
  await execute(db, NAMES);
  await execute(db, TRIGRAMS);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    alter table clubs drop column names_search, drop column aliases;
    drop function search_lines(text[]);
    `,
  );
}

const NAMES = `
create function search_lines(texts text[]) returns text
language sql immutable strict parallel safe
return (
  select string_agg(search_text(given.text), E'\\n' order by given.place)
  from unnest(texts) with ordinality as given (text, place)
);

alter table clubs
  add column names_search text not null
    generated always as (search_lines(array_prepend(name, aliases))) stored;
`;

const TRIGRAMS = `
do $$
begin
  if exists (select 1 from pg_extension where extname = 'pg_trgm') then
    create index clubs_names_search_idx on clubs using gin (names_search gin_trgm_ops);
  end if;
end
$$;
`;
