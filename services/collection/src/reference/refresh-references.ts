import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogueError, type CatalogueClient } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { runCleanUps } from '@kitroom/server/jobs/run-clean-ups';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { isCatalogueUnavailable, isNoSuchRecord, logCatalogueFailure } from '../catalogue/open-catalogue.ts';
import {
  MAINTENANCE_RUNS_PER_DAY,
  REFERENCE_BATCH,
  REFERENCE_FAILURES,
  REFERENCE_JOB_REQUEST_MS,
  REFERENCE_PAUSE_MS,
  REFERENCE_RETRY_AFTER_MAX_MS,
} from '../limits.ts';
import { fetchRecord, storeFetchedRecord } from './copy-queries.ts';
import type { Reference } from './reference-fields.ts';
import {
  countCopies,
  listPending,
  listStale,
  markUnknown,
  postpone,
  removeUnused,
} from './reference-queries.ts';
import { REFERENCES_JOB, REFERENCES_KEY } from './resolve-references.ts';

/** Removes unused copies, and queues the job if the catalogue has to be queried. */
export async function maintainReferences({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await runCleanUps(log, {
    unused_references: async () => {
      const removed = await removeUnused(db);
      if (removed > 0) log.info({ removed }, 'removed copies of catalogue records that no item uses');
    },
    due_references: async () => {
      const due = [...(await listPending(db, 1)), ...(await listStale(db, 1))];
      if (due.length > 0) await enqueue(db, REFERENCES_JOB, REFERENCES_KEY);
    },
  });
}

type RefreshContext = { catalogue: CatalogueClient; db: Database; log: Logger };

/**
 * Creates the job that completes pending copies, and refreshes a share of those older than a day: small
 * enough to spread all of them over half a day. Requests are sequential. A run ends when the catalogue is
 * unavailable; after a rate limit it waits until the catalogue allows requests again.
 */
export function createRefreshReferences(context: RefreshContext) {
  const { db } = context;
  let pausedUntil = 0;

  return async (signal: AbortSignal): Promise<'done' | 'unfinished'> => {
    if (performance.now() < pausedUntil) return 'done';
    try {
      const mayContinue = await refreshCopies(context, await listPending(db, REFERENCE_BATCH), signal);
      const share = Math.ceil((2 * (await countCopies(db))) / MAINTENANCE_RUNS_PER_DAY);
      if (mayContinue) await refreshCopies(context, await listStale(db, share), signal);
      return 'done';
    } catch (error) {
      if (signal.aborted) return 'unfinished';
      if (!(error instanceof CatalogueError)) throw error;
      const isLimited = error.status === 429;
      const reason = isLimited ? 'rate-limited by the catalogue' : 'the catalogue is unavailable';
      logCatalogueFailure(context.log, error, `${reason}; pausing`);
      pausedUntil = performance.now() + Math.min(error.retryAfterMs ?? 0, REFERENCE_RETRY_AFTER_MAX_MS);
      return 'done';
    }
  };
}

/**
 * Fetches records one by one. Returns false after several consecutive failures, as a single failure may
 * concern only its record. Throws an error that rules out further requests.
 */
async function refreshCopies(
  context: RefreshContext,
  references: readonly Reference[],
  signal: AbortSignal,
): Promise<boolean> {
  let failures = 0;
  for (const reference of references) {
    failures = (await refreshCopy(context, reference, signal)) ? 0 : failures + 1;
    if (failures >= REFERENCE_FAILURES) return false;
    await sleep(REFERENCE_PAUSE_MS, undefined, { signal });
  }
  return true;
}

/**
 * Fetches one record, bypassing the breaker, as this job limits itself. Returns whether the catalogue
 * responded.
 */
async function refreshCopy(
  context: RefreshContext,
  reference: Reference,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalogue, db, log } = context;
  const options = { signal, timeoutMs: REFERENCE_JOB_REQUEST_MS, retries: 0 };
  try {
    await storeFetchedRecord(db, reference, await fetchRecord(catalogue, reference, options));
    return true;
  } catch (error) {
    if (signal.aborted || !(error instanceof CatalogueError)) throw error;
    if (isNoSuchRecord(error)) {
      const isNewlyUnknown = await markUnknown(db, reference);
      if (isNewlyUnknown) log.warn(reference, 'record no longer in the catalogue; keeping its last name');
      return true;
    }
    if (error.retryAfterMs !== undefined || !isCatalogueUnavailable(error)) throw error;
    log.warn({ err: error, ...reference }, 'catalogue request failed; will retry');
    await postpone(db, reference);
    return false;
  }
}
