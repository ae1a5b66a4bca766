import type { JobKind } from '@kitroom/server/jobs/jobs';
import { openArchive } from './archive/fetch-archive.ts';
import { openPace } from './archive/pace.ts';
import { makeBulkData } from './bulk-data/make-bulk-data.ts';
import type { Context } from './context.ts';
import { SCRAPES_AT_ONCE } from './limits.ts';
import { SCRAPE_JOB, TEND_JOB } from './user-collections/job-names.ts';
import { scrapeCollection } from './user-collections/scrape-collection.ts';
import { expireCollections } from './user-collections/expire-collections.ts';

const BULK_DATA_JOB = 'bulk-data';

export function catalogueJobs(context: Context): Record<string, JobKind> {
  const { config, db, metrics } = context;
  const archive = openArchive({
    baseUrl: config.ARCHIVE_BASE_URL,
    userAgent: config.ARCHIVE_USER_AGENT,
    pace: openPace(db, config.ARCHIVE_MIN_INTERVAL_MS),
    count: (outcome, seconds) => metrics.archiveRequests.observe({ outcome }, seconds),
  });
  return {
    [SCRAPE_JOB]: {
      concurrency: SCRAPES_AT_ONCE,
      run: ({ key, signal }) => scrapeCollection({ ...context, archive }, Number(key), signal),
    },
    [BULK_DATA_JOB]: {
      concurrency: 1,
      every: '1 minute',
      run: async ({ signal }) => {
        await makeBulkData(context, signal);
        return 'done';
      },
    },
    [TEND_JOB]: {
      concurrency: 1,
      every: '1 minute',
      run: async () => {
        await expireCollections(context);
        return 'done';
      },
    },
  };
}
