import { isDatabaseUnavailable, isDatabaseRefused } from './database-errors.ts';
import type { Logger } from '../telemetry/logger.ts';
import { migrateDatabase } from './migrate.ts';

const RETRY_MS = 1000;

/**
 * Migrates a service's database before it starts listening, then runs `onReady`. If the database is unavailable,
 * retries every second in the background; any other error of the first attempt is thrown.
 */
export async function prepareDatabase(options: {
  url: string;
  migrations: string;
  log: Logger;
  onReady?: () => Promise<void>;
}): Promise<{ stop(): void }> {
  const { log } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isFirst = true;

  async function prepare(): Promise<void> {
    try {
      const names = await migrateDatabase({ url: options.url, folder: options.migrations });
      if (names.length > 0) log.info({ migrations: names }, 'migrated the database');
      await options.onReady?.();
    } catch (error) {
      if (isFirst && (!isDatabaseUnavailable(error) || isDatabaseRefused(error))) throw error;
      log.warn({ err: error }, 'the database is not ready; retrying every second');
      if (!stopped) timer = setTimeout(() => void prepare(), RETRY_MS);
    } finally {
      isFirst = false;
    }
  }

  await prepare();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
