import type { Contract } from '@kitroom/shared';
import type { Redis } from '../cache/redis.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { closeDatabase, openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { observeWrites } from './observe-writes.ts';
import { routeReads, type CountRead, type RunReads } from './route-reads.ts';
import { watchLag } from './standby-lag.ts';
import { measureReads } from './standby-metrics.ts';
import { CURRENT_POSITION, openPositions, toPosition } from './wal-positions.ts';

/** A standby that serves reads. */
export interface Standby {
  /** Starts a request. The returned function runs its parts, one after the other, and routes their reads. */
  begin(contract: Contract): RunReads;
  /** Adds metrics of a process that serves requests. */
  measure(metrics: Metrics): void;
  close(): Promise<void>;
}

export interface StandbyOptions {
  /** The pool of the primary. */
  db: Database;
  /** How to connect to the standby. */
  options: DatabaseOptions;
  redis: Redis;
  /** Prefix of the keys in Redis. */
  prefix: string;
  lagMaxSeconds: number;
  /** Tables whose contents no other user sees. */
  ownTables: ReadonlySet<string>;
  log: Logger;
}

/** How much longer positions are kept than a standby in use may lag. */
const MARGIN_SECONDS = 60;

/**
 * Lets requests that only read use a standby, once it has replayed everything that they must show. Every
 * process that writes has to open it, because it stores the position of each write in Redis before the caller
 * gets the result. See docs/decisions/0053-reads-from-a-standby.md.
 */
export function openStandby({
  db,
  options,
  redis,
  prefix,
  lagMaxSeconds,
  ownTables,
  log,
}: StandbyOptions): Standby {
  const standby = openDatabase(options);
  const watched = openDatabase({ ...options, poolMax: 1 });
  const positions = openPositions(redis, { prefix, seconds: lagMaxSeconds + MARGIN_SECONDS });
  const lag = watchLag({
    db,
    watched,
    lagMaxMs: lagMaxSeconds * 1000,
    storeAgain: (position) => positions.store({ userId: undefined, kind: 'changes' }, position),
  });
  const counters: { count?: CountRead } = {};
  positions.onConnected(lag.distrust);
  observeWrites(db, {
    ownTables,
    onUnknown: () => lag.addUnstored(undefined),
    onWritten: async (write, run) => {
      if (write.userId === undefined && write.kind === 'own') return;
      let position: string | undefined;
      try {
        const [row] = await run<{ file: string; lsn: string }>(CURRENT_POSITION);
        if (!row) throw new Error('PostgreSQL returned no position');
        position = toPosition(row);
        await positions.store(write, position);
      } catch (error) {
        log.debug({ err: error }, 'the position of a write could not be stored');
        lag.addUnstored(position);
      }
    },
  });
  const router = routeReads({ db, standby, positions, lag, count: (...read) => counters.count?.(...read) });
  return {
    begin: router.begin,
    measure(metrics) {
      counters.count = measureReads(metrics, lag);
    },
    async close() {
      await lag.close();
      await Promise.all([closeDatabase(standby), closeDatabase(watched)]);
    },
  };
}
