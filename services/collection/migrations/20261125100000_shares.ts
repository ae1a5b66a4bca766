import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Links under which collections, or single items, can be read without an account. */
export async function up(db: Knex): Promise<void> {
  await execute(db, SHARES);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table shares;');
}

const SHARES = `
create table shares (
  id integer generated always as identity primary key,
  user_id integer not null constraint shares_user_id_fkey references users on delete cascade,
  -- Null for the whole collection.
  item_id integer constraint shares_item_id_fkey references items on delete cascade,
  -- SHA-256: the database does not give the link away.
  token_hash bytea not null constraint shares_token_hash_key unique,
  password_hash text,
  title text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

create index shares_user_id_idx on shares (user_id, id);
create index shares_item_id_idx on shares (item_id) where item_id is not null;
`;
