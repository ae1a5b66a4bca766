import type { RequestHandler, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { suggestRecords } from '@kitroom/catalogue-client';
import type { Redis } from '@kitroom/server/cache/redis';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { createRateLimiter, createRateLimitStore } from '@kitroom/server/http/rate-limit';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { BULK_DATA_PATH } from '../bulk-data/bulk-files.ts';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Config } from '../config.ts';
import { UNKNOWN_KEYS_FACTOR } from '../limits.ts';
import type { ApiKeyRow } from './api-key-queries.ts';
import type { ApiKeys } from './identify-key.ts';

type GuardContext = { config: Config; log: Logger; metrics: CatalogueMetrics; redis: Redis | undefined };

/**
 * Identifies, rate-limits and authorizes requests, in this order, so that rejected requests are counted too.
 * Keys unknown to this process are limited first, because they are looked up in the database.
 */
export function createGuards(
  context: GuardContext,
  keys: ApiKeys,
  openPaths: readonly string[],
): RequestHandler[] {
  return [
    limitLookups(context, keys),
    identify(context, keys),
    ...limitRates(context),
    requireKey(context.config, openPaths),
  ];
}

/** The client that limits apply to: the valid API key, otherwise the IP address (for IPv6, the network). */
export function toClient({ locals, address }: Pick<RequestContext, 'locals' | 'address'>): string {
  const key = getKey({ locals });
  return key ? `key:${key.id}` : `address:${ipKeyGenerator(address)}`;
}

/**
 * Limits how many keys from an address are looked up in the database. Keys known to be valid are not counted.
 */
function limitLookups({ config, metrics }: GuardContext, keys: ApiKeys): RequestHandler {
  return createRateLimiter({
    name: 'unknown-key',
    metrics,
    seconds: config.RATE_LIMIT_WINDOW_SECONDS,
    limit: config.RATE_LIMIT_REQUESTS * UNKNOWN_KEYS_FACTOR,
    skip: (request) => !keys.needsLookup(request.get('X-API-Key') ?? ''),
    sendsHeaders: 'if rejected',
    refuse: rateLimitExceeded,
  });
}

/** Identifies the API key, if any. An invalid one is rejected only if keys are required. */
function identify({ config, log }: GuardContext, keys: ApiKeys): RequestHandler {
  return async (request, response, next) => {
    const header = request.get('X-API-Key');
    if (header !== undefined) {
      try {
        setKey(response, await keys.identify(header));
      } catch (error) {
        // If keys are optional, endpoints keep working without the database, limited by address.
        if (config.API_ENABLE_AUTH || !isDatabaseUnavailable(error)) throw error;
        log.debug({ err: error }, 'failed to look up an API key');
      }
    }
    next();
  };
}

/** Limits requests. Suggestions are requested on every keystroke, so they are counted separately. */
function limitRates(context: GuardContext): RequestHandler[] {
  const { RATE_LIMIT_REQUESTS: requests, SUGGEST_LIMIT_REQUESTS: suggestions } = context.config;
  const isSuggestion = (path: string) => isBelow(path, suggestRecords.path);
  return [
    limitClients(context, {
      name: 'api',
      prefix: 'kitroom:catalogue:rate:',
      limitOf: (response) => getKey(response)?.rate_limit ?? requests,
      isCounted: (path) => !isBelow(path, BULK_DATA_PATH) && !isSuggestion(path),
    }),
    limitClients(context, {
      name: 'suggest',
      prefix: 'kitroom:catalogue:suggest-rate:',
      limitOf: () => suggestions,
      isCounted: isSuggestion,
    }),
  ];
}

interface Limit {
  name: string;
  /** The prefix of the limit's keys in Redis. */
  prefix: string;
  limitOf(response: Response): number;
  isCounted(path: string): boolean;
}

function limitClients(
  { config, redis, metrics }: GuardContext,
  { name, prefix, limitOf, isCounted }: Limit,
): RequestHandler {
  return createRateLimiter({
    name,
    metrics,
    seconds: config.RATE_LIMIT_WINDOW_SECONDS,
    store: createRateLimitStore(redis, prefix),
    limit: (_request, response) => limitOf(response),
    keyGenerator: ({ ip = '' }, { locals }) => toClient({ locals, address: ip }),
    skip: ({ path }, response) => !isCounted(path) || (getKey(response)?.is_unlimited ?? false),
    refuse: rateLimitExceeded,
  });
}

function rateLimitExceeded(): ServiceError {
  return new ServiceError('forbidden', 'Rate limit exceeded. Please try again later.');
}

function requireKey({ API_ENABLE_AUTH: isNeeded }: Config, openPaths: readonly string[]): RequestHandler {
  return (request, response, next) => {
    if (!isNeeded || getKey(response) || isOpen(request.path, openPaths)) {
      next();
      return;
    }
    const isMissing = !request.get('X-API-Key');
    throw new ServiceError('unauthenticated', isMissing ? 'Missing or invalid API key' : 'Invalid API key', {
      headers: { 'WWW-Authenticate': 'ApiKey' },
    });
  };
}

function isOpen(path: string, openPaths: readonly string[]): boolean {
  return openPaths.some((open) => isBelow(path, open));
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function setKey(response: Response, key: ApiKeyRow | null): void {
  response.locals['apiKey'] = key;
}

function getKey({ locals }: Pick<RequestContext, 'locals'>): ApiKeyRow | null | undefined {
  return locals['apiKey'] as ApiKeyRow | null | undefined;
}
