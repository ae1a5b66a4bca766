import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { EXPORT_JOB } from './export-job-name.ts';
import { findActiveExport, insertExport, type ExportRow } from './export-queries.ts';

/** Queues an export of the user's collection, or returns the one that is being made. */
export async function startExport(db: Database, userId: number): Promise<ExportRow> {
  const added = await db.transaction(async (transaction) => {
    const row = await insertExport(transaction, userId);
    if (row) await enqueue(transaction, EXPORT_JOB, String(row.id), userId);
    return row;
  });
  // One that was finished in between leaves room for a new one.
  return added ?? (await findActiveExport(db, userId)) ?? startExport(db, userId);
}
