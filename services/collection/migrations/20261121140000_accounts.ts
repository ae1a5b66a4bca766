import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What accounts need: keys that travel by mail, mails on their way, and more to know of each user. */
export async function up(db: Knex): Promise<void> {
  await execute(db, USERS);
  await execute(db, KEYS);
  await execute(db, MAILS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table mail_requests, mails, account_keys;');
  await execute(
    db,
    `
    alter table users drop column session_epoch, drop column unverified_until, drop column pending_email,
      drop column avatar_key, add column avatar text;
    `,
  );
}

const USERS = `
alter table users
  drop column avatar,
  -- Under which key the picture is stored.
  add column avatar_key text constraint users_avatar_key_key unique,
  -- An address that is to take the place of the other one once it is verified.
  add column pending_email text,
  -- When an account that somebody has signed up for, and that was never verified, is removed.
  add column unverified_until timestamptz,
  -- Sessions that began under another number have ended.
  add column session_epoch integer not null default 0;

create index users_unverified_until_idx on users (unverified_until) where unverified_until is not null;
`;

/** A key is as good as a password: what stands here does not give it away. */
const KEYS = `
create table account_keys (
  key_hash bytea primary key,
  purpose text not null constraint account_keys_purpose_check check (purpose in ('verify', 'reset')),
  user_id integer not null constraint account_keys_user_id_fkey references users on delete cascade,
  -- The address that the key was sent to, and proves.
  email text not null,
  expires_at timestamptz not null
);

create index account_keys_user_id_idx on account_keys (user_id);
create index account_keys_expires_at_idx on account_keys (expires_at);
`;

/** Nothing of a mail's text is stored: it is written when it is sent, and its key is made of SECRET_KEY and the nonce. */
const MAILS = `
create table mails (
  id integer generated always as identity primary key,
  kind text not null,
  email text not null,
  -- Null where it is yet to be found out who has the address, if anyone.
  user_id integer constraint mails_user_id_fkey references users on delete cascade,
  nonce bytea not null,
  attempts smallint not null default 0,
  -- When it is to be sent next.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create index mails_due_at_idx on mails (due_at);
create index mails_user_id_idx on mails (user_id);

-- When somebody last asked for a mail to an address, whether anyone has it or not.
create table mail_requests (
  kind text not null,
  email_key text not null,
  asked_at timestamptz not null default now(),
  primary key (kind, email_key)
);

create index mail_requests_asked_at_idx on mail_requests (asked_at);
`;
