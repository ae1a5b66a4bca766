import { createHash } from 'node:crypto';
import { ipKeyGenerator, type Options, type Store } from 'express-rate-limit';
import { ServiceError } from '../http/errors.ts';
import type { Counter } from '../telemetry/metrics.ts';
import { createRateLimitStore } from '../http/rate-limit-store.ts';
import type { Redis } from '../cache/redis.ts';

/** Counts failed attempts, so that guessing ends; what succeeds, or fails for another reason, does not count. */
export interface FailedAttempts<Who> {
  /**
   * Runs an attempt; it has failed when it throws a ServiceError `invalid`. Throws in its place where too many have
   * failed, whether this one would be right or not; `onLimit` is called with the last one that runs before that.
   */
  attempt<T>(who: Who, run: () => Promise<T>, onLimit?: () => Promise<void>): Promise<T>;
}

/** Which count was exceeded, and when it begins anew. */
export interface ExceededLimit {
  allowed: number;
  seconds: number;
  resetTime: Date | undefined;
}

/** How failed attempts are counted. */
export interface FailedAttemptOptions<Who> {
  /** Replicas share the counts through it. */
  redis: Redis | undefined;
  counts: ReadonlyArray<{
    /** Begins the keys in Redis, `kitroom:collection:wrong-codes:`. */
    prefix: string;
    keyOf(who: Who): string;
    /** Failures within the window. */
    limit: number;
    /** Whether a success forgets the failures before it. */
    isReset?: boolean;
  }>;
  /** How long the window is. */
  seconds: number;
  /** What the metrics call the attempt. */
  step: 'login' | 'code';
  metrics: { rateLimited: Counter<'limit'>; failedSignIns: Counter<'step'> };
  /** The 429 of the service. */
  throttled(exceeded: ExceededLimit): ServiceError;
}

/** Opens the counts. */
export function openFailedAttempts<Who>(options: FailedAttemptOptions<Who>): FailedAttempts<Who> {
  const { redis, seconds, step, metrics } = options;
  const counts = options.counts.map((count) => ({
    ...count,
    store: openStore(redis, count.prefix, seconds),
  }));

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
      // Counted before it runs: whoever makes many at once gets no more guesses.
      for (const { store, keyOf, limit } of counts) {
        const { totalHits, resetTime } = await store.increment(keyOf(who));
        if (totalHits > limit) {
          metrics.rateLimited.inc({ limit: step });
          throw options.throttled({ allowed: limit, seconds, resetTime });
        }
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
        // The database is away: nobody has guessed anything.
        else await forget(who, false);
        throw error;
      }
    },
  };
}

/** Counts failed sign-ins. */
export type FailedSignIns = FailedAttempts<SignInAttempt>;

/** Who signs in: the name that was entered, and the client's address. */
interface SignInAttempt {
  username: string;
  address: string;
}

/** How failed sign-ins are counted. */
export interface FailedSignInOptions extends Omit<FailedAttemptOptions<SignInAttempt>, 'counts' | 'step'> {
  /** Begins the keys in Redis, `kitroom:collection:sign-in:`. */
  prefix: string;
  /** Failures of one name from one address within `seconds`. */
  limit: number;
  /** Failures of one address within `seconds`, whatever the names. */
  addressLimit: number;
  /** Networks of IPv6 that count as one address. */
  ipv6Subnet: number;
  /** The same text for all spellings of a name that mean the same account. */
  toNameKey(username: string): string;
}

/** Counts failed sign-ins per name and address together, and per address: guessing locks nobody else out. */
export function openFailedSignIns(options: FailedSignInOptions): FailedSignIns {
  const { prefix, limit, addressLimit, ipv6Subnet, toNameKey, ...rest } = options;
  const toClient = ({ address }: SignInAttempt) => ipKeyGenerator(address, ipv6Subnet);
  const toPair = (who: SignInAttempt) => `${toClient(who)} ${digest(toNameKey(who.username))}`;
  const failures = openFailedAttempts({
    ...rest,
    step: 'login',
    counts: [
      { prefix: `${prefix}user:`, keyOf: toPair, limit, isReset: true },
      { prefix: `${prefix}address:`, keyOf: toClient, limit: addressLimit },
    ],
  });
  const queue = openQueue();
  return {
    // One after the other: many right sign-ins at once are no failures.
    attempt: (who, run, onLimit) => queue(toPair(who), () => failures.attempt(who, run, onLimit)),
  };
}

function openStore(redis: Redis | undefined, prefix: string, seconds: number): Store {
  const store = createRateLimitStore(redis, prefix);
  // The stores read nothing else of the options.
  void store.init?.({ windowMs: seconds * 1000 } as Options);
  return store;
}

/** A name may be of any length here; a key of the store should not. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Runs what has the same key one after the other. */
function openQueue(): <T>(key: string, run: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, run) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(run);
    const done = turn
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === done) last.delete(key);
      });
    last.set(key, done);
    return turn;
  };
}
