import { enqueue } from '@kitroom/server/jobs/jobs';
import type { Database } from '@kitroom/server/database/database';
import { SCRAPES_PER_CLIENT } from '../limits.ts';
import { findCollection, hideCollection, type CollectionRow } from './collection-queries.ts';
import { SCRAPE_JOB } from './job-names.ts';
import {
  countScrapesOf,
  findNewestScrape,
  insertScrape,
  waitForTurn,
  type ScrapeRow,
} from './scrape-queries.ts';

/** What a request for a scrape comes to: the collection that is there, the scrape under way, or no more scrapes. */
export type ScrapeRequest = { collection: CollectionRow } | { scrape: ScrapeRow } | { isOverLimit: true };

/** Whose collection is asked for, and by whom. */
export interface ScrapeParameters {
  userid: number;
  /** Whether to read it anew where it is there. */
  force: boolean;
  /** Whom the scrape counts for; null for an operator, who has no limit. */
  client: string | null;
}

/**
 * Asks for a collector's collection: answers the one that is there, or the scrape under way, or begins one. With
 * `force` a collection that is there is hidden and read anew. Begins none for a client with as many under way as it may
 * have. Source: the states of user collections.
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
    await hideCollection(transaction, userid);
    const scrape = await insertScrape(transaction, { userid, client });
    if (!scrape) throw new Error(`the scrape of ${userid} could not begin`);
    // In the same transaction: there is no scrape without its job.
    await enqueue(transaction, SCRAPE_JOB, String(userid));
    return { scrape };
  });
}
