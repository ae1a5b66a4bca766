import { isDatabaseUnavailable } from '../database/database-errors.ts';
import type { Logger } from '../telemetry/logger.ts';

/**
 * Runs independent clean-ups one after the other, keyed by the names that the log reports. All of them run,
 * even if some fail; then an error names the failed ones. If they failed only because the database is
 * unavailable, that error is thrown instead, so that the job is not counted as failed.
 */
export async function runCleanUps(
  log: Logger,
  cleanUps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (const [cleanUp, run] of Object.entries(cleanUps)) {
    try {
      await run();
    } catch (error) {
      failures.set(cleanUp, error);
      log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ err: error, cleanUp }, 'a clean-up failed');
    }
  }
  if (failures.size === 0) return;
  const outage = [...failures.values()].every(isDatabaseUnavailable) && [...failures.values()][0];
  if (outage) throw outage;
  throw new Error(`clean-ups failed: ${[...failures.keys()].join(', ')}`);
}
