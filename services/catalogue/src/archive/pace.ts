import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@kitroom/server/database/database';
import {
  endTurn,
  postponeTurns,
  releasePlace,
  renewPlaces,
  tryTurn,
  type Requester,
} from './pace-queries.ts';

export type Pace = ReturnType<typeof openPace>;

/**
 * Added to the pause together with a tenth of it, because the archive must see the full pause although
 * latency varies between requests, on a busy machine by 100 ms.
 */
const MARGIN_MS = 30;
/** How often this process renews its places, which is well within their lease. */
const RENEW_MS = 2000;

/** A caller in this process that is waiting for a turn. */
interface Waiter {
  requester: Requester;
  give(claim: string): void;
  fail(error: unknown): void;
}

/**
 * Serializes requests to the archive across all processes. The queue and the turn are stored in the database.
 * The process whose waiter is next claims the turn and records when its request was sent, so that the pause
 * is kept even if connecting takes long. All times are the database's.
 */
export function openPace(db: Database, intervalMs: number) {
  const pauseMs = intervalMs * 1.1 + MARGIN_MS;
  const waiters = new Set<Waiter>();
  let isRunning = false;
  /** When the places were last renewed; undefined if a waiter may lack a place. */
  let renewedAt: number | undefined;
  let pauseAbort: AbortController | undefined;

  /** Gives turns while there are waiters. Only one call runs per process. */
  async function giveTurns(): Promise<void> {
    isRunning = true;
    try {
      while (waiters.size > 0) {
        const requesters = [...waiters].map(({ requester }) => requester);
        if (renewedAt === undefined || performance.now() - renewedAt >= RENEW_MS) {
          renewedAt = performance.now();
          await renewPlaces(db, requesters);
        }
        const claim = randomUUID();
        const attempt = await tryTurn(db, claim, pauseMs, requesters);
        if ('retryMs' in attempt) await pause(Math.min(attempt.retryMs, RENEW_MS));
        else {
          await giveTurn(attempt.turnOf, claim);
          // The turn used up the place, which another waiter of the same collector may need.
          renewedAt = undefined;
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
    // The waiter has just been aborted.
    if (!waiter) return endTurn(db, claim);
    waiters.delete(waiter);
    waiter.give(claim);
  }

  /** Pauses. Ends early when a waiter is added or the last one is removed. */
  async function pause(ms: number): Promise<void> {
    if (waiters.size === 0 || renewedAt === undefined) return;
    pauseAbort = new AbortController();
    // Only an abort rejects it, which ends the pause early.
    await sleep(ms, undefined, { signal: pauseAbort.signal }).catch(() => undefined);
  }

  async function waitForTurn(requester: Requester, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { promise, resolve: give, reject: fail } = Promise.withResolvers<string>();
    const waiter = { requester, give, fail };
    const giveUp = () => {
      waiters.delete(waiter);
      if (waiters.size === 0) pauseAbort?.abort();
      fail(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    waiters.add(waiter);
    renewedAt = undefined;
    pauseAbort?.abort();
    if (!isRunning) void giveTurns();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      // Releases the place, so that others need not wait for its lease to expire. If that fails, they wait.
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
        // The error is rethrown after the request. Until then it must not count as unhandled.
        sent.catch(() => undefined);
      };
      try {
        return await send(markSent);
      } finally {
        markSent();
        await sent;
      }
    },
    /** Sends no requests for this time. Call it if the archive requested a pause. */
    postpone: (ms: number) => postponeTurns(db, ms),
  };
}
