import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { UnreadableFile } from '@kitroom/tabular';
import { createBreaker } from '../catalogue/breaker.ts';
import { openCatalogue } from '../catalogue/open-catalogue.ts';
import type { Config } from '../config.ts';
import {
  CATALOGUE_BREAKER_FAILURES,
  CATALOGUE_BREAKER_MS,
  IMPORT_CATALOGUE_PAUSE_MS,
  IMPORT_SCRAPE_PAUSE_MS,
} from '../limits.ts';
import { removeFiles } from '../photos/photo-files.ts';
import { withResources } from '../storage/open-storage.ts';
import { MissingFileError } from '../storage/storage.ts';
import { serveThread } from '../threads/run-thread.ts';
import { applyImport } from './apply/apply-import.ts';
import { undoImport } from './apply/undo-import.ts';
import { updateClaimed, type Claim, type ImportRecord } from './import-queries.ts';
import { CataloguePaused, ClaimLost, createWork, ScrapePending, type Work } from './import-work.ts';
import { evaluateImport } from './match/evaluate-import.ts';
import { readImport } from './read-import.ts';

/** A piece of work on an import. */
export interface ImportTask {
  config: Config;
  record: ImportRecord;
  claim: Claim;
  /** A folder for temporary files, removed after the work. */
  folder: string;
}

/** When to continue the work, or why it failed; empty if it is done or no longer needed. */
export type ImportOutcome = { afterMs?: number; error?: string };

const INTERNAL = 'The import failed because of an internal error. Try again; the operator has been informed.';

serveThread(({ config, record, claim, folder }: ImportTask) =>
  withResources(config, { poolMax: 2 }, async ({ db, storage }): Promise<ImportOutcome> => {
    const context = {
      config,
      db,
      storage,
      log: openLogger({ service: 'collection', level: config.LOG_LEVEL }),
      catalogue: openCatalogue(config),
      catalogueBreaker: createBreaker({
        failures: CATALOGUE_BREAKER_FAILURES,
        pauseMs: CATALOGUE_BREAKER_MS,
      }),
    };
    const work = createWork({ context, record, claim, folder });
    return doWork(work).then(
      () => ({}),
      (error: unknown) => toOutcome(work, claim, error),
    );
  }),
);

async function doWork(work: Work): Promise<void> {
  const { context, record } = work;
  if (record.status === 'reading') {
    const read = record.is_read ? record : await readImport(work);
    const warnings = await evaluateImport(work, read);
    await work.step({ status: 'review', error: read.error, warnings });
  } else if (record.status === 'applying') {
    await applyImport(work);
    await work.step({ status: 'done', file_key: null, progress_done: record.row_count });
    if (record.file_key) await removeFiles(context, [record.file_key]);
  } else if (record.status === 'undoing') {
    await undoImport(work);
    await work.step({ status: 'undone' });
  }
}

async function toOutcome({ context, record }: Work, claim: Claim, error: unknown): Promise<ImportOutcome> {
  if (error instanceof ClaimLost) return {};
  if (error instanceof ScrapePending) return { afterMs: IMPORT_SCRAPE_PAUSE_MS };
  if (error instanceof CataloguePaused) {
    context.log.warn({ err: error.cause, import: record.id }, 'catalogue unavailable; import paused');
    await updateClaimed(context.db, claim, { is_paused: true });
    return { afterMs: IMPORT_CATALOGUE_PAUSE_MS };
  }
  // The job queue retries it.
  if (isDatabaseUnavailable(error)) throw error;
  if (error instanceof UnreadableFile) return { error: error.message };
  if (error instanceof MissingFileError) return { error: 'The file no longer exists. Upload it again.' };
  context.log.error({ err: error, import: record.id }, 'import failed');
  return { error: INTERNAL };
}
