import type { CatalogueClient } from '@kitroom/catalogue-client';
import { getHealth } from '@kitroom/collection-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { checkHealth, replyWithHealth } from '@kitroom/server/http/health';
import { withDeadline } from '@kitroom/server/process/deadline';
import type { Context } from '../context.ts';
import { CATALOGUE_HEALTH_MS, HEALTH_REMEMBERED_MS, MAIL_HEALTH_MS, STORAGE_HEALTH_MS } from '../limits.ts';
import { rememberSuccess } from './remember-success.ts';

type State = 'connected' | 'disconnected';

/** `/api/health` */
export function healthRoutes(context: Context): Endpoint[] {
  const { db, redis, config, storage: files, mailer } = context;
  const checkStorage = remember(() => withDeadline(files.check(), STORAGE_HEALTH_MS));
  const checkCatalogueOnce = remember(() => checkCatalogue(context.catalogue));
  const checkMail = remember(() => withDeadline(mailer.check(), MAIL_HEALTH_MS));
  return [
    endpoint(getHealth, async () => {
      const isCacheConnected = (await redis?.isReachable()) ?? true;
      const [report, storage, catalogue, mail] = await Promise.all([
        checkHealth(db, { isCacheConnected, debug: config.DEBUG }),
        toState(checkStorage()),
        toState(checkCatalogueOnce()),
        toState(checkMail()),
      ]);
      return replyWithHealth({ ...report, storage, catalogue, mail });
    }),
  ];
}

function remember(check: () => Promise<unknown>): () => Promise<unknown> {
  return rememberSuccess(check, HEALTH_REMEMBERED_MS);
}

async function checkCatalogue(catalogue: CatalogueClient): Promise<void> {
  const report = await catalogue.health({ timeoutMs: CATALOGUE_HEALTH_MS, retries: 0 });
  if (report.status !== 'healthy') throw new Error('the catalogue is unhealthy');
}

function toState(check: Promise<unknown>): Promise<State> {
  // The reason is reported by the command `check`.
  return check.then(
    () => 'connected',
    () => 'disconnected',
  );
}
