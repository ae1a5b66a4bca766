import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Options, type RateLimitInfo } from 'express-rate-limit';
import type { Counter } from '../telemetry/metrics.ts';

/** How many requests a client has in a fixed window. By default, all requests are counted, by address. */
export interface RateLimit
  extends Pick<Options, 'limit' | 'store'>, Partial<Pick<Options, 'keyGenerator' | 'skip'>> {
  /** Its name in headers and metrics. */
  name: string;
  seconds: number;
  metrics: { rateLimited: Counter<'limit'> };
  /** Whether responses tell what is left. Default: true. */
  isTold?: boolean;
  /** The error of a request beyond the limit. */
  refuse(resetTime: Date | undefined): Error;
}

/** Limits the rate of requests; IPv6 clients are counted by networks of 56 bits. */
export function limit({
  name,
  seconds,
  metrics,
  isTold = true,
  refuse,
  ...options
}: RateLimit): RequestHandler {
  return rateLimit({
    keyGenerator: ({ ip = '' }) => ipKeyGenerator(ip),
    ...options,
    identifier: name,
    windowMs: seconds * 1000,
    standardHeaders: isTold && 'draft-8',
    legacyHeaders: isTold,
    handler(request: Request & { rateLimit?: RateLimitInfo }) {
      metrics.rateLimited.inc({ limit: name });
      throw refuse(request.rateLimit?.resetTime);
    },
  });
}
