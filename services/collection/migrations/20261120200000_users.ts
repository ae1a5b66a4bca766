import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Users, and the token that each may have. */
export async function up(db: Knex): Promise<void> {
  await execute(db, USERS);
  await execute(db, TOKENS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table tokens, users;');
}

const USERS = `
create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Without case. The service makes the keys: lower() knows only the letters of the database's own locale.
  username_key text not null constraint users_username_key unique,
  name text not null default '',
  email text not null,
  email_key text not null constraint users_email_key unique,
  -- Null until the mail was answered: till then nobody can sign in.
  email_verified_at timestamptz,
  -- Argon2id as a PHC string; null for users who sign in elsewhere.
  password_hash text,
  biography text not null default '',
  location text not null default '',
  avatar text,
  is_private boolean not null default false,
  is_staff boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
`;

/** A token is made of SECRET_KEY and the nonce: what stands here does not give it away. */
const TOKENS = `
create table tokens (
  user_id integer primary key constraint tokens_user_id_fkey references users on delete cascade,
  nonce bytea not null,
  token_hash bytea not null constraint tokens_token_hash_key unique,
  created_at timestamptz not null default now()
);
`;
