import {
  getCreateIndexesSQL,
  getCreateTableSQL,
  getUpdateTimestampTriggerSQL,
} from '@agendajs/postgres-backend';
import type { Database } from '../database/database.ts';
import { JOBS_TABLE } from './jobs.ts';

/**
 * Creates Agenda's table in a migration: Agenda itself would create it on connection, which fails if two
 * processes start at the same time. The unique index allows one waiting or running job per name and key;
 * Agenda's own `unique` has a race condition. Additional columns store the owner and turn of a job, and its
 * number of starts since it last made progress.
 */
export async function createJobsTable(db: Database): Promise<void> {
  await db.raw(getCreateTableSQL(JOBS_TABLE));
  for (const sql of getCreateIndexesSQL(JOBS_TABLE)) await db.raw(sql);
  await db.raw(getUpdateTimestampTriggerSQL(JOBS_TABLE));
  await db.schema.alterTable(JOBS_TABLE, (table) => {
    table.bigInteger('owner');
    table.bigInteger('turn').notNullable().defaultTo(0);
    table.integer('begun').notNullable().defaultTo(0);
    table.index(['name', 'turn', 'created_at'], `${JOBS_TABLE}_turn_idx`);
    table.index(['name', 'owner', 'turn'], `${JOBS_TABLE}_owner_idx`, {
      predicate: db.whereNotNull('owner'),
    });
  });
  await db.raw(`
    create unique index ${JOBS_TABLE}_key_idx on ${JOBS_TABLE} (name, (data ->> 'key'))
    where data ->> 'key' is not null and (next_run_at is not null or locked_at is not null)
  `);
}

/** Reverts `createJobsTable`. */
export async function dropJobsTable(db: Database): Promise<void> {
  await db.schema.dropTable(JOBS_TABLE);
  await db.raw(`drop function update_${JOBS_TABLE}_updated_at()`);
}
