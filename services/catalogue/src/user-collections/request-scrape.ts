import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { SCRAPES_PER_CLIENT } from '../limits.ts';
import { findCollection, setHidden, type CollectionRow } from './collection-queries.ts';
import {
  countScrapesOf,
  findNewestScrape,
  insertScrape,
  lockCollector,
  SCRAPE_JOB,
  type ScrapeRow,
} from './scrape-queries.ts';

/** The available collection, the active scrape, or a rejection because of the limit. */
type ScrapeRequest = { collection: CollectionRow } | { scrape: ScrapeRow } | { isOverLimit: true };

interface ScrapeParameters {
  userid: number;
  /** Whether to scrape an available collection again. */
  force: boolean;
  /** The client that the scrape counts against; null for an operator, who has no limit. */
  client: string | null;
}

/**
 * Returns a collector's collection if it is available, otherwise the active scrape, or starts one. With
 * `force`, an available collection is hidden and scraped again. Does not start a scrape for a client that has
 * reached its limit. See docs/behaviour/archive.md#failures.
 */
export async function requestScrape(
  db: Database,
  { userid, force, client }: ScrapeParameters,
): Promise<ScrapeRequest> {
  return db.transaction(async (transaction) => {
    await lockCollector(transaction, userid);
    const newest = await findNewestScrape(transaction, userid);
    if (newest?.status === 'processing') return { scrape: newest };
    const collection = force ? undefined : await findCollection(transaction, userid);
    if (collection) return { collection };
    if (client !== null && (await countScrapesOf(transaction, client)) >= SCRAPES_PER_CLIENT) {
      return { isOverLimit: true };
    }
    await setHidden(transaction, userid, true);
    const scrape = await insertScrape(transaction, { userid, client });
    // Enqueued in the same transaction, so that every scrape has a job.
    await enqueue(transaction, SCRAPE_JOB, String(userid));
    return { scrape };
  });
}
