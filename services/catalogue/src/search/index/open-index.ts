import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '@kitroom/server/cache/cache';
import { inSnapshot, type Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { ServiceError, unavailable } from '@kitroom/server/http/errors';
import { withDeadline } from '@kitroom/server/process/deadline';
import { releaseMemory } from '@kitroom/server/process/process';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { checkChangesAfter } from '../../changes/change-queries.ts';
import { buildIndex, updateIndex, type CatalogueIndex } from './catalogue-index.ts';
import { createDatabaseClock } from './database-clock.ts';

/** The search index of this process, which is kept in step with the database. */
export interface SearchIndex extends Source {
  /**
   * The index with all changes that were committed a second ago or earlier; while the database is
   * unavailable, with earlier ones. Throws a 503 while it is being built, and once the database has been
   * unavailable for an hour.
   */
  read(): Promise<CatalogueIndex>;
  /** The database's time in milliseconds since 1970, without a query. */
  now(): number;
  /**
   * Applies all changes that are committed before the call, if the database is there; an index that is being
   * built will have them.
   */
  follow(): Promise<void>;
  /** Builds the index, once the database is migrated; resolves after the first attempt. */
  start(): Promise<void>;
  /** The connection to the database was lost: checks at once whether it can still be queried for changes. */
  markStale(): void;
  /** Rebuilds the index, as after changes that were not logged. */
  rebuild(): void;
  isBuilt(): boolean;
  /** Whether `read` resolves. */
  isReadable(): boolean;
  close(): void;
}

/** Changes become visible within this time, even if notifications are lost. */
const FRESH_MS = 1000;

/** Building the index of so many kits leaves 100 MB of garbage or more. */
const LARGE_KITS = 50_000;

/** How long a request waits for an index that is being built, and when clients should retry. */
const BUILD_WAIT_MS = 5000;
const BUILD_RETRY_AFTER = { 'Retry-After': '1' };

/** After this many changed kits the index is rebuilt, next to the one in use. */
const CHANGED_KITS_MAX = 5000;

/**
 * The pause between attempts to build the index, or to learn of changes, while the database is unavailable.
 */
const RETRY_MS = 250;

/** A request waits this long for changes to be read; a database that takes longer is unavailable. */
const FOLLOW_WAIT_MS = 1000;

/** After this time without the database, responses say so; after the longer one, requests fail. */
const STALE_MS = 5000;
const UNAVAILABLE_MAX_MS = 3_600_000;

/** Opens an index; nothing is read before `start`. */
export function openSearchIndex({ db, log }: { db: Database; log: Logger }): SearchIndex {
  let index: CatalogueIndex | undefined;
  /** When the index last had all changes; undefined if some may be missing. */
  let followedAt: number | undefined;
  /** Since when changes could not be read from the database. */
  let unavailableSince: number | undefined;
  let catchingUp: Promise<void> | undefined;
  let building: Promise<void> | undefined;
  /** How often a rebuild was requested. */
  let rebuilds = 0;
  /** Whether changes were announced since the build began: the index needs them before it is used. */
  let isBuildLate = false;
  let timer: NodeJS.Timeout | undefined;
  const clock = createDatabaseClock();
  const followOnce = shareCalls(applyChanges);

  async function applyChanges(): Promise<void> {
    const startedAt = performance.now();
    const known = index;
    if (!known) {
      isBuildLate = true;
      return;
    }
    const { hasChanged, now } = await checkChangesAfter(db, known.sequence);
    clock.set(now, startedAt);
    if (hasChanged) {
      const updated = await inSnapshot(db, (transaction) => updateIndex(transaction, known));
      // A rebuild was requested meanwhile, or has ended: the new index may lack these changes.
      if (index !== known) return applyChanges();
      index = updated;
      if (!updated || updated.kits.changes > CHANGED_KITS_MAX) void build();
    }
    followedAt = startedAt;
    if (unavailableSince !== undefined) log.info('the database is available again');
    unavailableSince = undefined;
  }

  function lose(since: number, error: unknown): void {
    if (unavailableSince === undefined && index)
      log.warn({ err: error }, 'the database is unavailable; serving from memory');
    unavailableSince ??= since;
  }

  async function follow(deadlineMs?: number): Promise<void> {
    const startedAt = performance.now();
    try {
      await (deadlineMs === undefined ? followOnce() : withDeadline(followOnce(), deadlineMs));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      lose(startedAt, error);
    }
  }

  async function followSoon(): Promise<void> {
    if (unavailableSince === undefined) await follow(FOLLOW_WAIT_MS);
  }

  /** An unavailable database is no failure: see `lose`. */
  function reportFailure(error: unknown): void {
    log.error({ err: error }, 'the search index could not be updated; trying again');
  }

  /** Reads what had changed a second ago; joins a call that does so already. */
  function catchUp(): Promise<void> {
    if (followedAt !== undefined && performance.now() - followedAt <= FRESH_MS) return Promise.resolve();
    catchingUp ??= followSoon().finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  }

  const unavailableMs = () => (unavailableSince === undefined ? 0 : performance.now() - unavailableSince);

  function build(): Promise<void> {
    building ??= buildNow()
      .catch((error: unknown) => {
        const level = isDatabaseUnavailable(error) ? 'debug' : 'error';
        log[level]({ err: error }, 'the search index could not be built; trying again');
      })
      .finally(() => {
        building = undefined;
      });
    return building;
  }

  async function buildNow(): Promise<void> {
    const startedAt = performance.now();
    const requested = rebuilds;
    isBuildLate = false;
    let built: CatalogueIndex | undefined = await inSnapshot(db, buildIndex);
    // Keeps the changes that the index in use has read meanwhile, and those that invalidated cached
    // responses.
    const isBehind = (): boolean => isBuildLate || (!!built && !!index && built.sequence < index.sequence);
    while (built && isBehind()) {
      isBuildLate = false;
      const older: CatalogueIndex = built;
      built = await inSnapshot(db, (transaction) => updateIndex(transaction, older));
    }
    if (!built || requested !== rebuilds) return buildNow();
    index = built;
    log.info({ ms: Math.round(performance.now() - startedAt) }, 'built the search index');
    if (built.kits.count({}, []).total >= LARGE_KITS) releaseMemory();
  }

  return {
    async read() {
      if (index) await catchUp();
      if (!index && building) await Promise.race([building, sleep(BUILD_WAIT_MS, undefined, { ref: false })]);
      if (index && unavailableMs() >= UNAVAILABLE_MAX_MS)
        throw unavailable(new Error('the database has been unavailable for an hour'));
      if (index) return index;
      // An unavailable database is the error to report.
      await db.raw('select 1');
      throw new ServiceError('unavailable', BUILDING, { headers: BUILD_RETRY_AFTER });
    },
    now: clock.now,
    follow: () => follow(),
    followSoon,
    start() {
      clearInterval(timer);
      timer = setInterval(() => {
        if (!index) void build();
        else if (unavailableSince !== undefined) follow().catch(reportFailure);
      }, RETRY_MS).unref();
      return build();
    },
    markStale() {
      followedAt = undefined;
      catchUp().catch(reportFailure);
    },
    rebuild() {
      rebuilds += 1;
      index = undefined;
      void build();
    },
    isBuilt: () => index !== undefined,
    isReadable: () => index !== undefined && unavailableMs() < UNAVAILABLE_MAX_MS,
    state() {
      if (unavailableSince === undefined) return 'current';
      return unavailableMs() < STALE_MS ? 'lost' : 'stale';
    },
    close() {
      clearInterval(timer);
    },
  };
}

const BUILDING = 'The service is reading the catalogue. Please try again in a moment.';

/** Runs one call at a time; calls made meanwhile share the next run, which begins after them. */
function shareCalls(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  }

  return () => {
    if (!running && !next) return begin();
    // Those who wait for the running update receive its error.
    next ??= (running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
