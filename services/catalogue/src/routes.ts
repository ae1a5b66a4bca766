import { getHealth } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { checkHealth, replyWithHealth } from '@kitroom/server/http/health';
import { acceptOldIds } from './accept-old-ids.ts';
import { bulkDataRoutes } from './bulk-data/bulk-routes.ts';
import { changeRoutes } from './changes/change-routes.ts';
import { clubRoutes } from './clubs/club-routes.ts';
import { timelineRoutes } from './clubs/timeline-routes.ts';
import type { Context } from './context.ts';
import { kitRoutes } from './kits/kit-routes.ts';
import { recordRoutes, referenceRoutes } from './records/record-routes.ts';
import { matchRoutes } from './search/matches/match-routes.ts';
import { suggestRoutes } from './search/suggestions/suggest-routes.ts';
import { seasonRoutes } from './seasons/season-routes.ts';
import { userCollectionRoutes } from './user-collections/user-collection-routes.ts';

/** The endpoints of the API, in order: the first matching path wins. */
export function catalogueRoutes(context: Context): Endpoint[] {
  const endpoints = [
    ...clubRoutes(context),
    ...timelineRoutes(context),
    ...kitRoutes(context),
    ...seasonRoutes(context),
    ...recordRoutes(context),
    ...referenceRoutes(context),
    ...suggestRoutes(context),
    ...bulkDataRoutes(context),
    ...changeRoutes(context),
    ...matchRoutes(context),
    ...userCollectionRoutes(context),
  ];
  return acceptOldIds(endpoints, context.index);
}

/** The health check needs no key and is not rate-limited. */
export function healthRoutes({ db, redis, config, index }: Context): Endpoint[] {
  return [
    endpoint(getHealth, async () => {
      const report = await checkHealth(db, {
        isCacheConnected: (await redis?.isReachable()) ?? true,
        debug: config.DEBUG,
      });
      const isBuilding = report.status === 'healthy' && !index.isBuilt();
      return replyWithHealth({ ...report, ...(isBuilding && { index: 'building' }) });
    }),
  ];
}
