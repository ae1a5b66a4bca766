import { createHash } from 'node:crypto';
import { ipKeyGenerator, type Options, type Store } from 'express-rate-limit';
import type { Redis } from '../cache/redis.ts';
import { ServiceError } from '../http/errors.ts';
import { createRateLimitStore } from '../http/rate-limit.ts';
import type { Counter } from '../telemetry/metrics.ts';

/** Limits failed attempts, to prevent guessing. Successful attempts and other errors do not count. */
export interface FailedAttempts<Who> {
  /**
   * Runs an attempt; it has failed if it throws a ServiceError `invalid`. Throws without running it after too
   * many failures, even if it would succeed; `onLimit` is called on the last failure before that.
   */
  attempt<T>(who: Who, run: () => Promise<T>, onLimit?: () => Promise<void>): Promise<T>;
}

/** The exceeded limit, and when it is reset. */
export interface ExceededLimit {
  allowed: number;
  seconds: number;
  resetTime: Date | undefined;
}

interface FailedAttemptOptions<Who> {
  /** Shares the counts between replicas. */
  redis: Redis | undefined;
  counts: ReadonlyArray<{
    /** The prefix of the keys in Redis, `kitroom:collection:wrong-codes:`. */
    prefix: string;
    keyOf(who: Who): string;
    /** The allowed failures per window. */
    limit: number;
    /** The length of the window, if it differs from the usual one. */
    seconds?: number;
    /** Whether a success resets the count. */
    isReset?: boolean;
  }>;
  /** The usual length of the window. */
  seconds: number;
  /** The metrics label of the attempt. */
  step: 'login' | 'code' | 'share';
  metrics: { rateLimited: Counter<'limit'>; failedSignIns: Counter<'step'> };
  /** Creates the service's 429. */
  throttled(exceeded: ExceededLimit): ServiceError;
}

export function openFailedAttempts<Who>(options: FailedAttemptOptions<Who>): FailedAttempts<Who> {
  const { redis, step, metrics } = options;
  const counts = options.counts.map((count) => {
    const { seconds = options.seconds, prefix } = count;
    return { ...count, seconds, store: openStore(redis, prefix, seconds) };
  });

  async function forget(who: Who, isSuccess: boolean): Promise<void> {
    await Promise.all(
      counts.map(async ({ store, keyOf, isReset }) => {
        await (isReset && isSuccess ? store.resetKey(keyOf(who)) : store.decrement(keyOf(who)));
      }),
    );
  }

  return {
    async attempt(who, run, onLimit) {
      let isLast = false;
      const counted: Array<() => Promise<void> | void> = [];
      // Counted in advance, so that concurrent attempts get no extra guesses.
      for (const { store, keyOf, limit, seconds } of counts) {
        const { totalHits, resetTime } = await store.increment(keyOf(who));
        if (totalHits > limit) {
          // Nothing was tried. Without this, a blocked address would also use up the attempts of a name.
          for (const takeBack of counted) await takeBack();
          metrics.rateLimited.inc({ limit: step });
          throw options.throttled({ allowed: limit, seconds, resetTime });
        }
        counted.push(() => store.decrement(keyOf(who)));
        isLast ||= totalHits === limit;
      }
      try {
        const result = await run();
        await forget(who, true);
        return result;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'invalid') {
          metrics.failedSignIns.inc({ step });
          if (isLast) await onLimit?.();
        }
        // The database is unavailable, so nothing was guessed.
        else await forget(who, false);
        throw error;
      }
    },
  };
}

export type FailedSignIns = FailedAttempts<SignInAttempt>;

/** The name that was entered, and the client's address. */
interface SignInAttempt {
  username: string;
  address: string;
}

export interface FailedSignInOptions extends Omit<FailedAttemptOptions<SignInAttempt>, 'counts'> {
  /** The prefix of the keys in Redis, `kitroom:collection:sign-in:`. */
  prefix: string;
  /** The allowed failures per name and address within `seconds`. */
  limit: number;
  /** The allowed failures per address within `seconds`, for all names together. */
  addressLimit: number;
  /**
   * The allowed failures per name, from all addresses together. Default: unlimited, as it locks out the
   * owner.
   */
  nameLimit?: { limit: number; seconds: number } | undefined;
  /** Must be equal for all spellings of a name that mean the same account. */
  toNameKey(username: string): string;
}

/**
 * Counts failed sign-ins per pair of name and address, and per address, so that an attacker cannot lock out
 * other users; per name only if `nameLimit` is set.
 */
export function openFailedSignIns(options: FailedSignInOptions): FailedSignIns {
  const { prefix, limit, addressLimit, nameLimit, toNameKey, ...rest } = options;
  const toClient = ({ address }: SignInAttempt) => ipKeyGenerator(address);
  const toName = ({ username }: SignInAttempt) => digest(toNameKey(username));
  const toPair = (who: SignInAttempt) => `${toClient(who)} ${toName(who)}`;
  const failures = openFailedAttempts({
    ...rest,
    counts: [
      { prefix: `${prefix}user:`, keyOf: toPair, limit, isReset: true },
      { prefix: `${prefix}address:`, keyOf: toClient, limit: addressLimit },
      ...(nameLimit ? [{ prefix: `${prefix}name:`, keyOf: toName, ...nameLimit }] : []),
    ],
  });
  const queue = openQueue();
  return {
    // Run sequentially, so that many concurrent valid sign-ins do not count as failures.
    attempt: (who, run, onLimit) => queue(toPair(who), () => failures.attempt(who, run, onLimit)),
  };
}

function openStore(redis: Redis | undefined, prefix: string, seconds: number): Store {
  const store = createRateLimitStore(redis, prefix);
  // The stores use no other options.
  void store.init?.({ windowMs: seconds * 1000 } as Options);
  return store;
}

/** Bounds the length of the store's keys: names may have any length. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Runs tasks with the same key sequentially. */
function openQueue(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run);
    // The caller receives the error; the next task runs anyway.
    const done = turn
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === done) last.delete(key);
      });
    last.set(key, done);
    return turn;
  };
}
