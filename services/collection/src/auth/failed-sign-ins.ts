import { createHash } from 'node:crypto';
import { ServiceError } from '@kitroom/server/errors';
import { createRateLimitStore } from '@kitroom/server/rate-limit-store';
import { ipKeyGenerator, type Options, type Store } from 'express-rate-limit';
import type { Context } from '../context.ts';
import { IPV6_SUBNET, LOGIN_ADDRESS_FACTOR } from '../limits.ts';
import { toUsernameKey } from '@kitroom/collection-client';
import { secondsUntil, throttled } from './throttled.ts';

/** Counts failed sign-ins per username and address together, and per address. */
export interface FailedSignIns {
  /**
   * Runs an attempt; it has failed when it throws a 400. Throws 429 in its place where too many have failed, whether
   * the password would be right or not.
   */
  attempt<T>(who: { username: string; address: string }, run: () => Promise<T>): Promise<T>;
}

/** Opens the count; replicas share it through Redis. */
export function openFailedSignIns({
  config,
  redis,
  metrics,
}: Pick<Context, 'config' | 'redis' | 'metrics'>): FailedSignIns {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  const ofUser = openStore('user');
  const ofAddress = openStore('address');
  const queue = openQueue();

  function openStore(name: string): Store {
    const store = createRateLimitStore(redis, `kitroom:collection:sign-in:${name}:`);
    // The stores read nothing else of the options.
    void store.init?.({ windowMs: seconds * 1000 } as Options);
    return store;
  }

  /** Counts before the password is looked at: whoever guesses many at once gets no more guesses. */
  async function count(store: Store, key: string, allowed: number): Promise<void> {
    const { totalHits, resetTime } = await store.increment(key);
    if (totalHits <= allowed) return;
    metrics.rateLimited.inc({ limit: 'login' });
    throw throttled(resetTime, seconds, {
      RateLimit: `"login"; r=0; t=${secondsUntil(resetTime, seconds)}`,
      'RateLimit-Policy': `"login"; q=${allowed}; w=${seconds}`,
    });
  }

  return {
    attempt({ username, address }, run) {
      const client = ipKeyGenerator(address, IPV6_SUBNET);
      const pair = `${client} ${digest(toUsernameKey(username))}`;
      // One after the other: many right sign-ins at once are no failures.
      return queue(pair, async () => {
        await count(ofUser, pair, limit);
        await count(ofAddress, client, limit * LOGIN_ADDRESS_FACTOR);
        try {
          const result = await run();
          await Promise.all([ofUser.resetKey(pair), ofAddress.decrement(client)]);
          return result;
        } catch (error) {
          // The database is away: nobody has guessed anything.
          if (isRefusal(error)) metrics.failedSignIns.inc({ step: 'login' });
          else await Promise.all([ofUser.decrement(pair), ofAddress.decrement(client)]);
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

/** A username may be of any length here; a key of the store should not. */
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
