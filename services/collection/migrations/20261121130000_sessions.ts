import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Browsers that are signed in, or about to be; they end with their user. */
export async function up(db: Knex): Promise<void> {
  await execute(db, SESSIONS);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table sessions;');
}

/** The columns that connect-pg-simple knows, and the user, by whom sessions are ended. */
const SESSIONS = `
create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null,
  user_id integer generated always as ((sess ->> 'userId')::integer) stored
    constraint sessions_user_id_fkey references users on delete cascade
);

create index sessions_expire_idx on sessions (expire);
create index sessions_user_id_idx on sessions (user_id) where user_id is not null;
`;
