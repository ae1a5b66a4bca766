import { toMiddleware } from '@kitroom/server/http/check';
import { limitRate } from '@kitroom/server/http/limit-rate';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { IPV6_SUBNET } from './limits.ts';
import { throttled, type LimitContext } from './throttled.ts';
import type { Throttle } from './variables/throttle-variable.ts';

/** Limits requests by address, signed in or not: users behind one address share a limit. */
export function limitByAddress(
  { redis, metrics }: LimitContext,
  { name, throttle: { limit, seconds } }: { name: string; throttle: Throttle },
): RequestHandler {
  return toMiddleware(
    limitRate({
      name,
      seconds,
      store: createRateLimitStore(redis, `kitroom:collection:rate:${name}:`),
      limitOf: () => limit,
      keyOf: ({ ip = '' }) => ipKeyGenerator(ip, IPV6_SUBNET),
      refuse(resetTime) {
        metrics.rateLimited.inc({ limit: name });
        return throttled(resetTime, seconds);
      },
    }),
  );
}
