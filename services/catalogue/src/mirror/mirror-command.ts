import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Command } from 'commander';
import { directUrlOf } from '@kitroom/server/process/config';
import { OperatorError } from '@kitroom/server/process/process';
import { flushLogger, openLogger } from '@kitroom/server/telemetry/logger';
import { databaseOptions, migrateCatalogue } from '../catalogue-database.ts';
import { readCatalogueConfig, type Config } from '../config.ts';
import { announceChanges } from '../interchange/announce-changes.ts';
import { KINDS } from '../interchange/line-schemas.ts';
import { tableOf } from '../interchange/upsert-records.ts';
import { followSource } from './follow-source.ts';
import { openSource, type SourceOptions } from './open-source.ts';

/** Adds `catalogue mirror`. */
export function addMirrorCommand(program: Command): void {
  program
    .command('mirror')
    .description('copy another catalogue into an empty database, with its ids, and follow its changes')
    .argument('<url>', 'the address of the other catalogue')
    .option('--api-key <key>', 'an API key of the other catalogue')
    .option('--once', 'catch up with the other catalogue and exit, as for a cron job', false)
    .action(runMirror);
}

async function runMirror(url: string, { apiKey, once }: { apiKey?: string; once: boolean }): Promise<void> {
  const config = readCatalogueConfig(process.env);
  const log = openLogger({ service: 'catalogue', level: config.LOG_LEVEL });
  const { signal, release } = stopOnSignal();
  const source = openValidSource(url, { apiKey, signal, path: snapshotPath(config, url) });
  await migrateCatalogue(directUrlOf(config));
  try {
    const onApplied = () =>
      announceChanges(
        config,
        KINDS.map((kind) => tableOf(kind).table),
      );
    await followSource({ database: databaseOptions(config), source, log, onApplied, signal }, { once });
  } finally {
    release();
    await flushLogger(log);
  }
}

/**
 * The path of the downloaded snapshot, unique per source and database, because processes may share the
 * folder.
 */
function snapshotPath({ BULK_DATA_ROOT, DATABASE_URL }: Config, url: string): string {
  const database = DATABASE_URL.replace(/:[^:@/]*@/, '@');
  const hash = createHash('sha256').update(`${database} ${url}`).digest('hex').slice(0, 16);
  return join(BULK_DATA_ROOT, `.mirror-${hash}.ndjson.gz`);
}

function openValidSource(url: string, options: SourceOptions) {
  try {
    return openSource(url, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OperatorError(`${url} cannot be mirrored: ${error.message}`);
  }
}

/** Returns a signal that the first SIGTERM or SIGINT aborts. A second one ends the process. */
function stopOnSignal(): { signal: AbortSignal; release(): void } {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop);
  return {
    signal: stopping.signal,
    release() {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, stop);
    },
  };
}
