import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { inWorkFolder } from '@kitroom/server/http/work-folder';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { runCleanUps } from '@kitroom/server/jobs/run-clean-ups';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Config } from '../config.ts';
import { EXPORT_ATTEMPTS, EXPORT_HEAP } from '../limits.ts';
import { workRoot } from '../paths.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { EXPORT_FOLDER, newKey, type Storage } from '../storage/storage.ts';
import { runThread, ThreadEnded, type ThreadContext } from '../threads/run-thread.ts';
import {
  countFailedAttempt,
  deleteExpiredExports,
  EXPORT_JOB,
  failExport,
  finishExport,
  isExportActive,
  listActiveExports,
  markExportRunning,
  type ExportRow,
} from './export-queries.ts';
import type { ExportTask } from './export-thread.ts';

const THREAD = new URL('./export-thread.ts', import.meta.url);

type ExportContext = ThreadContext & { config: Config; db: Database; log: Logger; storage: Storage };

const FAILED = `Making the file failed ${EXPORT_ATTEMPTS} times. Try again later; the operator has been informed.`;

/**
 * Makes the file of an export, always from the start. After ten failures the export fails permanently. When
 * aborted, it stops immediately, and another process starts over.
 */
export async function makeExport(
  context: ExportContext,
  key: string,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const { db, log } = context;
  const id = Number(key);
  const row = await markExportRunning(db, id);
  if (!row) return 'done';
  try {
    await makeFile(context, row, signal);
  } catch (error) {
    if (signal.aborted) return 'unfinished';
    // Its owner has started another export.
    if (error instanceof ThreadEnded && error.reason === 'unneeded') return 'done';
    if (isDatabaseUnavailable(error)) throw error;
    if ((await countFailedAttempt(db, id)) < EXPORT_ATTEMPTS) {
      log.warn({ err: error, export: id }, 'export failed; retrying');
    } else {
      await failExport(db, id, FAILED);
      log.error({ err: error, export: id }, 'export failed; giving up');
    }
  }
  return 'done';
}

async function makeFile(
  context: ExportContext,
  { id, user_id: userId }: ExportRow,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, storage } = context;
  await inWorkFolder(workRoot(config), async (folder) => {
    const path = join(folder, 'export.zip');
    const task: ExportTask = { config, id, userId, folder, path };
    await runThread(context, THREAD, {
      task,
      heap: EXPORT_HEAP,
      signal,
      isNeeded: () => isExportActive(db, id),
    });
    const key = newKey(EXPORT_FOLDER, 'zip');
    await storage.put(key, path);
    const { size: bytes } = await stat(path);
    if (!(await finishExport(db, id, { key, bytes }))) await removeFiles(context, [key]);
  });
}

/** Deletes expired exports with their files, and requeues those that have no job. */
export async function cleanUpExports(context: Omit<ExportContext, 'config' | 'metrics'>): Promise<void> {
  const { db, log } = context;
  await runCleanUps(log, {
    expired_exports: async () => {
      const keys = await deleteExpiredExports(db);
      await removeFiles(context, keys);
      if (keys.length > 0) log.info({ exports: keys.length }, 'deleted expired exports');
    },
    lost_exports: async () => {
      for (const { id, user_id: userId } of await listActiveExports(db))
        await enqueue(db, EXPORT_JOB, String(id), userId);
    },
  });
}
