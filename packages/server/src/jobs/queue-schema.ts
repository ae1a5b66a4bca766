import {
  getCreateIndexesSQL,
  getCreateTableSQL,
  getUpdateTimestampTriggerSQL,
} from '@agendajs/postgres-backend';
import type { Database } from '../database/database.ts';
import { execute } from '../database/execute-sql.ts';
import { JOBS_TABLE } from './jobs.ts';

/**
 * Creates agenda's table in a migration: agenda itself would create it on connection, which fails if two processes
 * start at once. The index allows one waiting or running job per name and key; agenda's own `unique` has a race
 * condition.
 */
export async function createJobsTable(db: Database): Promise<void> {
  await execute(db, getCreateTableSQL(JOBS_TABLE));
  for (const sql of getCreateIndexesSQL(JOBS_TABLE)) await execute(db, sql);
  await execute(db, getUpdateTimestampTriggerSQL(JOBS_TABLE));
  await execute(
    db,
    `
    create unique index ${JOBS_TABLE}_key_idx on ${JOBS_TABLE} (name, (data ->> 'key'))
    where data ->> 'key' is not null and (next_run_at is not null or locked_at is not null)
    `,
  );
}

/** Adds columns of our own: whose turn it is, and how often a job was begun since it last made progress. */
export async function addJobTurns(db: Database): Promise<void> {
  await execute(
    db,
    `
    alter table ${JOBS_TABLE}
      add column owner bigint,
      add column turn bigint not null default 0,
      add column begun integer not null default 0;
    create index ${JOBS_TABLE}_turn_idx on ${JOBS_TABLE} (name, turn, created_at);
    create index ${JOBS_TABLE}_owner_idx on ${JOBS_TABLE} (name, owner, turn) where owner is not null;
    `,
  );
}

/** Reverts `addJobTurns`. */
export async function dropJobTurns(db: Database): Promise<void> {
  await execute(db, `alter table ${JOBS_TABLE} drop column owner, drop column turn, drop column begun`);
}

/** Reverts `createJobsTable`. */
export async function dropJobsTable(db: Database): Promise<void> {
  await execute(db, `drop table ${JOBS_TABLE}`);
  await execute(db, `drop function update_${JOBS_TABLE}_updated_at()`);
}
