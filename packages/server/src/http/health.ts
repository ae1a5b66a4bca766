import type * as z from 'zod';
import { getReady, type healthReport } from '@kitroom/shared';
import type { Database } from '../database/database.ts';
import { withDeadline } from '../process/deadline.ts';
import { endpoint, Reply, type Endpoint } from './endpoint.ts';
import { RETRY_AFTER } from './errors.ts';

/** The fields shared by all health reports. */
type HealthReport = z.input<typeof healthReport>;

const DEADLINE_MS = 2000;

/**
 * Checks whether the database responds within two seconds. An unavailable cache does not make a service
 * unhealthy.
 */
export async function checkHealth(
  db: Database,
  options: { isCacheConnected: boolean; debug: boolean },
): Promise<HealthReport> {
  const cache = options.isCacheConnected ? 'connected' : 'disconnected';
  const timestamp = new Date().toISOString();
  try {
    await pingDatabase(db);
    return { status: 'healthy', timestamp, database: 'connected', cache };
  } catch (error) {
    const text = options.debug && error instanceof Error ? error.message : 'The database cannot be reached.';
    return { status: 'unhealthy', timestamp, database: 'disconnected', cache, error: text };
  }
}

/** Whether a process can serve requests. */
interface Readiness {
  /** `GET /api/ready` */
  route: Endpoint;
  /** To be called once the database is migrated. */
  start(): void;
}

/**
 * A process is ready once it has started, as long as it can serve requests. Default: if the database responds
 * within two seconds.
 */
export function openReadiness(
  db: Database,
  // A failed ping means not ready; failing requests log the reason.
  isAvailable: () => boolean | Promise<boolean> = () => pingDatabase(db).then(Boolean, () => false),
): Readiness {
  let isMigrated = false;
  let wasReady = false;
  const route = endpoint(getReady, async () => {
    const isReady = isMigrated && (await isAvailable());
    wasReady ||= isReady;
    if (isReady) return new Reply({ status: 'ready' });
    const status = wasReady ? 'unavailable' : 'starting';
    return new Reply({ status }, { status: 503, headers: RETRY_AFTER });
  });
  return { route, start: () => void (isMigrated = true) };
}

function pingDatabase(db: Database): Promise<unknown> {
  return withDeadline(Promise.resolve(db.raw('select 1')), DEADLINE_MS);
}

/** Responds with a health report: 200 if healthy, otherwise 503. */
export function replyWithHealth(report: HealthReport & Record<string, unknown>): Reply {
  return new Reply(report, report.status === 'healthy' ? {} : { status: 503, headers: RETRY_AFTER });
}
