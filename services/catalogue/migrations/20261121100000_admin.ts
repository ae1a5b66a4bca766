import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** What the admin interface needs: sessions of its operators, the log of their changes, and slugs of merged clubs. */
export async function up(db: Knex): Promise<void> {
  await execute(db, SESSIONS);
  await execute(db, AUDIT_LOG);
  await execute(db, FORMER_CLUB_SLUGS);
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop function forget_former_slugs() cascade;
    drop table former_club_slugs, audit_log, sessions;
    `,
  );
}

/** The columns that connect-pg-simple knows. */
const SESSIONS = `
create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null
);

create index sessions_expire_idx on sessions (expire);
`;

/** Entries outlive what they tell of, so nothing refers to it. */
const AUDIT_LOG = `
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The name that the operator gave when signing in.
  operator text not null,
  action text not null,
  -- club, kit, api_key, scrape, cache …; the id as a text, because not all are numbers.
  subject text not null,
  subject_id text,
  -- What people call it: a slug, a year, a name.
  label text,
  before jsonb,
  after jsonb
);

create index audit_log_subject_idx on audit_log (subject, subject_id, id desc);
`;

/**
 * An import that names a club by its former slug means the club that it was merged into. Triggers in place of a foreign
 * key: with one, clubs could no longer be truncated by themselves.
 */
const FORMER_CLUB_SLUGS = `
create table former_club_slugs (
  slug text primary key,
  club_id integer not null
);

create index former_club_slugs_club_id_idx on former_club_slugs (club_id);

create function forget_former_slugs() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from former_club_slugs;
  else
    delete from former_club_slugs where club_id in (select id from removed);
  end if;
  return null;
end
$$;

create trigger clubs_forget_former_slugs_delete after delete on clubs
  referencing old table as removed for each statement execute function forget_former_slugs();
create trigger clubs_forget_former_slugs_truncate after truncate on clubs
  for each statement execute function forget_former_slugs();
`;
