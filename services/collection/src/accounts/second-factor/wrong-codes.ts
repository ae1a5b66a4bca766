import { ServiceError } from '@kitroom/server/http/errors';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Options } from 'express-rate-limit';
import { throttled, type LimitContext } from '../../throttled.ts';
import { WRONG_CODES_FACTOR } from '../../limits.ts';

/** Counts wrong codes per user, whatever the addresses they come from. */
export interface WrongCodes {
  /**
   * Looks at a code; it was wrong when this throws a 400. Throws 429 in its place where too many were wrong; `onLimit`
   * is called with the last one that is looked at before that.
   */
  attempt<T>(userId: number, look: () => Promise<T>, onLimit: () => Promise<void>): Promise<T>;
}

/** Opens the count; replicas share it through Redis. */
export function openWrongCodes({ config, redis, metrics }: LimitContext): WrongCodes {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  const store = createRateLimitStore(redis, 'kitroom:collection:wrong-codes:');
  const most = limit * WRONG_CODES_FACTOR;
  // The stores read nothing else of the options.
  void store.init?.({ windowMs: seconds * 1000 } as Options);
  return {
    async attempt(userId, look, onLimit) {
      const key = String(userId);
      // Counted before it is looked at: whoever tries many at once gets no more guesses.
      const { totalHits, resetTime } = await store.increment(key);
      if (totalHits > most) {
        metrics.rateLimited.inc({ limit: 'code' });
        throw throttled(resetTime, seconds);
      }
      try {
        const result = await look();
        await store.decrement(key);
        return result;
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'invalid') {
          metrics.failedSignIns.inc({ step: 'code' });
          if (totalHits === most) await onLimit();
        } else await store.decrement(key);
        throw error;
      }
    },
  };
}
