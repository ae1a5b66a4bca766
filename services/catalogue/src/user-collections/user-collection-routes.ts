import { getScrapeProgress, getUserCollection, scrapeUserCollection } from '@kitroom/catalogue-client';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/endpoint';
import type { Context } from '../context.ts';
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

/** `/api/user-collection/…` */
export function userCollectionRoutes({ db }: Context): Endpoint[] {
  return [
    endpoint(scrapeUserCollection, async ({ params, query }) => {
      const request = await requestScrape(db, params.userid, query.force);
      if ('scrape' in request) return new Reply(toStartedScrape(request.scrape), { status: 202 });
      return toCachedCollection(
        request.collection,
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
