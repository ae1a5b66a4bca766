import type { Knex } from 'knex';
import { execute } from '@kitroom/server/database/execute-sql';

/** Operators with names and passwords of their own; the audit log also keeps refused sign-ins under unknown names. */
export async function up(db: Knex): Promise<void> {
  await execute(
    db,
    `
    create table operators (
      -- The name without case: two spellings are one operator.
      name_key text primary key,
      name text not null,
      password_hash text not null,
      created_at timestamptz not null default now(),
      password_set_at timestamptz not null default now()
    );

    alter table audit_log alter column operator drop not null;
    `,
  );
}

export async function down(db: Knex): Promise<void> {
  await execute(
    db,
    `
    drop table operators;
    delete from audit_log where operator is null;
    alter table audit_log alter column operator set not null;
    `,
  );
}
