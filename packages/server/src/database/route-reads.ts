import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { Contract } from '@kitroom/shared';
import { withDeadline } from '../process/deadline.ts';
import { currentTask } from '../telemetry/task.ts';
import { isDatabaseUnavailable, isReadOnly } from './database-errors.ts';
import type { Database } from './database.ts';
import { StandbyUnavailable, type Lag, type Need, type PrimaryReason } from './standby-lag.ts';
import { readStandby, type StandbyConnection } from './standby-state.ts';
import type { Positions } from './wal-positions.ts';

/** Counts a request that reads; a repeated one counts twice. */
export type CountRead = (servedBy: 'standby' | 'primary', reason: PrimaryReason | undefined) => void;

/** Where the reads of one request go. */
interface RequestReads {
  /**
   * Undefined until the first part of the request; a request that has left the standby does not return to it.
   */
  from: 'standby' | 'primary' | undefined;
  reason: PrimaryReason | undefined;
  needs: Need[];
  counted: Set<string>;
  /** The connection of the standby that was used first, and a position that it had replayed. */
  first: { connection: object; lsn: string } | undefined;
}

/** A request has read data from the standby that is older than it may show. */
class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** Runs a part of a request: its statements go to the standby or to the primary. */
export type RunReads = <T>(work: () => Promise<T>) => Promise<T>;

export type ReadRouter = ReturnType<typeof routeReads>;

const current = new AsyncLocalStorage<{
  reads: RequestReads;
  router: { needOwner(id: number): Promise<void> };
}>();

interface RouterOptions {
  db: Database;
  standby: Database;
  positions: Positions;
  lag: Lag;
  count: CountRead;
}

const DEADLINE_MS = 1000;

/**
 * Lets a pool use connections of the standby for requests that only read, if the standby has replayed all
 * that they must show. Handlers use `db` as usual. All other statements go to the primary.
 */
