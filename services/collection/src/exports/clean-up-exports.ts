import { enqueue } from '@kitroom/server/jobs/jobs';
import { removeFiles } from '../photos/photo-files.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import { EXPORT_JOB, deleteExpiredExports, listActiveExports } from './export-queries.ts';

/** Deletes expired exports with their files, and requeues those that have no job. */
export async function cleanUpExports(context: {
  db: Database;
  log: Logger;
  storage: Storage;
}): Promise<void> {
  const { db, log } = context;
  const keys = await deleteExpiredExports(db);
  await removeFiles(context, keys);
  if (keys.length > 0) log.info({ exports: keys.length }, 'deleted expired exports');
  for (const { id, user_id: userId } of await listActiveExports(db))
    await enqueue(db, EXPORT_JOB, String(id), userId);
}
