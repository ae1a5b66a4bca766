import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import type { Database } from '@kitroom/server/database/database';
import { enqueue, type JobRun } from '@kitroom/server/jobs/jobs';
import { MissingFileError } from '../storage/storage.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { applyImport } from './applying/apply-import.ts';
import { undoImport } from './applying/undo-import.ts';
import { evaluateImport } from './evaluating/evaluate-import.ts';
import { CataloguePaused, ClaimLost, Stopped, type ImportContext } from './import-context.ts';
import { claimWork, listAbandonedImports, updateClaimed, type ImportRecord } from './import-queries.ts';
import { IMPORT_JOB } from './import-job-name.ts';
import { deleteRows } from './import-row-queries.ts';
import { readImport } from './read-import.ts';
import { ImportRefused } from './reading/import-refused.ts';
import { createWork, type Work } from './work.ts';

/** The pauses while the catalogue is away; after the last one, maintenance queues the import again. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 15_000];

const INTERNAL = 'The import failed because of an internal error. Try again; the operator has been told.';

/** Queues the work on an import, within the transaction that decided on it. */
export async function enqueueWork(
  db: Database,
  { id, run }: Pick<ImportRecord, 'id' | 'run'>,
): Promise<void> {
  await enqueue(db, IMPORT_JOB, `${id}:${run}`);
}

/** Queues the work that no job does: after failures, and while the catalogue was away. */
export async function requeueImports({ db }: { db: Database }): Promise<void> {
  for (const record of await listAbandonedImports(db)) await enqueueWork(db, record);
}

/** Does the work that an import's status asks for; resumable at any point. */
export async function runImport(
  context: ImportContext,
  { key, signal }: JobRun,
): Promise<'done' | 'unfinished'> {
  const [id = 0, run = 0] = key.split(':').map(Number);
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    const claim = randomUUID();
    const record = await claimWork(context.db, { id, run, claim });
    if (!record) return 'done';
    const work = createWork(context, record, { claim, signal });
    try {
      await doWork(work);
      return 'done';
    } catch (error) {
      const isPaused = await settleFailure(context, work, claim, error);
      if (signal.aborted) return 'unfinished';
      if (!isPaused || pauseMs === undefined) return 'done';
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 'unfinished';
  }
  return 'done';
}

async function doWork(work: Work): Promise<void> {
  const { record } = work;
  if (record.status === 'reading') {
    const read = record.is_read ? record : await readImport(work);
    await evaluateImport(work, read);
    await work.step({ status: 'review' });
  } else if (record.status === 'applying') {
    await applyImport(work, record);
    await work.step({ status: 'done', file_key: null, progress_done: record.row_count });
    if (record.file_key) await removeFiles(work.context, [record.file_key]);
  } else if (record.status === 'undoing') {
    await undoImport(work, record);
    await work.step({ status: 'undone' });
  }
}

/** Returns whether the work is paused. */
async function settleFailure(
  context: ImportContext,
  { record }: Work,
  claim: string,
  error: unknown,
): Promise<boolean> {
  const { db, log } = context;
  const key = { id: record.id, claim };
  if (error instanceof ClaimLost || error instanceof Stopped) return false;
  if (error instanceof CataloguePaused) {
    log.warn({ err: error.cause, import: record.id }, 'an import waits for the catalogue');
    await updateClaimed(db, key, { is_paused: true });
    return true;
  }
  // The queue reports it, and maintenance queues the import again.
  if (isDatabaseAway(error)) throw error;
  const sentence = toSentence(error);
  if (sentence === undefined) log.error({ err: error, import: record.id }, 'an import failed');
  await updateClaimed(db, key, { status: 'failed', error: sentence ?? INTERNAL, file_key: null });
  // Of a file that was refused nothing stays.
  if (record.status === 'reading') await deleteRows(db, record.id);
  if (record.file_key) await removeFiles(context, [record.file_key]);
  return false;
}

function toSentence(error: unknown): string | undefined {
  if (error instanceof ImportRefused) return error.message;
  return error instanceof MissingFileError ? 'The file is gone. Send it again.' : undefined;
}
