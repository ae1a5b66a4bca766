import type { Database } from '@kitroom/server/database/database';
import { enqueue, removeFailedJobs } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { removeIdlePlaces } from '../archive/pace-queries.ts';
import { removeOldChanges } from '../changes/change-queries.ts';
import { removeExpiredCollections } from './collection-queries.ts';
import { SCRAPE_JOB, listForgottenScrapes, removeOldScrapes } from './scrape-queries.ts';

/** Removes expired collections, and requeues scrapes whose job was lost. */
export async function expireCollections({ db, log }: { db: Database; log: Logger }): Promise<void> {
  const collections = await removeExpiredCollections(db);
  const scrapes = await removeOldScrapes(db);
  if (collections + scrapes > 0)
    log.info({ collections, scrapes }, 'removed expired collections and old scrapes');
  await removeOldChanges(db);
  await removeIdlePlaces(db);
  await removeFailedJobs(db);
  for (const userid of await listForgottenScrapes(db, SCRAPE_JOB)) {
    await enqueue(db, SCRAPE_JOB, String(userid));
    log.warn({ userid }, 'requeued a scrape that had no job');
  }
}
