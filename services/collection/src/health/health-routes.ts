import type { CatalogueClient } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { checkHealth, replyWithHealth } from '@kitroom/server/http/health';
import { withDeadline } from '@kitroom/server/process/deadline';
import type { Context } from '../context.ts';
import { CATALOGUE_HEALTH_MS, HEALTH_REMEMBERED_MS, STORAGE_HEALTH_MS } from '../limits.ts';
import { getHealth } from '@kitroom/collection-client';

type State = 'connected' | 'disconnected';

/** `/api/health` */
export function healthRoutes(context: Context): Endpoint[] {
  const { db, redis, config, storage: files } = context;
  const checkStorage = rememberSuccess(() => withDeadline(files.check(), STORAGE_HEALTH_MS));
  const checkCatalogueOnce = rememberSuccess(() => checkCatalogue(context.catalogue));
  return [
    endpoint(getHealth, async () => {
      const isCacheConnected = (await redis?.isReachable()) ?? true;
      const [report, storage, catalogue] = await Promise.all([
        checkHealth(db, { isCacheConnected, debug: config.DEBUG }),
        toState(checkStorage()),
        toState(checkCatalogueOnce()),
      ]);
      return replyWithHealth({ ...report, storage, catalogue });
    }),
  ];
}

/** Calls that come while a check runs, or soon after one that succeeded, share its result. */
function rememberSuccess(check: () => Promise<unknown>): () => Promise<unknown> {
  let last: Promise<unknown> | undefined;
  let until = 0;
  return () => {
    if (last && performance.now() < until) return last;
    until = Infinity;
    last = check().then(
      () => (until = performance.now() + HEALTH_REMEMBERED_MS),
      (error: unknown) => {
        until = 0;
        throw error;
      },
    );
    return last;
  };
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
