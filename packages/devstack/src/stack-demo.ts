import { rmSync } from 'node:fs';
import type { DemoCollection, DemoServices } from '@kitroom/demo/collection/demo-services';
import { ensureNeighbour, type DemoCollector, type UserCommands } from './demo-collector.ts';
import { messageOf } from './devstack-error.ts';

export interface DemoFilling {
  demo: DemoCollection;
  collector: DemoCollector;
  commands: UserCommands;
  collectionDatabaseUrl: string;
  /** Removed once the demo collection is complete. */
  unfinishedFile: string;
  services: Omit<DemoServices, 'tokens'>;
  /** Starts and stops a temporary collection service for filling. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Starts the catalogue in the meantime. */
  startCatalogue(): Promise<void>;
  warn(text: string): void;
}

/**
 * Starts the catalogue and fills the demo collection. If filling fails, it prints a warning, and the next start
 * continues. Rejects if the catalogue does not start, or when stopped.
 */
export async function fillDemo(filling: DemoFilling): Promise<void> {
  const opening = Promise.all([listTokens(filling), filling.open()]);
  // An error is reported below; the catalogue comes first.
  opening.catch(() => {});
  try {
    await filling.startCatalogue();
    await tryToFill(filling, async () => (await opening)[0]);
  } finally {
    await filling.close();
  }
}

async function tryToFill(
  { demo, commands, services, unfinishedFile, warn }: DemoFilling,
  openTokens: () => Promise<DemoServices['tokens']>,
): Promise<void> {
  const failed = new AbortController();
  try {
    const tokens = await openTokens();
    await demo.complete({ ...services, tokens }, AbortSignal.any([commands.stop, failed.signal]));
    rmSync(unfinishedFile, { force: true });
  } catch (error) {
    failed.abort();
    commands.stop.throwIfAborted();
    const [reason] = messageOf(error).split('\n');
    warn(`The demo collection is not complete (${reason}); the next npm start goes on with it.`);
  }
}

async function listTokens({ demo, collector, commands, collectionDatabaseUrl }: DemoFilling) {
  const [, ...neighbours] = demo.owners;
  const tokens = new Map([[collector.username, collector.token]]);
  for (const user of neighbours) {
    tokens.set(user.username, await ensureNeighbour(user, commands, collectionDatabaseUrl));
  }
  return tokens;
}

/**
 * Uploads for the demo are not rate-limited, not even in Redis; renditions are created later, so that the start does
 * not wait for them.
 */
export const FOR_FILLING = {
  THROTTLE_ANON: '1000000/60',
  THROTTLE_USER: '1000000/60',
  THROTTLE_ARCHIVE: '1000000/60',
  REDIS_URL: '',
  METRICS_PORT: '',
  WORKER: 'false',
};
