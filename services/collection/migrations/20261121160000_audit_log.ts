import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What staff have changed through the admin interface. */
export async function up(db: Knex): Promise<void> {
  await execute(db, AUDIT_LOG);
}

export async function down(db: Knex): Promise<void> {
  await execute(db, 'drop table audit_log;');
}

/** Entries outlive the records that they tell of, but not the user whose records those were. */
const AUDIT_LOG = `
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Who has done it; the name stays when the account goes.
  actor_id integer constraint audit_log_actor_id_fkey references users on delete set null,
  actor text not null,
  action text not null,
  -- user, token, item, photo, job, mail; the id as a text, because not all are numbers.
  subject text not null,
  subject_id text,
  -- What people call it.
  label text,
  -- Whose account, item or photo it is.
  owner_id integer constraint audit_log_owner_id_fkey references users on delete cascade,
  before jsonb,
  after jsonb
);

create index audit_log_subject_idx on audit_log (subject, subject_id, id desc);
create index audit_log_owner_id_idx on audit_log (owner_id, id desc);
create index audit_log_actor_id_idx on audit_log (actor_id);
`;
