import type { Database } from '@kitroom/server/database/database';
import { enqueue, removeFailedJobs, type JobKind } from '@kitroom/server/jobs/jobs';
import { runCleanUps } from '@kitroom/server/jobs/run-clean-ups';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { removeIdlePlaces } from './archive/pace-queries.ts';
import { makeBulkData } from './bulk-data/make-bulk-data.ts';
import { removeOldChanges } from './changes/change-queries.ts';
import type { Context } from './context.ts';
import { SCRAPE_CONCURRENCY } from './limits.ts';
import { removeExpiredCollections } from './user-collections/collection-queries.ts';
import { abandonScrape, scrapeCollection } from './user-collections/scrape-collection.ts';
import { listScrapesWithoutJob, removeOldScrapes, SCRAPE_JOB } from './user-collections/scrape-queries.ts';

const BULK_DATA_JOB = 'bulk-data';
/** Removes expired collections and requeues lost scrapes. */
const MAINTENANCE_JOB = 'maintenance';

export function catalogueJobs(context: Context): Record<string, JobKind> {
  return {
    [SCRAPE_JOB]: {
      concurrency: SCRAPE_CONCURRENCY,
      run: ({ key, signal }) => scrapeCollection(context, Number(key), signal),
      abandon: (key) => abandonScrape(context, Number(key)),
    },
    [BULK_DATA_JOB]: {
      concurrency: 1,
      every: '1 minute',
      run: async ({ signal }) => {
        await makeBulkData(context, signal);
        return 'done';
      },
    },
    [MAINTENANCE_JOB]: {
      concurrency: 1,
      every: '1 minute',
      run: async () => {
        await expireCollections(context);
        return 'done';
      },
    },
  };
}

/** Removes expired records and requeues scrapes whose job was lost. */
export async function expireCollections({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await runCleanUps(log, {
    collections: async () => {
      const removed = await removeExpiredCollections(db);
      if (removed > 0) log.info({ collections: removed }, 'removed expired collections');
    },
    scrapes: async () => {
      const removed = await removeOldScrapes(db);
      if (removed > 0) log.info({ scrapes: removed }, 'removed old scrapes');
    },
    changes: () => removeOldChanges(db),
    archive_turns: () => removeIdlePlaces(db),
    jobs: () => removeFailedJobs(db),
    lost_scrapes: () => requeueLostScrapes(db, log),
  });
}

async function requeueLostScrapes(db: Database, log: Logger): Promise<void> {
  for (const userid of await listScrapesWithoutJob(db, SCRAPE_JOB)) {
    await enqueue(db, SCRAPE_JOB, String(userid));
    log.warn({ userid }, 'requeued a scrape that had no job');
  }
}
