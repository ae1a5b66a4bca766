import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@kitroom/server/database/database';
import { endTurn, keepPlaces, postponeTurns, releasePlace, tryTurn, type Requester } from './pace-queries.ts';

export type Pace = ReturnType<typeof openPace>;

/**
 * Added to the pause together with a tenth of it: latency varies between requests (on a busy machine by 100
 * ms), and the archive must see the full pause.
 */
const MARGIN_MS = 30;
/** How often this process renews its places: well within their lease. */
const RENEW_MS = 2000;

/** A caller in this process that waits for a turn. */
interface Waiter {
  requester: Requester;
  give(claim: string): void;
  fail(error: unknown): void;
}

/**
 * Serializes requests to the archive across all processes. The queue and the turn are stored in the database:
 * the process whose waiter is next claims the turn, sends its request and records when, so the pause is kept
 * even if connecting takes long. All times are the database's.
 */
export function openPace(db: Database, intervalMs: number) {
  const pauseMs = intervalMs * 1.1 + MARGIN_MS;
  const waiters = new Set<Waiter>();
  let isRunning = false;
  /** When the places were last renewed; undefined if a waiter may have none. */
  let keptAt: number | undefined;
  let rest: AbortController | undefined;

  /** Runs once per process while there are waiters. */
  async function giveTurns(): Promise<void> {
    isRunning = true;
    try {
      while (waiters.size > 0) {
        const requesters = [...waiters].map(({ requester }) => requester);
        if (keptAt === undefined || performance.now() - keptAt >= RENEW_MS) {
          keptAt = performance.now();
          await keepPlaces(db, requesters);
        }
        const claim = randomUUID();
        const attempt = await tryTurn(db, claim, pauseMs, requesters);
        if ('retryMs' in attempt) await pause(Math.min(attempt.retryMs, RENEW_MS));
        else {
          await giveTurn(attempt.turnOf, claim);
          // The place is used up, and another waiter may need it.
          keptAt = undefined;
        }
      }
    } catch (error) {
      for (const { fail } of waiters) fail(error);
      waiters.clear();
    } finally {
      isRunning = false;
    }
  }

  async function giveTurn({ client, collector }: Requester, claim: string): Promise<void> {
    const waiter = [...waiters].find(
      ({ requester }) => requester.client === client && requester.collector === collector,
    );
    // The waiter has just given up.
    if (!waiter) return endTurn(db, claim);
    waiters.delete(waiter);
    waiter.give(claim);
  }

  /** Ends early when a waiter arrives or the last one leaves. */
  async function pause(ms: number): Promise<void> {
    if (waiters.size === 0 || keptAt === undefined) return;
    rest = new AbortController();
    // It ends early by an abort, its only error.
    await sleep(ms, undefined, { signal: rest.signal }).catch(() => undefined);
  }

  async function waitForTurn(requester: Requester, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { promise, resolve: give, reject: fail } = Promise.withResolvers<string>();
    const waiter = { requester, give, fail };
    const giveUp = () => {
      waiters.delete(waiter);
      if (waiters.size === 0) rest?.abort();
      fail(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiters.add(waiter);
    keptAt = undefined;
    rest?.abort();
    if (!isRunning) void giveTurns();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      // Others need not wait for its lease to expire. If that fails, they do.
      if (signal.aborted) await releasePlace(db, requester).catch(() => undefined);
    }
  }

  return {
    /** The pause between two requests, in milliseconds. */
    intervalMs,
    /**
     * Waits for a turn and makes a request. `send` calls `markSent` as soon as the request has been sent,
     * which starts the pause. Turns rotate between clients, and between each client's collectors.
     */
    async take<T>(
      requester: Requester,
      send: (markSent: () => void) => Promise<T>,
      signal: AbortSignal,
    ): Promise<T> {
      const claim = await waitForTurn(requester, signal);
      let sent: Promise<void> | undefined;
      const markSent = () => {
        if (sent) return;
        sent = endTurn(db, claim);
        // Rethrown below, after the request; an unhandled rejection in between would end the process.
        sent.catch(() => undefined);
      };
      try {
        return await send(markSent);
      } finally {
        markSent();
        await sent;
      }
    },
    /** Sends no requests for this time, because the archive requested a pause. */
    postpone: (ms: number) => postponeTurns(db, ms),
  };
}
