import {
  getEntryImage,
  getScrapeProgress,
  getUserCollection,
  listCustomEntries,
  scrapeUserCollection,
} from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { toClient } from '../api-keys/guards.ts';
import type { Archive } from '../archive/fetch-archive.ts';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import { SCRAPES_PER_CLIENT, SCRAPES_RETRY_SECONDS } from '../limits.ts';
import { replyWithBytes } from '../replies.ts';
import { findCollection, findEntryImage, listEntries } from './collection-queries.ts';
import { openEntryImages } from './entry-images.ts';
import { requestScrape } from './request-scrape.ts';
import { findNewestScrape } from './scrape-queries.ts';
import { sendCollection } from './send-collection.ts';
import {
  toCollectionPage,
  toCustomEntryPage,
  toMissingCollection,
  toScrapeProgress,
  toStartedScrape,
} from './user-collection-view.ts';

/** Routes of `/api/user-collection/…` */
export function userCollectionRoutes({
  db,
  metrics,
  archive,
  log,
}: {
  db: Database;
  metrics: CatalogueMetrics;
  archive: Archive;
  log: Logger;
}): Endpoint[] {
  const images = openEntryImages({ archive, log });
  return [
    endpoint(scrapeUserCollection, async ({ params, query }, request) => {
      const parameters = { userid: params.userid, force: query.force, client: toClient(request) };
      const outcome = await requestScrape(db, parameters);
      if ('isOverLimit' in outcome) {
        metrics.rateLimited.inc({ limit: 'scrape' });
        throw tooManyScrapes();
      }
      if ('scrape' in outcome) return new Reply(toStartedScrape(outcome.scrape), { status: 202 });
      return sendCollection(db, outcome.collection);
    }),
    endpoint(getUserCollection, async ({ params, query }) => {
      const collection = await findCollection(db, params.userid);
      if (!collection) return replyMissing(db, params.userid);
      const entries = await listEntries(db, 'user_collection_entries', params.userid, toRows(query));
      return toCollectionPage(collection, entries, query);
    }),
    endpoint(listCustomEntries, async ({ params, query }) => {
      const collection = await findCollection(db, params.userid);
      if (!collection) return replyMissing(db, params.userid);
      const entries = await listEntries(db, 'user_collection_custom_entries', params.userid, toRows(query));
      return toCustomEntryPage(collection, entries, query);
    }),
    endpoint(getEntryImage, async ({ params }, request) => {
      const { userid, entry_id: entryId, number } = params;
      const url = await findEntryImage(db, { userid, entryId, number });
      if (url === undefined) throw notFound('The entry has no such picture.');
      const requester = { client: toClient(request), collector: userid };
      const body = await images.get(url, requester, request.signal);
      return replyWithBytes(body, { 'Content-Type': 'application/octet-stream' });
    }),
    endpoint(getScrapeProgress, async ({ params }) => {
      const scrape = await findNewestScrape(db, params.userid);
      return toScrapeProgress(scrape, (await findCollection(db, params.userid)) !== undefined);
    }),
  ];
}

async function replyMissing(db: Database, userid: number): Promise<Reply> {
  return new Reply(toMissingCollection(userid, await findNewestScrape(db, userid)), { status: 404 });
}

function toRows({ page, page_size: size }: { page: number; page_size: number }) {
  return { limit: size, offset: (page - 1) * size };
}

function tooManyScrapes(): ServiceError {
  return new ServiceError(
    'throttled',
    `At most ${SCRAPES_PER_CLIENT} scrapes of one client wait or run at the same time. ` +
      'Please try again when one of yours has ended.',
    { headers: { 'Retry-After': String(SCRAPES_RETRY_SECONDS) } },
  );
}
