import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@kitroom/server/database/database';
import { endTurn, keepPlaces, releasePlace, postponeTurns, tryTurn, type Asker } from './pace-queries.ts';

/** Lets requests to the archive out one by one, over all processes together. */
export interface Pace {
  /** The pause between two requests, in milliseconds. */
  intervalMs: number;
  /**
   * Waits for its turn and makes a request. `ask` calls `sent` as soon as the request has left: the pause counts from
   * there. Turns go round: from client to client, and from collector to collector of each client.
   */
  take<T>(asker: Asker, ask: (sent: () => void) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The archive asked to wait: nobody asks before that. */
  postpone(ms: number): Promise<void>;
}

/**
 * Added to the pause, with a tenth of it: a request may be under way longer than the one after it, on a busy machine
 * by a tenth of a second, and the archive is to see the whole pause.
 */
const MARGIN_MS = 30;
/** How often this process says that it still waits: well within the lease of its places. */
const RENEW_MS = 2000;

/** Somebody in this process who waits for a turn, and is given its claim. */
interface Waiter {
  asker: Asker;
  give(claim: string): void;
  fail(error: unknown): void;
}

/**
 * Opens the pace of the archive's requests. Who waits is written down in the database, and so is the turn: the process
 * whose waiter is next claims it, sends its request, and writes down when, so the pause is kept also when connecting
 * takes long. All times are the database's.
 */
export function openPace(db: Database, intervalMs: number): Pace {
  const pauseMs = intervalMs * 1.1 + MARGIN_MS;
  const waiters = new Set<Waiter>();
  let isGiving = false;
  /** When the waiters' places were written down; -Infinity when one has come since. */
  let keptAt = -Infinity;
  let rest: AbortController | undefined;

  /** Runs while somebody waits: once for the whole process. */
  async function giveTurns(): Promise<void> {
    isGiving = true;
    try {
      while (waiters.size > 0) {
        const askers = [...waiters].map(({ asker }) => asker);
        if (performance.now() - keptAt >= RENEW_MS) {
          keptAt = performance.now();
          await keepPlaces(db, askers);
        }
        const claim = randomUUID();
        const attempt = await tryTurn(db, claim, pauseMs, askers);
        if ('retryMs' in attempt) await pause(Math.min(attempt.retryMs, RENEW_MS));
        else {
          await giveTurn(attempt.turnOf, claim);
          // The place is used up, and somebody else here may wait in it.
          keptAt = -Infinity;
        }
      }
    } catch (error) {
      for (const { fail } of waiters) fail(error);
      waiters.clear();
    } finally {
      isGiving = false;
    }
  }

  async function giveTurn({ client, collector }: Asker, claim: string): Promise<void> {
    const waiter = [...waiters].find(({ asker }) => asker.client === client && asker.collector === collector);
    // Whoever it was for has just given up.
    if (!waiter) return endTurn(db, claim);
    waiters.delete(waiter);
    waiter.give(claim);
  }

  /** Ends early when somebody comes, or nobody waits any more. */
  async function pause(ms: number): Promise<void> {
    if (waiters.size === 0 || keptAt === -Infinity) return;
    rest = new AbortController();
    await sleep(ms, undefined, { signal: rest.signal }).catch(() => undefined);
  }

  async function waitForTurn(asker: Asker, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { promise, resolve: give, reject: fail } = Promise.withResolvers<string>();
    const waiter = { asker, give, fail };
    const giveUp = () => {
      waiters.delete(waiter);
      if (waiters.size === 0) rest?.abort();
      fail(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiters.add(waiter);
    keptAt = -Infinity;
    rest?.abort();
    if (!isGiving) void giveTurns();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      // The others need not wait until its lease has ended, which it does in any case.
      if (signal.aborted) await releasePlace(db, asker).catch(() => undefined);
    }
  }

  return {
    intervalMs,
    async take(asker, ask, signal) {
      const claim = await waitForTurn(asker, signal);
      let sent: Promise<void> | undefined;
      const tell = () => {
        if (sent) return;
        sent = endTurn(db, claim);
        // Told below, once the request is over; until then nobody waits, and Node would end the process.
        sent.catch(() => undefined);
      };
      try {
        return await ask(tell);
      } finally {
        tell();
        await sent;
      }
    },
    postpone: (ms) => postponeTurns(db, ms),
  };
}
