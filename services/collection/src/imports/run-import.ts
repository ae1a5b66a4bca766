import { randomUUID } from 'node:crypto';
import { IMPORT_DAYS_KEPT } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { inWorkFolder } from '@kitroom/server/http/work-folder';
import { enqueue, NO_PROGRESS, type JobEnd, type JobRun } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Config } from '../config.ts';
import { IMPORT_ATTEMPTS, IMPORT_CPU_SECONDS, IMPORT_HEAP, IMPORT_RETRY_MS } from '../limits.ts';
import { workRoot } from '../paths.ts';
import { removeFiles } from '../photos/photo-files.ts';
import type { Storage } from '../storage/storage.ts';
import { runThread, ThreadEnded, type ThreadContext } from '../threads/run-thread.ts';
import {
  claimWork,
  countAttempt,
  deleteImportRow,
  failWork,
  isClaimed,
  jobOf,
  listAbandonedImports,
  listOldImports,
  type Claim,
  type ImportRecord,
} from './import-queries.ts';
import type { ImportOutcome, ImportTask } from './import-thread.ts';

type WorkContext = ThreadContext & { config: Config; db: Database; log: Logger; storage: Storage };
type FileContext = Pick<WorkContext, 'db' | 'log' | 'storage'>;

const THREAD = new URL('./import-thread.ts', import.meta.url);

const ENDED = {
  'over budget': 'The import was stopped: something in it takes too long to process.',
  'too slow': 'The import was stopped: something in it takes too long to process.',
  'too large': 'The import was stopped: something in it needs too much memory.',
} as const;

/** Queues the job of an import; called in the transaction that sets the import's status. */
export async function enqueueWork(db: Database, record: ImportRecord): Promise<void> {
  const { name, key } = jobOf(record);
  await enqueue(db, name, key, record.user_id);
}

/** Removes imports that have not changed for 90 days, and queues busy imports that have no job. */
export async function cleanUpImports(context: FileContext): Promise<void> {
  const { db } = context;
  for (const id of await listOldImports(db, IMPORT_DAYS_KEPT)) {
    const file = await deleteImportRow(db, id);
    if (file !== null) await removeFiles(context, [file]);
  }
  for (const record of await listAbandonedImports(db)) await enqueueWork(db, record);
}

/**
 * Does the work that an import's status requires, in a thread; resumable at any point. The job yields to
 * others while it waits for the catalogue or a scrape, and when it has used its budget of processor time.
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
      const limits = { heap: IMPORT_HEAP, cpuSecondsMax: IMPORT_CPU_SECONDS };
      return runThread(context, THREAD, { task, ...limits, signal, isNeeded }) as Promise<ImportOutcome>;
    });
    if (outcome.afterMs !== undefined) return { afterMs: outcome.afterMs };
    if (outcome.error !== undefined) await fail(context, record, claim, outcome.error);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    if (error.reason === 'stopped') return 'unfinished';
    if (error.reason !== 'unneeded') return continueOrFail(context, record, claim, error.reason);
  }
  return 'done';
}

/** Continues an import whose thread was ended, or fails it if that happened repeatedly without progress. */
async function continueOrFail(
  context: WorkContext,
  record: ImportRecord,
  claim: Claim,
  reason: keyof typeof ENDED,
): Promise<JobEnd> {
  const attempts = await countAttempt(context.db, claim);
  if (attempts === undefined) return 'done';
  if (attempts < IMPORT_ATTEMPTS)
    return reason === 'over budget' ? 'unfinished' : { afterMs: IMPORT_RETRY_MS };
  await fail(context, record, claim, ENDED[reason]);
  return 'done';
}

/** Fails an import whose job was restarted repeatedly without progress. */
export async function abandonImport(context: FileContext, key: string): Promise<void> {
  const claim = toClaim(key);
  const record = await claimWork(context.db, claim);
  if (record) await fail(context, record, claim, NO_PROGRESS);
}

/** A new claim to the piece of work in a job's key. */
function toClaim(key: string): Claim & { run: number } {
  const [id = 0, run = 0] = key.split(':').map(Number);
  return { id, run, claim: randomUUID() };
}

async function fail(context: FileContext, record: ImportRecord, claim: Claim, error: string): Promise<void> {
  const isFailed = await context.db.transaction(async (db) => {
    if (!(await isClaimed(db, claim, { locked: true }))) return false;
    await failWork(db, record, error);
    return true;
  });
  if (isFailed && record.file_key !== null) await removeFiles(context, [record.file_key]);
}
