import { createHash } from 'node:crypto';
import { ipKeyGenerator, type Options, type Store } from 'express-rate-limit';
import { ServiceError } from '../http/errors.ts';
import type { Counter } from '../telemetry/metrics.ts';
import { createRateLimitStore } from '../http/rate-limit-store.ts';
import type { Redis } from '../cache/redis.ts';

/** Counts failed sign-ins per name and address together, and per address: guessing locks nobody else out. */
export interface FailedSignIns {
  /**
   * Runs an attempt; it has failed when it throws a ServiceError `invalid`. Throws in its place where too many have
   * failed, whether the password would be right or not.
   */
  attempt<T>(who: { username: string; address: string }, run: () => Promise<T>): Promise<T>;
}

/** Which count was exceeded, and when it begins anew. */
export interface ExceededLimit {
  allowed: number;
  seconds: number;
  resetTime: Date | undefined;
}

/** How failed sign-ins are counted. */
export interface FailedSignInOptions {
  /** Replicas share the counts through it. */
  redis: Redis | undefined;
  /** Begins the keys in Redis, `kitroom:collection:sign-in:`. */
  prefix: string;
  /** Failures of one name from one address within `seconds`. */
  limit: number;
  /** Failures of one address within `seconds`, whatever the names. */
  addressLimit: number;
  seconds: number;
  /** Networks of IPv6 that count as one address. */
  ipv6Subnet: number;
  /** The same text for all spellings of a name that mean the same account. */
  toNameKey(username: string): string;
  metrics: { rateLimited: Counter<'limit'>; failedSignIns: Counter<'step'> };
  /** The 429 of the service. */
  throttled(exceeded: ExceededLimit): ServiceError;
}

/** Opens the counts. */
export function openFailedSignIns(options: FailedSignInOptions): FailedSignIns {
  const { redis, prefix, limit, addressLimit, seconds, ipv6Subnet, metrics } = options;
  const ofName = openStore('user');
  const ofAddress = openStore('address');
  const queue = openQueue();

  function openStore(name: string): Store {
    const store = createRateLimitStore(redis, `${prefix}${name}:`);
    // The stores read nothing else of the options.
    void store.init?.({ windowMs: seconds * 1000 } as Options);
    return store;
  }

  /** Counts before the password is looked at: whoever guesses many at once gets no more guesses. */
  async function count(store: Store, key: string, allowed: number): Promise<void> {
    const { totalHits, resetTime } = await store.increment(key);
    if (totalHits <= allowed) return;
    metrics.rateLimited.inc({ limit: 'login' });
    throw options.throttled({ allowed, seconds, resetTime });
  }

  return {
    attempt({ username, address }, run) {
      const client = ipKeyGenerator(address, ipv6Subnet);
      const pair = `${client} ${digest(options.toNameKey(username))}`;
      // One after the other: many right sign-ins at once are no failures.
      return queue(pair, async () => {
        await count(ofName, pair, limit);
        await count(ofAddress, client, addressLimit);
        try {
          const result = await run();
          await Promise.all([ofName.resetKey(pair), ofAddress.decrement(client)]);
          return result;
        } catch (error) {
          // The database is away: nobody has guessed anything.
          if (isRefusal(error)) metrics.failedSignIns.inc({ step: 'login' });
          else await Promise.all([ofName.decrement(pair), ofAddress.decrement(client)]);
          throw error;
        }
      });
    },
  };
}

/** Whether an attempt was looked at, and refused. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'invalid';
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
