import type { Database } from '../database/database.ts';

/** The common part of a health report. */
export interface HealthReport {
  status: 'healthy' | 'unhealthy';
  timestamp: string;
  database: 'connected' | 'disconnected';
  cache: 'connected' | 'disconnected';
  error?: string;
}

const DEADLINE_MS = 2000;

/** Asks the database whether it is there, for two seconds at most; the cache alone makes nobody unhealthy. */
export async function checkHealth(
  db: Database,
  options: { isCacheConnected: boolean; debug: boolean },
): Promise<HealthReport> {
  const cache = options.isCacheConnected ? 'connected' : 'disconnected';
  const timestamp = new Date().toISOString();
  try {
    await Promise.race([db.raw('select 1'), rejectAfter(DEADLINE_MS)]);
    return { status: 'healthy', timestamp, database: 'connected', cache };
  } catch (error) {
    const text = options.debug && error instanceof Error ? error.message : 'The database cannot be reached.';
    return { status: 'unhealthy', timestamp, database: 'disconnected', cache, error: text };
  }
}

/** Rejects after some milliseconds, for a race with what may take too long; it keeps no process alive. */
export function rejectAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
}
