import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Codes that sign-ins ask for besides the password, and who users are to sign-in providers. */
export async function up(db: Knex): Promise<void> {
  await execute(db, TOTP);
  await execute(db, RECOVERY_CODES);
  await execute(db, IDENTITIES);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table identities, recovery_codes, totp;');
}

/** The secret is encrypted under a key that follows from SECRET_KEY: what stands here makes no codes. */
const TOTP = `
create table totp (
  user_id integer primary key constraint totp_user_id_fkey references users on delete cascade,
  secret bytea not null,
  -- Null until the user has shown a code: till then none is asked for.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: no code is taken twice, nor an older one.
  last_step integer,
  created_at timestamptz not null default now()
);
`;

/** A row is a code that was not used yet. */
const RECOVERY_CODES = `
create table recovery_codes (
  user_id integer not null constraint recovery_codes_user_id_fkey references totp on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
`;

/** A subject means somebody to its issuer alone: a provider that is set to another issuer knows other people. */
const IDENTITIES = `
create table identities (
  provider text not null,
  issuer text not null,
  subject text not null,
  user_id integer not null constraint identities_user_id_fkey references users on delete cascade,
  created_at timestamptz not null default now(),
  constraint identities_key unique (provider, issuer, subject)
);

create index identities_user_id_idx on identities (user_id);
`;
