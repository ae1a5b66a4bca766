import type { JobKind } from '@kitroom/server/jobs/jobs';
import { makeBulkData } from './bulk-data/make-bulk-data.ts';
import type { Context } from './context.ts';
import { SCRAPES_AT_ONCE } from './limits.ts';
import { SCRAPE_JOB } from './user-collections/scrape-queries.ts';
import { giveUpScrape, scrapeCollection } from './user-collections/scrape-collection.ts';
import { expireCollections } from './user-collections/expire-collections.ts';

const BULK_DATA_JOB = 'bulk-data';
/** Removes expired collections and requeues lost scrapes. */
const MAINTENANCE_JOB = 'tend-collections';

export function catalogueJobs(context: Context): Record<string, JobKind> {
  return {
    [SCRAPE_JOB]: {
      concurrency: SCRAPES_AT_ONCE,
      run: ({ key, signal }) => scrapeCollection(context, Number(key), signal),
      giveUp: (key) => giveUpScrape(context, Number(key)),
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
