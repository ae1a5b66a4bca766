import { getScrapeProgress, getUserCollection, scrapeUserCollection } from '@kitroom/catalogue-client';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { toClient } from '../api-keys/guards.ts';
import type { Context } from '../context.ts';
import { SCRAPES_PER_CLIENT, SCRAPES_RETRY_SECONDS } from '../limits.ts';
import { findCollection, listCollectionEntries } from './collection-queries.ts';
import { requestScrape } from './request-scrape.ts';
import { findNewestScrape } from './scrape-queries.ts';
import {
  toCachedCollection,
  toCollectionPage,
  toMissingCollection,
  toScrapeProgress,
  toStartedScrape,
} from './user-collection-view.ts';

/** Routes of `/api/user-collection/…` */
export function userCollectionRoutes({ db, metrics }: Context): Endpoint[] {
  return [
    endpoint(scrapeUserCollection, async ({ params, query }, request) => {
      const parameters = { userid: params.userid, force: query.force, client: toClient(request) };
      const outcome = await requestScrape(db, parameters);
      if ('isOverLimit' in outcome) {
        metrics.rateLimited.inc({ limit: 'scrape' });
        throw tooManyScrapes();
      }
      if ('scrape' in outcome) return new Reply(toStartedScrape(outcome.scrape), { status: 202 });
      return toCachedCollection(
        outcome.collection,
        await listCollectionEntries(db, params.userid, undefined),
      );
    }),
    endpoint(getUserCollection, async ({ params, query }) => {
      const collection = await findCollection(db, params.userid);
      if (!collection) {
        const scrape = await findNewestScrape(db, params.userid);
        return new Reply(toMissingCollection(params.userid, scrape), { status: 404 });
      }
      const page = { limit: query.page_size, offset: (query.page - 1) * query.page_size };
      return toCollectionPage(collection, await listCollectionEntries(db, params.userid, page), query);
    }),
    endpoint(getScrapeProgress, async ({ params }) => {
      const scrape = await findNewestScrape(db, params.userid);
      return toScrapeProgress(scrape, (await findCollection(db, params.userid)) !== undefined);
    }),
  ];
}

function tooManyScrapes(): ServiceError {
  return new ServiceError(
    'throttled',
    `At most ${SCRAPES_PER_CLIENT} scrapes of one client wait or run at the same time. ` +
      'Please try again when one of yours has ended.',
    { headers: { 'Retry-After': String(SCRAPES_RETRY_SECONDS) } },
  );
}
