import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CatalogueError, type CallOptions } from '@kitroom/catalogue-client';
import { RedisUnavailable, type Redis } from '@kitroom/server/cache/redis';
import { Reply, type RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Breaker } from '../catalogue/breaker.ts';
import { isCatalogueUnavailable, REFUSED_SERVICE } from '../catalogue/open-catalogue.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';
import { ARCHIVE_MEMORY_BYTES, ARCHIVE_REQUEST_MS, ARCHIVE_STALE_SECONDS } from '../limits.ts';

export type ProxyContext = {
  redis: Redis | undefined;
  metrics: CollectionMetrics;
  catalogueBreaker: Breaker;
};

/**
 * Sends a request to the catalogue on behalf of a client. `key` identifies equal requests; `send` rejects
 * with a CatalogueError.
 */
type CatalogueProxy = (
  key: string,
  send: (options: CallOptions) => Promise<unknown>,
  request: RequestContext,
) => Promise<Reply>;

/**
 * Creates a proxy for the catalogue. Successful responses are passed on and kept; 400 and 404 are passed on.
 * While the catalogue is unavailable, the last successful response to the same request is returned
 * (`X-Cache: STALE`), or a 503 without a stored response.
 */
export function createCatalogueProxy(context: ProxyContext): CatalogueProxy {
  const { redis, metrics, catalogueBreaker: breaker } = context;
  const lastResponses = openLastResponses(redis);
  // Not aborted with the client's request, so that the breaker still notices that the catalogue hangs.
  const options = { timeoutMs: ARCHIVE_REQUEST_MS };

  return async (key, send, request) => {
    try {
      const body = await breaker.call(() => send(options), isCatalogueUnavailable);
      await lastResponses.keep(key, body);
      return new Reply(body);
    } catch (error) {
      throwIfRejected(error, request);
      if (error instanceof CatalogueError) request.log.warn({ err: error }, 'catalogue request failed');
      const body = await lastResponses.find(key);
      if (body === undefined) throw unavailable(error, breaker.waitMs() || RETRY_MS);
      metrics.staleResponses.inc();
      return new Reply(body, { headers: { 'X-Cache': 'STALE' } });
    }
  };
}

/** Throws the client's error if the catalogue is available but rejects the request. */
function throwIfRejected(error: unknown, { log }: RequestContext): void {
  if (isCatalogueUnavailable(error)) return;
  if (!(error instanceof CatalogueError)) throw error;
  const { status, detail = '', retryAfterMs = RETRY_MS } = error;
  if (status === 400) throw new ServiceError('invalid', detail, { cause: error });
  if (status === 404) throw new ServiceError('not_found', detail, { cause: error });
  log.error({ err: error }, REFUSED_SERVICE);
  throw unavailable(error, retryAfterMs);
}

/** The default `Retry-After`. */
const RETRY_MS = 5000;

function unavailable(cause: unknown, retryMs: number): ServiceError {
  return new ServiceError('unavailable', 'The catalogue is temporarily unavailable.', {
    cause,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryMs / 1000))) },
  });
}

/**
 * Keeps the last successful responses in Redis, if configured, where all replicas share them and they survive
 * restarts; and in memory, for when both Redis and the catalogue are unavailable.
 */
function openLastResponses(redis: Redis | undefined) {
  const memory = new LRUCache<string, Buffer>({
    maxSize: ARCHIVE_MEMORY_BYTES,
    sizeCalculation: (body, key) => body.length + 2 * key.length,
    ttl: ARCHIVE_STALE_SECONDS * 1000,
  });

  return {
    async keep(key: string, content: unknown): Promise<void> {
      const body = Buffer.from(JSON.stringify(content));
      memory.set(key, body);
      const expiration = { type: 'EX', value: ARCHIVE_STALE_SECONDS } as const;
      await redis?.call((client) => client.set(redisKey(key), body, { expiration })).catch(ignoreUnavailable);
    },
    /** Returns undefined if there is no response, or it has expired. */
    async find(key: string): Promise<unknown> {
      const shared = await redis?.call((client) => client.get(redisKey(key))).catch(ignoreUnavailable);
      const body = shared ?? memory.get(key);
      return body && (JSON.parse(body.toString()) as unknown);
    },
  };
}

function redisKey(key: string): string {
  return `kitroom:collection:archive:${createHash('sha256').update(key).digest('base64url')}`;
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof RedisUnavailable)) throw error;
}
