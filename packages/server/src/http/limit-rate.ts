import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { ClientRateLimitInfo, Options, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import { addHeaders, type Check, type HeaderList } from './check.ts';

/** How many requests a client has in a fixed window. */
export interface RateLimit {
  /** Its name in the headers. Without one, responses do not tell what is left. */
  name?: string;
  seconds: number;
  /** Where requests are counted: `createRateLimitStore`. */
  store: Store;
  /** The client that a request is counted for; undefined if it is not counted. */
  keyOf(request: Request, response: Response): string | undefined;
  limitOf(response: Response): number;
  /** The error of a request beyond the limit. */
  refuse(resetTime: Date | undefined): Error;
}

const CLIENTS_REMEMBERED = 10_000;
const PARTITION_LENGTH = 12;

/**
 * Limits the rate of requests. The headers are those of draft-ietf-httpapi-ratelimit-headers-08 and the older
 * `X-RateLimit-…`, exactly as the middleware of express-rate-limit sends them, which hashes the client's key for each
 * request (decision 0043).
 */
export function limitRate(limit: RateLimit): Check {
  const { name, store } = limit;
  const describe = name === undefined ? () => [] : describeLimit(name, limit.seconds);
  void store.init?.({ windowMs: limit.seconds * 1000 } as Options);

  async function count(key: string, response: Response): Promise<HeaderList> {
    const hits = await store.increment(key);
    const allowed = limit.limitOf(response);
    const headers = describe(key, allowed, hits);
    if (hits.totalHits <= allowed) return headers;
    addHeaders(response, [...headers, 'Retry-After', String(secondsLeft(hits, limit.seconds))]);
    throw limit.refuse(hits.resetTime);
  }

  return (request, response) => {
    const key = limit.keyOf(request, response);
    return key === undefined ? [] : count(key, response);
  };
}

function describeLimit(name: string, seconds: number) {
  const partitions = new LRUCache<string, string>({ max: CLIENTS_REMEMBERED, memoMethod: toPartition });
  return (key: string, allowed: number, hits: ClientRateLimitInfo): HeaderList => {
    const remaining = Math.max(allowed - hits.totalHits, 0);
    const left = secondsLeft(hits, seconds);
    const resetMs = hits.resetTime?.getTime() ?? Date.now() + seconds * 1000;
    return [
      'X-RateLimit-Limit',
      String(allowed),
      'X-RateLimit-Remaining',
      String(remaining),
      'X-RateLimit-Reset',
      String(Math.ceil(resetMs / 1000)),
      'RateLimit',
      `"${name}"; r=${remaining}; t=${left}`,
      'RateLimit-Policy',
      `"${name}"; q=${allowed}; w=${seconds}; pk=:${partitions.memo(key)}:`,
    ];
  };
}

/** Distinguishes clients without naming them. */
function toPartition(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return Buffer.from(hash.slice(0, PARTITION_LENGTH)).toString('base64');
}

function secondsLeft({ resetTime }: ClientRateLimitInfo, seconds: number): number {
  return resetTime ? Math.max(0, Math.ceil((resetTime.getTime() - Date.now()) / 1000)) : seconds;
}
