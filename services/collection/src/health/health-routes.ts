import type { CatalogueClient } from '@kitroom/catalogue-client';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { checkHealth } from '@kitroom/server/http/health';
import { withDeadline } from '@kitroom/server/process/deadline';
import type { Context } from '../context.ts';
import { CATALOGUE_HEALTH_MS, STORAGE_HEALTH_MS } from '../limits.ts';
import { getHealth } from '@kitroom/collection-client';

type State = 'connected' | 'disconnected';

/** `/api/health` */
export function healthRoutes(context: Context): Endpoint[] {
  const { db, redis, config, storage: files } = context;
  return [
    endpoint(getHealth, async () => {
      const isCacheConnected = (await redis?.answers()) ?? true;
      const [report, storage, catalogue] = await Promise.all([
        checkHealth(db, { isCacheConnected, debug: config.DEBUG }),
        toState(withDeadline(files.check(), STORAGE_HEALTH_MS)),
        toState(checkCatalogue(context.catalogue)),
      ]);
      return new Reply(
        { ...report, storage, catalogue },
        { status: report.status === 'healthy' ? 200 : 503, isTagged: false },
      );
    }),
  ];
}

async function checkCatalogue(catalogue: CatalogueClient): Promise<void> {
  const report = await catalogue.health({ timeoutMs: CATALOGUE_HEALTH_MS, retries: 0 });
  if (report.status !== 'healthy') throw new Error('the catalogue is unhealthy');
}

function toState(check: Promise<unknown>): Promise<State> {
  return check.then(
    () => 'connected',
    () => 'disconnected',
  );
}
