import { parentPort, workerData } from 'node:worker_threads';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { createBreaker } from '../catalogue/breaker.ts';
import { openCatalogue } from '../catalogue/open-catalogue.ts';
import type { Config } from '../config.ts';
import { databaseOptions } from '../database-options.ts';
import { CATALOGUE_BREAKER_FAILURES, CATALOGUE_BREAKER_MS } from '../limits.ts';
import { openStorage } from '../storage/open-storage.ts';
import { runImport } from './run-import.ts';

/** What the thread is started with. */
export interface ImportTask {
  config: Config;
  key: string;
}

const { config, key } = workerData as ImportTask;
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
const db = openDatabase({ ...databaseOptions(config), poolMax: 2 });
const storage = openStorage(config);
const context = {
  config,
  db,
  storage,
  log: openLogger({ service: 'collection', level: config.LOG_LEVEL }),
  catalogue: openCatalogue(config),
  catalogueBreaker: createBreaker({ failures: CATALOGUE_BREAKER_FAILURES, pauseMs: CATALOGUE_BREAKER_MS }),
};
try {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(await runImport(context, { key, signal: stop.signal }));
} finally {
  parentPort?.close();
  storage.close();
  await closeDatabase(db);
}