export function routeReads({ db, standby, positions, lag, count }: RouterOptions) {
  const client = db.client as Knex.Client;
  const standbyClient = standby.client as Knex.Client;
  const lent = new WeakSet<object>();
  const states = new WeakMap<object, StandbyConnection>();
  const acquire = client.acquireConnection.bind(client) as () => Promise<object>;
  const release = client.releaseConnection.bind(client) as (connection: unknown) => Promise<void>;

  client.acquireConnection = async () => {
    const reads = current.getStore()?.reads;
    if (!reads?.from) return acquire();
    const borrowed = reads.from === 'standby' ? await borrow(reads) : undefined;
    countOnce(reads);
    return borrowed ?? acquire();
  };
  client.releaseConnection = async (connection: object) => {
    if (!lent.delete(connection)) return release(connection);
    await standbyClient.releaseConnection(connection);
  };
  // The other pool closes connections whose statement got no response.
  db.on('query-error', (error: unknown, statement: unknown) =>
    standby.client.emit('query-error', error, statement),
  );

  function switchToPrimary(reads: RequestReads, reason: PrimaryReason): void {
    reads.from = 'primary';
    reads.reason = reason;
  }

  function countOnce({ from, reason, counted }: RequestReads): void {
    if (!from || counted.has(from)) return;
    counted.add(from);
    count(from, from === 'primary' ? reason : undefined);
  }

  /** A standby connection that has replayed what the request needs, unless the primary must serve it. */
  async function borrow(reads: RequestReads): Promise<object | undefined> {
    let connection: object | undefined;
    try {
      connection = await take();
      const unmet = await findUnmet(connection, reads.needs);
      if (!unmet) {
        lent.add(connection);
        reads.first ??= { connection, lsn: states.get(connection)?.lsn ?? '' };
        return connection;
      }
      switchToPrimary(reads, unmet);
    } catch {
      lag.check();
      switchToPrimary(reads, 'unavailable');
      // A statement that got no response would delay the next one.
      if (connection) void (connection as pg.Client).end();
    }
    if (connection) await standbyClient.releaseConnection(connection);
    return undefined;
  }

  async function take(): Promise<object> {
    const taking = standbyClient.acquireConnection() as Promise<object>;
    try {
      return await withDeadline(taking, DEADLINE_MS);
    } catch (error) {
      // A connection that arrives too late is not needed any more.
      taking.then(
        (late) => standbyClient.releaseConnection(late),
        () => {},
      );
      throw error;
    }
  }

  /**
   * Compares positions with those of the server of this connection, as several standbys may share an address.
   * Queries its position only if the last known one does not suffice.
   */
  async function findUnmet(connection: object, needs: readonly Need[]): Promise<PrimaryReason | undefined> {
    const before = states.get(connection);
    if (before && lag.isCurrent(before) && !firstUnmet(before, needs)) return undefined;
    const state = await withDeadline(readStandby(standby, connection), DEADLINE_MS);
    states.set(connection, state);
    return lag.isUsable(state) ? firstUnmet(state, needs) : 'unavailable';
  }

  async function addNeeds(
    reads: RequestReads,
    users: Array<{ id: number; reason: PrimaryReason }>,
  ): Promise<void> {
    try {
      const stored = await positions.read(users.map(({ id }) => id));
      lag.checkEpoch(stored.epoch);
      const needs = [
        { reason: 'changed' as const, position: stored.changed },
        ...users.map(({ reason }, at) => ({ reason, position: stored.users[at] })),
      ];
      reads.needs.push(...needs.flatMap(({ reason, position }) => lag.toNeed(reason, position)));
    } catch {
      // Without Redis, the positions that a standby must have replayed are unknown: the primary serves the
      // read, which is counted with this reason.
      switchToPrimary(reads, 'redis');
    }
  }

  async function needOwner(reads: RequestReads, id: number): Promise<void> {
    if (reads.from !== 'standby') return;
    await addNeeds(reads, [{ id, reason: 'owner' }]);
    const { first, needs } = reads;
    if (!first || !needs.some(({ lsn }) => lsn > first.lsn)) return;
    // The standby may have replayed more in the meantime, but the data was read before.
    states.delete(first.connection);
    switchToPrimary(reads, 'owner');
    throw new OutdatedRead();
  }

  async function decide(reads: RequestReads): Promise<void> {
    const reason = lag.findObstacle();
    if (reason) return switchToPrimary(reads, reason);
    const userId = currentTask()?.userId;
    await addNeeds(reads, userId === undefined ? [] : [{ id: userId, reason: 'own_writes' }]);
    if (reads.from) return;
    const late = lag.findObstacle();
    if (late) return switchToPrimary(reads, late);
    reads.needs.push(...lag.listNeeds());
    reads.from = 'standby';
  }

  return {
    /** Starts a request. The returned function runs its parts, one after the other. */
    begin(contract: Contract): RunReads {
      if (!isReading(contract)) return (work) => work();
      const reads: RequestReads = {
        from: undefined,
        reason: undefined,
        needs: [],
        counted: new Set(),
        first: undefined,
      };
      const router = { needOwner: (id: number) => needOwner(reads, id) };
      const inReads: RunReads = (work) => current.run({ reads, router }, work);
      return async (work) => {
        lag.keepWatching();
        if (!reads.from) await decide(reads);
        if (reads.from === 'primary') return inReads(work);
        try {
          return await lag.whileAvailable(inReads(work));
        } catch (error) {
          // The request can be repeated: it has neither written nor responded. The primary may have data that
          // is missing on the standby.
          const isOfStandby = reads.from === 'standby' || reads.counted.has('standby');
          if (!isOfStandby && !(error instanceof StandbyUnavailable)) throw error;
          if (isDatabaseUnavailable(error)) lag.check();
          if (!(error instanceof OutdatedRead))
            switchToPrimary(reads, isReadOnly(error) ? 'rejected' : 'repeated');
          return inReads(work);
        }
      };
    },
  };
}

/**
 * Makes the current request show everything that a user has written so far. Call it once the owner of the
 * requested data is known. If the request has read from a standby that may have older data, it starts again
 * on the primary.
 */
export async function readAsOf(userId: number): Promise<void> {
  await current.getStore()?.router.needOwner(userId);
}

/**
 * Whether the requests of an endpoint only read and can be repeated: a stream starts its response before its
 * last statement.
 */
function isReading({ method, needsPrimary, responses }: Contract): boolean {
  const isStream = Object.values(responses).some((response) => response.isStream);
  return method === 'GET' && !needsPrimary && !isStream;
}

function firstUnmet({ lsn }: StandbyConnection, needs: readonly Need[]): PrimaryReason | undefined {
  return needs.find((need) => need.lsn > lsn)?.reason;
}
