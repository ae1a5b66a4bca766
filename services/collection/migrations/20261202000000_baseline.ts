import type { Knex } from 'knex';
import { createSearchTextFunction } from '@kitroom/server/database/schema';
import { createJobsTable, dropJobsTable } from '@kitroom/server/jobs/queue-schema';
import { createAccounts, dropAccounts } from './baseline/accounts.ts';
import { createCounts, dropCounts } from './baseline/counts.ts';
import { createInterchange, dropInterchange } from './baseline/interchange.ts';
import { createItems, dropItems } from './baseline/items.ts';
import { createReferenceData, dropReferenceData } from './baseline/reference-data.ts';

/** The schema of release 1.0.0, which replaces the migrations before it. */
export const replaces = { last: '20261201120000_import_warnings', commit: '27de32e96466' };

export async function up(db: Knex): Promise<void> {
  await createSearchTextFunction(db);
  await createAccounts(db);
  await createReferenceData(db);
  await createItems(db);
  await createCounts(db);
  await createJobsTable(db);
  await createInterchange(db);
}

export async function down(db: Knex): Promise<void> {
  await dropInterchange(db);
  await dropJobsTable(db);
  await dropCounts(db);
  await dropItems(db);
  await dropReferenceData(db);
  await dropAccounts(db);
  await db.raw('drop function search_text(text)');
}
