import { enqueue } from '@kitroom/server/jobs/jobs';
import { withUserLocked } from '../accounts/users/user-queries.ts';
import { removeFiles } from '../photos/photo-files.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import { deleteExports, EXPORT_JOB, type ExportRow, insertExport } from './export-queries.ts';

/** Queues an export of the user's collection, in place of the last one, whether that is being made or done. */
export async function startExport(
  context: { db: Database; log: Logger; storage: Storage },
  userId: number,
): Promise<ExportRow> {
  const { row, replaced } = await withUserLocked(context.db, userId, async (db) => {
    const keys = await deleteExports(db, userId);
    const added = await insertExport(db, userId);
    if (added) await enqueue(db, EXPORT_JOB, String(added.id), userId);
    return { row: added, replaced: keys };
  });
  await removeFiles(context, replaced);
  return row ?? startExport(context, userId);
}
