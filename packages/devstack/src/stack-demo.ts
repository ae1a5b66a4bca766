import { rmSync } from 'node:fs';
import type { DemoCollection, DemoServices } from '@kitroom/demo/collection/fill-demo-collection';
import { ensureNeighbour, type DemoCollector } from './demo-accounts.ts';
import { messageOf } from './devstack-error.ts';
import { queryOnce } from './query-once.ts';
import type { ServiceAccess } from './service-process.ts';

export interface DemoFilling {
  demo: DemoCollection;
  collector: DemoCollector;
  collection: ServiceAccess;
  /** Removed once the demo collection is complete. */
  unfinishedFile: string;
  services: Omit<DemoServices, 'tokens'>;
  /** Starts and stops a temporary collection service for filling. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Starts the catalogue while the temporary service starts. */
  startCatalogue(): Promise<void>;
  stop: AbortSignal;
  warn(text: string): void;
}

/**
 * Starts the catalogue and fills the demo collection. If filling fails, warns, and the next start continues.
 * Rejects if the catalogue does not start, or when stopped.
 */
export async function fillDemo(filling: DemoFilling): Promise<void> {
  const opening = Promise.all([listTokens(filling), filling.open()]);
  // An error is reported after the catalogue has started, so it must not count as unhandled until then.
  opening.catch(() => {});
  try {
    await filling.startCatalogue();
    await tryToFill(filling, opening);
  } finally {
    await filling.close();
  }
}

async function tryToFill(
  { demo, services, unfinishedFile, stop, warn }: DemoFilling,
  opening: Promise<[DemoServices['tokens'], void]>,
): Promise<void> {
  const failed = new AbortController();
  try {
    const [tokens] = await opening;
    await demo.complete({ ...services, tokens }, AbortSignal.any([stop, failed.signal]));
    rmSync(unfinishedFile, { force: true });
  } catch (error) {
    failed.abort();
    stop.throwIfAborted();
    const [reason] = messageOf(error).split('\n');
    warn(`The demo collection is incomplete (${reason}); the next npm start continues.`);
  }
}

async function listTokens({ demo, collector, collection }: DemoFilling) {
  const [, ...neighbours] = demo.owners;
  const tokens = new Map([[collector.username, collector.token]]);
  for (const user of neighbours) tokens.set(user.username, await ensureNeighbour(collection, user));
  return tokens;
}

/**
 * The environment of the temporary service: uploads are not rate-limited, not even in Redis, and renditions
 * are created later, so that the start does not wait for them.
 */
export const FOR_FILLING = {
  THROTTLE_ANON: '1000000/60',
  THROTTLE_USER: '1000000/60',
  THROTTLE_ARCHIVE: '1000000/60',
  REDIS_URL: '',
  METRICS_PORT: '',
  WORKER: 'false',
};

/** The collector's item with the most photos, if any. */
export async function findShowpiece(
  { databaseUrl }: ServiceAccess,
  { username }: DemoCollector,
): Promise<number | undefined> {
  const [row] = await queryOnce<{ id: number }>(
    databaseUrl,
    `select items.id
     from items
     join users on users.id = items.user_id
     join photos on photos.item_id = items.id
     where users.username = $1
     group by items.id
     order by count(*) desc, items.id
     limit 1`,
    [username],
  );
  return row?.id;
}
