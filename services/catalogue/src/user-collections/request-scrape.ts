import { enqueue } from '@kitroom/server/jobs';
import type { Database } from '@kitroom/server/database';
import { findCollection, hideCollection, type CollectionRow } from './collection-queries.ts';
import { SCRAPE_JOB } from './job-names.ts';
import { findNewestScrape, insertScrape, type ScrapeRow } from './scrape-queries.ts';

/** What a request for a scrape comes to: the collection that is there, or the scrape under way. */
export type ScrapeRequest = { collection: CollectionRow } | { scrape: ScrapeRow };

/**
 * Asks for a collector's collection: answers the one that is there, or the scrape under way, or begins one. With
 * `force` a collection that is there is hidden and read anew. Source: the states of user collections.
 */
export async function requestScrape(db: Database, userid: number, force: boolean): Promise<ScrapeRequest> {
  return db.transaction(async (transaction) => {
    // Requests for one collector, one after the other: two that come at once must not both begin.
    await transaction.raw('select pg_advisory_xact_lock(?, ?)', [LOCK_KEY, userid]);
    const underway = await findNewestScrape(transaction, userid);
    if (underway?.status === 'processing') return { scrape: underway };
    const collection = force ? undefined : await findCollection(transaction, userid);
    if (collection) return { collection };
    await hideCollection(transaction, userid);
    const scrape = await insertScrape(transaction, userid);
    if (!scrape) throw new Error(`the scrape of ${userid} could not begin`);
    // In the same transaction: there is no scrape without its job.
    await enqueue(transaction, SCRAPE_JOB, String(userid));
    return { scrape };
  });
}

const LOCK_KEY = 547_165;
