import { setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '../process/deadline.ts';
import { query, type Database } from './database.ts';
import { readStandby, type StandbyConnection } from './standby-state.ts';
import { CURRENT_POSITION, lsnOf, timelineOf, toPosition, type Position } from './wal-positions.ts';

/**
 * Why a request that could read from the standby reads from the primary:
 * - `own_writes`, `owner`: the standby has not replayed a write of its user, or of the user whose data it
 *   shows;
 * - `changed`: the standby has not replayed a change by any user that may have hidden something;
 * - `lag`: the standby is too far behind;
 * - `unavailable`: it has not responded, or is not known to follow the primary;
 * - `redis`: Redis is unavailable, or may have lost the positions of writes;
 * - `repeated`: reads of the standby failed or found nothing;
 * - `rejected`: an endpoint that should only read tried to write.
 */
export const PRIMARY_REASONS = [
  'own_writes',
  'owner',
  'changed',
  'lag',
  'unavailable',
  'redis',
  'repeated',
  'rejected',
] as const;
export type PrimaryReason = (typeof PRIMARY_REASONS)[number];

/** A position that the standby must have replayed, without its timeline. */
export interface Need {
  reason: PrimaryReason;
  lsn: string;
}

/** The standby has become unavailable while a request was reading. */
export class StandbyUnavailable extends Error {
  override readonly name = 'StandbyUnavailable';
}

/** A position of the primary, and when it was read. */
interface Sample {
  at: number;
  position: Position;
}

export type Lag = ReturnType<typeof watchLag>;

interface LagOptions {
  db: Database;
  /** A separate connection, so that busy reads do not look like an unavailable standby. */
  watched: Database;
  /** Maximum lag of the standby; 0 disables it. */
  lagMaxMs: number;
  /** Stores a position as a change that every read must show. */
  storeAgain(position: Position): Promise<void>;
}

const TICK_MS = 1000;
const DEADLINE_MS = 1000;
/** Without a newer position of the primary, the lag is unknown. */
const SAMPLE_MAX_MS = 2500;
/** How long a process keeps watching without reads. */
const IDLE_MS = 30_000;
/** How long positions of an old timeline keep reads on the primary after a failover. */
const OLD_TIMELINE_MS = 30_000;
/** Lags of more than an hour need not be exact in the gauge. */
const SAMPLES_MAX = 3600;
const CLOSE_MS = 2000;
const RETRY_MS = 50;
/** Greater than every position. */
const NEVER = 'never';

/**
 * Measures the lag of the standby, once a second while requests read. The lag is the age of the oldest
 * position of the primary that the standby has not replayed, whether it has received it or not: a standby
 * that lost its connection to the primary lags too, and the standby of an idle primary does not.
 */
export function watchLag({ db, watched, lagMaxMs, storeAgain }: LagOptions) {
  let samples: Sample[] = [];
  let standby: StandbyConnection | undefined;
  let epoch: string | undefined;
  let timeline: string | undefined;
  let timelineSince = 0;
  /**
   * After a failover: the position that each standby had received. A standby that cannot follow the new
   * timeline never gets past it.
   */
  let receivedBefore: Map<string, string> | undefined;
  /** The position that a standby must have replayed for any read, because Redis may lack it. */
  let floor: Position | undefined;
  /** How often positions may have been lost, and how many of these losses the floor covers. */
  let lost = 0;
  let settled = 0;
  let unstored: Position | undefined;
  let hasUnknown = false;
  let usedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  const running = new Set<(error: Error) => void>();

  async function tick(): Promise<void> {
    if (performance.now() - usedAt > IDLE_MS) return pause();
    // Without a response, the last position of the primary becomes outdated, and reads leave the standby.
    await Promise.all([readPrimary().catch(() => {}), readState()]);
  }

  async function readPrimary(): Promise<void> {
    const [at, lostBefore] = [performance.now(), lost];
    const [row] = await withDeadline(query<{ file: string; lsn: string }>(db, CURRENT_POSITION), DEADLINE_MS);
    if (!row) return;
    const position = toPosition(row);
    addSample({ at, position });
    if (settled !== lostBefore) floor = position;
    settled = lostBefore;
    if (hasUnknown) unstored = position;
    hasUnknown = false;
    await storeLater();
  }

  async function storeLater(): Promise<void> {
    const position = unstored;
    if (position === undefined) return;
    await storeAgain(position);
    if (unstored === position) unstored = undefined;
  }

  function addSample(sample: Sample): void {
    const next = timelineOf(sample.position);
    if (timeline !== undefined && next < timeline) throw new Error('an old primary has responded');
    if (next !== timeline) {
      if (timeline !== undefined) receivedBefore = new Map();
      timelineSince = sample.at;
      samples = [];
      // Positions of the old timeline that are greater are lost.
      if (floor !== undefined) floor = sample.position;
    }
    timeline = next;
    samples.push(sample);
    const lsn = standby?.lsn ?? '';
    samples = samples.filter(({ at, position }) => sample.at - at <= lagMaxMs || lsnOf(position) > lsn);
    if (samples.length > SAMPLES_MAX) samples.splice(1, 1);
    if (samples.length === 0) samples.push(sample);
  }

  async function readState(): Promise<void> {
    try {
      standby = await withDeadline(readStandby(watched), DEADLINE_MS);
    } catch {
      // Reads return to the primary; a metric shows that the standby is unavailable.
      standby = undefined;
      for (const fail of running) fail(new StandbyUnavailable('the standby is unavailable'));
    }
  }

  function check(): void {
    ticking ??= tick().finally(() => (ticking = undefined));
  }

  function pause(): void {
    clearInterval(timer);
    timer = undefined;
    samples = [];
    standby = undefined;
  }

  /** Makes reads use the primary until the standby has replayed the current position. */
  function distrust(): void {
    lost += 1;
    // A position that is already being read may be older.
    if (timer) void (ticking ?? Promise.resolve()).then(check);
  }

  function keepWatching(): void {
    usedAt = performance.now();
    if (timer) return;
    timer = setInterval(check, TICK_MS).unref();
    check();
  }

  return {
    check,
    distrust,
    /** Starts watching, or continues for another 30 seconds. */
    keepWatching,
    /** Stops watching. Tries for two seconds to store positions that could not be stored before. */
    async close(): Promise<void> {
      pause();
      for (const until = performance.now() + CLOSE_MS; performance.now() < until; await delay(RETRY_MS)) {
        // Retried until the deadline.
        await (hasUnknown ? readPrimary() : storeLater()).catch(() => {});
        if (!hasUnknown && unstored === undefined) return;
      }
    },
    /** A changed epoch means that Redis has lost its data. */
    checkEpoch(stored: string): void {
      if (stored === epoch) return;
      epoch = stored;
      distrust();
    },
    /** Makes reads show a write whose position could not be stored; undefined if it is not known either. */
    addUnstored(position: Position | undefined): void {
      hasUnknown ||= position === undefined;
      keepWatching();
      if (position === undefined) return distrust();
      if (floor === undefined || position > floor) floor = position;
      if (unstored === undefined || position > unstored) unstored = position;
    },
    /** The reason why the standby must not be used now, if any. */
    findObstacle(): PrimaryReason | undefined {
      if (lagMaxMs === 0) return 'lag';
      const newest = samples.at(-1);
      if (!newest || performance.now() - newest.at > SAMPLE_MAX_MS || !standby?.isStandby)
        return 'unavailable';
      return settled === lost ? undefined : 'redis';
    },
    /** The positions that the standby must have replayed for any read. */
    listNeeds(): Need[] {
      const oldest = performance.now() - lagMaxMs;
      const recent = samples.find(({ at }) => at >= oldest) ?? samples.at(-1);
      return [
        { reason: 'lag', lsn: recent ? lsnOf(recent.position) : NEVER },
        ...(floor === undefined ? [] : [{ reason: 'redis' as const, lsn: lsnOf(floor) }]),
      ];
    },
    /** The position that the standby must have replayed to show a write. */
    toNeed(reason: PrimaryReason, position: Position | undefined): Need[] {
      if (position === undefined) return [];
      const written = timelineOf(position);
      if (timeline === undefined || written > timeline) return [{ reason, lsn: NEVER }];
      const isForgotten = written < timeline && performance.now() - timelineSince > OLD_TIMELINE_MS;
      return isForgotten ? [] : [{ reason, lsn: lsnOf(position) }];
    },
    /** Whether the state of a connection was read since the last failover. */
    isCurrent: (state: StandbyConnection) => state.timeline === timeline,
    /** Whether a server is a standby that follows the primary. */
    isUsable(state: StandbyConnection): boolean {
      state.timeline = timeline;
      if (!state.isStandby) return false;
      const before = receivedBefore?.get(state.server);
      if (receivedBefore && before === undefined) receivedBefore.set(state.server, state.received);
      return !receivedBefore || (before !== undefined && state.lsn > before);
    },
    /** Runs reads of the standby; rejects as soon as it becomes unavailable. */
    async whileAvailable<T>(reads: Promise<T>): Promise<T> {
      const { promise, reject } = Promise.withResolvers<never>();
      running.add(reject);
      try {
        return await Promise.race([reads, promise]);
      } finally {
        running.delete(reject);
        // The caller has already received an error.
        reads.catch(() => {});
      }
    },
    /** For the metrics: undefined while there are no reads. */
    isAvailable: (): boolean | undefined => (timer ? standby?.isStandby === true : undefined),
    lagMs(): number | undefined {
      if (!standby?.isStandby || samples.length === 0) return undefined;
      const { lsn } = standby;
      const missing = samples.find(({ position }) => lsnOf(position) > lsn);
      return missing ? performance.now() - missing.at : 0;
    },
  };
}
