import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { query, type Database } from '@kitroom/server/database';

/** Lets requests to the archive out one by one, over all processes together. */
export interface Pace {
  /** The pause between two requests, in milliseconds. */
  intervalMs: number;
  /**
   * Waits for its turn and makes a request. `ask` calls `sent` as soon as the request has left: the pause counts from
   * there. Turns are given in the order in which they were asked for.
   */
  take<T>(ask: (sent: () => void) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** The archive asked to wait: nobody asks before that. */
  postpone(ms: number): Promise<void>;
}

/** A turn that is not used within this time (connecting included) is given on. */
const TURN_MS = 15_000;
/**
 * Added to the pause, with a tenth of it: a request may be under way longer than the one after it, on a busy machine
 * by a tenth of a second, and the archive is to see the whole pause.
 */
const MARGIN_MS = 30;
/** How often to look whether another process has sent its request. */
const POLL_MS = 40;

/**
 * Opens the pace of the archive's requests. The turn is a row in the database: a process claims it, sends its
 * request, and writes down when, so the pause is kept also when connecting takes long. All times are the database's.
 */
export function openPace(db: Database, intervalMs: number): Pace {
  const pause = intervalMs * 1.1 + MARGIN_MS;
  let last: Promise<unknown> = Promise.resolve();

  async function claimTurn(signal: AbortSignal): Promise<string> {
    const claim = randomUUID();
    for (;;) {
      signal.throwIfAborted();
      const wait = await tryTurn(db, claim, pause);
      if (wait === null) return claim;
      await sleep(Math.min(Math.max(wait, 1), pause), undefined, { signal });
    }
  }

  /** Only the first of this process's waiters asks the database. */
  async function queueForTurn(signal: AbortSignal): Promise<string> {
    const before = last;
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    last = done;
    try {
      await untilAborted(before, signal);
      return await claimTurn(signal);
    } finally {
      // Whoever gave up while others were before it must not let those behind it overtake them.
      void before.then(
        () => leave(),
        () => leave(),
      );
    }
  }

  return {
    intervalMs,
    async take(ask, signal) {
      const claim = await queueForTurn(signal);
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
    async postpone(ms) {
      await query(
        db,
        `update archive_pace set wait_until = greatest(wait_until, clock_timestamp() + make_interval(secs => ?))`,
        [ms / 1000],
      );
    },
  };
}

/** Claims the turn if it is free; answers null, or for how many milliseconds it surely is not. */
async function tryTurn(db: Database, claim: string, pauseMs: number): Promise<number | null> {
  const claimed = await query(
    db,
    `
    update archive_pace
    set claim = ?, claimed_until = clock_timestamp() + make_interval(secs => ?),
      -- A process that died with its turn may have sent its request at the last moment.
      asked_at = case when claim is null then asked_at else claimed_until end
    where (claim is null or claimed_until + make_interval(secs => ?) <= clock_timestamp())
      and asked_at + make_interval(secs => ?) <= clock_timestamp()
      and wait_until <= clock_timestamp()
    returning 1
    `,
    [claim, TURN_MS / 1000, pauseMs / 1000, pauseMs / 1000],
  );
  if (claimed.length > 0) return null;
  const [row] = await query<{ wait: number; is_claimed: boolean }>(
    db,
    `
    select claim is not null as is_claimed,
      (1000 * extract(epoch from
        greatest(asked_at + make_interval(secs => ?), wait_until) - clock_timestamp()))::float8 as wait
    from archive_pace
    `,
    [pauseMs / 1000],
  );
  return row && !row.is_claimed ? row.wait : POLL_MS;
}

async function endTurn(db: Database, claim: string): Promise<void> {
  await query(db, 'update archive_pace set claim = null, asked_at = clock_timestamp() where claim = ?', [
    claim,
  ]);
}

async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
