import { randomUUID } from 'node:crypto';
import type { Database } from '@kitroom/server/database/database';
import { inWorkFolder } from '@kitroom/server/http/work-folder';
import { enqueue, NO_PROGRESS, type JobEnd, type JobRun } from '@kitroom/server/jobs/jobs';
import { IMPORT_HEAP } from '../limits.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { runThread, ThreadEnded } from '../threads/run-thread.ts';
import { workRoot } from '../paths.ts';
import {
  claimWork,
  failWork,
  isClaimed,
  jobOf,
  listAbandonedImports,
  type Claim,
  type ImportRecord,
} from './import-queries.ts';
import type { Config } from '../config.ts';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import type { ImportOutcome, ImportTask } from './import-thread.ts';

type WorkContext = { config: Config; db: Database; log: Logger; storage: Storage };

const THREAD = new URL('./import-thread.ts', import.meta.url);

const ENDED = {
  'too slow': 'Something in the import takes too long to process, so that it was ended.',
  'too large': 'Something in the import needs too much memory, so that it was ended.',
} as const;

/** Queues the work on an import, within the transaction that decided on it. */
export async function enqueueWork(db: Database, record: ImportRecord): Promise<void> {
  const { name, key } = jobOf(record);
  await enqueue(db, name, key, record.user_id);
}

/** Queues imports whose work has no job. */
export async function requeueImports({ db }: { db: Database }): Promise<void> {
  for (const record of await listAbandonedImports(db)) await enqueueWork(db, record);
}

/**
 * Does the work that an import's status requires, in a thread; resumable at any point. While it waits for the catalogue
 * or a scrape, it leaves its place to others.
 */
export async function runImport(context: WorkContext, { key, signal }: JobRun): Promise<JobEnd> {
  const { config, db } = context;
  const claim = toClaim(key);
  const record = await claimWork(db, claim);
  if (!record) return 'done';
  try {
    const outcome = await inWorkFolder(workRoot(config), (folder) => {
      const task: ImportTask = { config, record, claim, folder };
      const isNeeded = () => isClaimed(db, claim);
      return runThread(THREAD, { task, heap: IMPORT_HEAP, signal, isNeeded }) as Promise<ImportOutcome>;
    });
    if (outcome.afterMs !== undefined) return { afterMs: outcome.afterMs };
    if (outcome.error !== undefined) await fail(context, record, claim, outcome.error);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    if (error.reason === 'stopped') return 'unfinished';
    if (error.reason !== 'unneeded') await fail(context, record, claim, ENDED[error.reason]);
  }
  return 'done';
}

/** Fails an import whose job was started repeatedly without progress. */
export async function giveUpImport(context: Omit<WorkContext, 'config'>, key: string): Promise<void> {
  const claim = toClaim(key);
  const record = await claimWork(context.db, claim);
  if (record) await fail(context, record, claim, NO_PROGRESS);
}

/** A new claim to the piece of work that a job's key names. */
function toClaim(key: string): Claim & { run: number } {
  const [id = 0, run = 0] = key.split(':').map(Number);
  return { id, run, claim: randomUUID() };
}

async function fail(
  context: Omit<WorkContext, 'config'>,
  record: ImportRecord,
  claim: Claim,
  error: string,
): Promise<void> {
  const isFailed = await context.db.transaction(async (db) => {
    if (!(await isClaimed(db, claim, { locked: true }))) return false;
    await failWork(db, record, error);
    return true;
  });
  if (isFailed && record.file_key !== null) await removeFiles(context, [record.file_key]);
}
