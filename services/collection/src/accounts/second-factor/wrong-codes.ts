import { openFailedAttempts, type FailedAttempts } from '@kitroom/server/passwords/failed-attempts';
import { throttled, type LimitContext } from '../../throttled.ts';
import { WRONG_CODES_FACTOR } from '../../limits.ts';

/** Counts wrong codes per user, across all addresses. */
export type WrongCodes = FailedAttempts<number>;

/** Uses the documented 429. */
export function openWrongCodes({ config, redis, metrics }: LimitContext): WrongCodes {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  const prefix = 'kitroom:collection:wrong-codes:';
  return openFailedAttempts({
    redis,
    metrics,
    step: 'code',
    seconds,
    counts: [{ prefix, keyOf: String, limit: limit * WRONG_CODES_FACTOR }],
    throttled: ({ resetTime }) => throttled(resetTime, seconds),
  });
}
