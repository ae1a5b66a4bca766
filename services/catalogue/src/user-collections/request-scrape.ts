import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { SCRAPES_PER_CLIENT } from '../limits.ts';
import { findCollection, setHidden, type CollectionRow } from './collection-queries.ts';
import {
  countScrapesOf,
  findNewestScrape,
  insertScrape,
  SCRAPE_JOB,
  waitForTurn,
  type ScrapeRow,
} from './scrape-queries.ts';

/** The available collection, the active scrape, or a refusal because of the limit. */
type ScrapeRequest = { collection: CollectionRow } | { scrape: ScrapeRow } | { isOverLimit: true };

interface ScrapeParameters {
  userid: number;
  /** Whether to replace an available collection. */
  force: boolean;
  /** The client that the scrape counts against; null for an operator, who has no limit. */
  client: string | null;
}

/**
 * Returns a collector's collection if available, else the active scrape, else starts one. With `force`, an
 * available collection is hidden and scraped again. Starts no scrape for a client that has reached its limit.
 * See docs/behaviour/archive.md#failures.
 */
export async function requestScrape(
  db: Database,
  { userid, force, client }: ScrapeParameters,
): Promise<ScrapeRequest> {
  return db.transaction(async (transaction) => {
    await waitForTurn(transaction, userid);
    const underway = await findNewestScrape(transaction, userid);
    if (underway?.status === 'processing') return { scrape: underway };
    const collection = force ? undefined : await findCollection(transaction, userid);
    if (collection) return { collection };
    if (client !== null && (await countScrapesOf(transaction, client)) >= SCRAPES_PER_CLIENT) {
      return { isOverLimit: true };
    }
    await setHidden(transaction, userid, true);
    const scrape = await insertScrape(transaction, { userid, client });
    // In the same transaction, so that every scrape has a job.
    await enqueue(transaction, SCRAPE_JOB, String(userid));
    return { scrape };
  });
}
