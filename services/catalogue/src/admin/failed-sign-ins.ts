import { ServiceError } from '@kitroom/server/errors';
import { createRateLimitStore } from '@kitroom/server/rate-limit-store';
import { ipKeyGenerator, type Options } from 'express-rate-limit';
import type { Context } from '../context.ts';
import {
  ADMIN_FAILURES_OF_ADDRESS,
  ADMIN_FAILURES_OF_ALL,
  ADMIN_SIGN_IN_SECONDS,
  IPV6_SUBNET,
} from '../limits.ts';

/** Counts wrong passwords, per address and in all. */
export interface FailedSignIns {
  /**
   * Whether a password is right, by `check`. Throws 429 in place of an answer where too many were wrong, whether this
   * one is right or not.
   */
  attempt(address: string, check: () => boolean): Promise<boolean>;
}

const EVERYBODY = 'everybody';

/** Opens the count; replicas share it through Redis. */
export function openFailedSignIns({ redis, metrics }: Pick<Context, 'redis' | 'metrics'>): FailedSignIns {
  const store = createRateLimitStore(redis, 'kitroom:catalogue:admin-sign-in:');
  // The stores read nothing else of the options.
  void store.init?.({ windowMs: ADMIN_SIGN_IN_SECONDS * 1000 } as Options);

  async function count(key: string, allowed: number): Promise<void> {
    const { totalHits, resetTime } = await store.increment(key);
    if (totalHits <= allowed) return;
    metrics.rateLimited.inc({ limit: 'login' });
    throw tooMany(resetTime);
  }

  return {
    async attempt(address, check) {
      const client = `address:${ipKeyGenerator(address, IPV6_SUBNET)}`;
      // Counted before the password is looked at: whoever guesses many at once gets no more guesses. An address that
      // may not guess any more does not count against the others.
      await count(client, ADMIN_FAILURES_OF_ADDRESS);
      await count(EVERYBODY, ADMIN_FAILURES_OF_ALL);
      const isRight = check();
      if (isRight) await Promise.all([store.resetKey(client), store.decrement(EVERYBODY)]);
      else metrics.failedSignIns.inc({ step: 'login' });
      return isRight;
    },
  };
}

function tooMany(resetTime: Date | undefined): ServiceError {
  const seconds = Math.max(1, Math.ceil(((resetTime?.getTime() ?? Date.now()) - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new ServiceError(
    'throttled',
    `Too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
