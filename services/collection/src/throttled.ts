import type { RequestHandler } from 'express';
import { findUsernameKey } from '@kitroom/collection-client';
import type { Redis } from '@kitroom/server/cache/redis';
import { ServiceError } from '@kitroom/server/http/errors';
import {
  createRateLimitStore,
  createRateLimiter as limitRequests,
  type RateLimit,
} from '@kitroom/server/http/rate-limit';
import {
  openFailedSignIns as openCounts,
  type FailedSignInOptions,
  type FailedSignIns,
} from '@kitroom/server/passwords/failed-attempts';
import type { CollectionMetrics } from './collection-metrics.ts';
import type { Config, Throttle } from './config.ts';
import { LOGIN_ADDRESS_FACTOR, SHARE_WRONG_PASSWORDS } from './limits.ts';

/**
 * The dependencies of a rate limit: the limits, the store shared by replicas, and the metric of rejections.
 */
export interface LimitContext {
  config: Config;
  redis: Redis | undefined;
  metrics: CollectionMetrics;
}

/** Limits requests, with the documented 429. `prefix` is the prefix of the keys in Redis. */
export function throttle(
  { redis, metrics }: LimitContext,
  { throttle: { limit: allowed, seconds }, prefix, ...options }: Throttled,
): RequestHandler {
  return limitRequests({
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

/** Creates the 429 for too many requests or failed sign-ins. */
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
function secondsUntil(resetTime: Date | undefined, windowSeconds: number): number {
  if (!resetTime) return windowSeconds;
  return Math.max(1, Math.ceil((resetTime.getTime() - Date.now()) / 1000));
}

/** Counts failed sign-ins, with the documented 429. */
export function openFailedSignIns(context: LimitContext): FailedSignIns {
  return openFailures(context, {
    step: 'login',
    prefix: 'kitroom:collection:sign-in:',
    // Counts by the text as entered, not by account: otherwise the 429 would reveal whose e-mail address it
    // is.
    toNameKey: (text) => findUsernameKey(text) ?? text,
  });
}

/** Counts wrong passwords of share links like failed sign-ins, and also per link over all addresses. */
export function openFailedUnlocks(context: LimitContext): FailedSignIns {
  return openFailures(context, {
    step: 'share',
    prefix: 'kitroom:collection:share-password:',
    toNameKey: (id) => id,
    nameLimit: SHARE_WRONG_PASSWORDS,
  });
}

function openFailures(
  { config, redis, metrics }: LimitContext,
  kind: Pick<FailedSignInOptions, 'step' | 'prefix' | 'toNameKey' | 'nameLimit'>,
): FailedSignIns {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  return openCounts({
    ...kind,
    redis,
    metrics,
    limit,
    addressLimit: limit * LOGIN_ADDRESS_FACTOR,
    seconds,
    throttled: ({ allowed, seconds: window, resetTime }) =>
      throttled(resetTime, window, {
        RateLimit: `"${kind.step}"; r=0; t=${secondsUntil(resetTime, window)}`,
        'RateLimit-Policy': `"${kind.step}"; q=${allowed}; w=${window}`,
      }),
  });
}
