import type { Knex } from 'knex';
import { createJobsTable, dropJobsTable } from '@kitroom/server/jobs/queue-schema';
import { createAdministration, dropAdministration } from './baseline/administration.ts';
import { createChangeLog, dropChangeLog } from './baseline/changes.ts';
import { createRecords, dropRecords } from './baseline/records.ts';
import { createUserCollections, dropUserCollections } from './baseline/user-collections.ts';

/** The schema of release 1.0.0. It replaces all migrations up to `last`. */
export const replaces = { last: '20261130100000_associations', commit: '27de32e96466' };

export async function up(db: Knex): Promise<void> {
  await db.raw(TRIGRAMS);
  await createRecords(db);
  await createChangeLog(db);
  await createJobsTable(db);
  await createUserCollections(db);
  await createAdministration(db);
}

export async function down(db: Knex): Promise<void> {
  await dropAdministration(db);
  await dropUserCollections(db);
  await dropJobsTable(db);
  await dropChangeLog(db);
  await dropRecords(db);
}

/**
 * Without pg_trgm, which may not be installed or allowed, searches match substrings only. The service logs a
 * warning when it starts.
 */
const TRIGRAMS = `
do $$
begin
  create extension if not exists pg_trgm;
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
    raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$
`;
