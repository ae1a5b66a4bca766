import type { Redis } from '@kitroom/server/cache/redis';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { throttled } from '../throttled.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';
import type { Config } from '../config.ts';
import { IPV6_SUBNET } from '../limits.ts';

type LimitContext = { config: Config; redis: Redis | undefined; metrics: CollectionMetrics };

/** Limits the proxy's requests by address, signed in or not: users behind one address share a limit. */
export function limitArchive({ config, redis, metrics }: LimitContext): RequestHandler {
  const { limit, seconds } = config.THROTTLE_ARCHIVE;
  return rateLimit({
    windowMs: seconds * 1000,
    limit,
    identifier: 'archive',
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    keyGenerator: ({ ip = '' }) => ipKeyGenerator(ip, IPV6_SUBNET),
    store: createRateLimitStore(redis, 'kitroom:collection:rate:archive:'),
    handler: (request: Request & { rateLimit?: { resetTime?: Date } }) => {
      metrics.rateLimited.inc({ limit: 'archive' });
      throw throttled(request.rateLimit?.resetTime, seconds);
    },
  });
}
