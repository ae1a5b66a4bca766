import type { Database } from '../database/database.ts';
import { withDeadline } from '../process/deadline.ts';

/** The fields shared by all health reports. */
export interface HealthReport {
  status: 'healthy' | 'unhealthy';
  timestamp: string;
  database: 'connected' | 'disconnected';
  cache: 'connected' | 'disconnected';
  error?: string;
}

const DEADLINE_MS = 2000;

/** Checks whether the database responds within two seconds. An unavailable cache does not make a service unhealthy. */
export async function checkHealth(
  db: Database,
  options: { isCacheConnected: boolean; debug: boolean },
): Promise<HealthReport> {
  const cache = options.isCacheConnected ? 'connected' : 'disconnected';
  const timestamp = new Date().toISOString();
  try {
    await withDeadline(Promise.resolve(db.raw('select 1')), DEADLINE_MS);
    return { status: 'healthy', timestamp, database: 'connected', cache };
  } catch (error) {
    const text = options.debug && error instanceof Error ? error.message : 'The database cannot be reached.';
    return { status: 'unhealthy', timestamp, database: 'disconnected', cache, error: text };
  }
}
