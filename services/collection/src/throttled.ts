import type { Redis } from '@kitroom/server/cache/redis';
import { ServiceError } from '@kitroom/server/http/errors';
import { limit, type RateLimit, createRateLimitStore } from '@kitroom/server/http/rate-limit';
import type { RequestHandler } from 'express';
import type { CollectionMetrics } from './collection-metrics.ts';
import type { Config } from './config.ts';
import type { Throttle } from './variables/throttle-variable.ts';

/** What a rate limit needs: the limits, the store shared by replicas, and the metric of rejections. */
export interface LimitContext {
  config: Config;
  redis: Redis | undefined;
  metrics: CollectionMetrics;
}

/** Limits requests, with the documented 429. `prefix` is that of the keys in Redis. */
export function throttle(
  { redis, metrics }: LimitContext,
  { throttle: { limit: allowed, seconds }, prefix, ...options }: Throttled,
): RequestHandler {
  return limit({
    ...options,
    metrics,
    seconds,
    limit: allowed,
    store: createRateLimitStore(redis, prefix),
    refuse: (resetTime) => throttled(resetTime, seconds),
  });
}

interface Throttled extends Pick<RateLimit, 'name' | 'sendsHeaders' | 'keyGenerator' | 'skip'> {
  throttle: Throttle;
  prefix: string;
}

/** 429: too many requests, or too many failed sign-ins. */
export function throttled(
  resetTime: Date | undefined,
  windowSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): ServiceError {
  const seconds = secondsUntil(resetTime, windowSeconds);
  return new ServiceError('throttled', `Request was throttled. Expected available in ${seconds} seconds.`, {
    headers: { 'Retry-After': String(seconds), ...headers },
  });
}

/** Whole seconds until a window ends, at least one. */
export function secondsUntil(resetTime: Date | undefined, windowSeconds: number): number {
  if (!resetTime) return windowSeconds;
  return Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
}
