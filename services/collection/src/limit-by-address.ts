import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { IPV6_SUBNET } from './limits.ts';
import { throttled, type LimitContext } from './throttled.ts';
import type { Throttle } from './variables/throttle-variable.ts';

/** Limits requests by address, signed in or not: users behind one address share a limit. */
export function limitByAddress(
  { redis, metrics }: LimitContext,
  { name, throttle: { limit, seconds } }: { name: string; throttle: Throttle },
): RequestHandler {
  return rateLimit({
    windowMs: seconds * 1000,
    limit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    keyGenerator: ({ ip = '' }) => ipKeyGenerator(ip, IPV6_SUBNET),
    store: createRateLimitStore(redis, `kitroom:collection:rate:${name}:`),
    handler: (request: Request & { rateLimit?: { resetTime?: Date } }) => {
      metrics.rateLimited.inc({ limit: name });
      throw throttled(request.rateLimit?.resetTime, seconds);
    },
  });
}
