import { randomUUID } from 'node:crypto';
import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import type { Database } from '@kitroom/server/database/database';
import { enqueue, NO_PROGRESS, type JobEnd, type JobRun } from '@kitroom/server/jobs/jobs';
import { IMPORT_CATALOGUE_PAUSE_MS, IMPORT_SCRAPE_PAUSE_MS } from '../limits.ts';
import { MissingFileError } from '../storage/storage.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { applyImport } from './applying/apply-import.ts';
import { undoImport } from './applying/undo-import.ts';
import { evaluateImport } from './evaluating/evaluate-import.ts';
import { CataloguePaused, ClaimLost, ScrapePending, Stopped, type ImportContext } from './import-context.ts';
import { claimWork, listAbandonedImports, updateClaimed, type ImportRecord } from './import-queries.ts';
import { IMPORT_JOB } from './import-job-name.ts';
import { deleteRows } from './import-row-queries.ts';
import { readImport } from './read-import.ts';
import { ImportRefused } from './reading/import-refused.ts';
import { createWork, type Work } from './work.ts';

const INTERNAL = 'The import failed because of an internal error. Try again; the operator has been told.';

/** Queues the work on an import, within the transaction that decided on it. */
export async function enqueueWork(
  db: Database,
  { id, run, user_id: userId }: Pick<ImportRecord, 'id' | 'run' | 'user_id'>,
): Promise<void> {
  await enqueue(db, IMPORT_JOB, `${id}:${run}`, userId);
}

/** Queues the work that no job does. */
export async function requeueImports({ db }: { db: Database }): Promise<void> {
  for (const record of await listAbandonedImports(db)) await enqueueWork(db, record);
}

/**
 * Does the work that an import's status asks for; resumable at any point. While it waits for the catalogue or a scrape,
 * it leaves its place to others.
 */
export async function runImport(context: ImportContext, { key, signal }: JobRun): Promise<JobEnd> {
  const claim = randomUUID();
  const record = await claimJob(context.db, key, claim);
  if (!record) return 'done';
  const work = createWork(context, record, { claim, signal });
  try {
    await doWork(work);
    return 'done';
  } catch (error) {
    const end = await settleFailure(context, work, claim, error);
    return signal.aborted ? 'unfinished' : end;
  }
}

/** Fails an import whose job was begun again and again without progress. */
export async function giveUpImport(context: GiveUpContext, key: string): Promise<void> {
  const claim = randomUUID();
  const record = await claimJob(context.db, key, claim);
  if (record) await failImport(context, record, claim, NO_PROGRESS);
}

function claimJob(db: Database, key: string, claim: string): Promise<ImportRecord | undefined> {
  const [id = 0, run = 0] = key.split(':').map(Number);
  return claimWork(db, { id, run, claim });
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

async function settleFailure(
  context: ImportContext,
  { record }: Work,
  claim: string,
  error: unknown,
): Promise<JobEnd> {
  const { db, log } = context;
  if (error instanceof ClaimLost || error instanceof Stopped) return 'done';
  if (error instanceof ScrapePending) return { afterMs: IMPORT_SCRAPE_PAUSE_MS };
  if (error instanceof CataloguePaused) {
    log.warn({ err: error.cause, import: record.id }, 'an import waits for the catalogue');
    await updateClaimed(db, { id: record.id, claim }, { is_paused: true });
    return { afterMs: IMPORT_CATALOGUE_PAUSE_MS };
  }
  // The queue tries again.
  if (isDatabaseAway(error)) throw error;
  const sentence = toSentence(error);
  if (sentence === undefined) log.error({ err: error, import: record.id }, 'an import failed');
  await failImport(context, record, claim, sentence ?? INTERNAL);
  return 'done';
}

type GiveUpContext = Pick<ImportContext, 'db' | 'log' | 'storage'>;

async function failImport(
  context: GiveUpContext,
  record: ImportRecord,
  claim: string,
  error: string,
): Promise<void> {
  await updateClaimed(context.db, { id: record.id, claim }, { status: 'failed', error, file_key: null });
  // A rejected file leaves nothing behind.
  if (record.status === 'reading') await deleteRows(context.db, record.id);
  if (record.file_key) await removeFiles(context, [record.file_key]);
}

function toSentence(error: unknown): string | undefined {
  if (error instanceof ImportRefused) return error.message;
  return error instanceof MissingFileError ? 'The file is gone. Send it again.' : undefined;
}
