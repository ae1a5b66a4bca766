import type { Request, RequestHandler } from 'express';
import {
  ipKeyGenerator,
  MemoryStore,
  rateLimit,
  type ClientRateLimitInfo,
  type Options,
  type RateLimitInfo,
  type Store,
} from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { RedisUnavailable, type Redis } from '../cache/redis.ts';
import type { Counter } from '../telemetry/metrics.ts';

/** Counts in Redis, shared by all replicas; while Redis is unavailable, in this process's memory. */
export function createRateLimitStore(redis: Redis | undefined, prefix: string): Store {
  const memory = new MemoryStore();
  if (!redis) return memory;
  const store = new RedisStore({
    prefix,
    sendCommand: (...command) => redis.call(async (client) => toText(await client.sendCommand(command))),
  });
  let options: Options | undefined;
  let started: Promise<void> | undefined;

  async function shared<T>(use: (store: RedisStore | MemoryStore) => Promise<T>): Promise<T> {
    try {
      // The store loads its script when it starts, which requires a connection to Redis.
      started ??= start();
      await started;
      return await use(store);
    } catch (error) {
      started = undefined;
      if (!isUnavailable(error)) throw error;
      return use(memory);
    }
  }

  async function start(): Promise<void> {
    if (options) await store.init?.(options);
  }

  return {
    prefix,
    localKeys: false,
    init(initial) {
      options = initial;
      memory.init(initial);
    },
    increment: (key) => shared((backend): Promise<ClientRateLimitInfo> => backend.increment(key)),
    decrement: (key) => shared((backend) => backend.decrement(key)),
    resetKey: (key) => shared(async (backend) => backend.resetKey(key)),
  };
}

/** The store expects strings and numbers; the client returns bytes. */
function toText(reply: unknown): RedisReply {
  if (Buffer.isBuffer(reply)) return reply.toString();
  if (Array.isArray(reply)) return reply.map(toText) as RedisReply;
  return reply as RedisReply;
}

function isUnavailable(error: unknown): boolean {
  return (
    error instanceof RedisUnavailable || (error instanceof Error && error.cause instanceof RedisUnavailable)
  );
}

/**
 * How many requests a client may send in a fixed window. By default, all requests are counted, by address, in
 * memory.
 */
export interface RateLimit
  extends Pick<Options, 'limit'>, Partial<Pick<Options, 'keyGenerator' | 'skip' | 'store'>> {
  /** The name of the limit in headers and metrics. */
  name: string;
  seconds: number;
  metrics: { rateLimited: Counter<'limit'> };
  /**
   * Whether all responses, rejections only, or none have headers with the remaining requests. Default: all.
   */
  sendsHeaders?: boolean | 'if rejected';
  /** The error of a request beyond the limit. */
  refuse(resetTime: Date | undefined): Error;
}

/** Limits the rate of requests; IPv6 clients are counted by networks of 56 bits. */
export function createRateLimiter({
  name,
  seconds,
  metrics,
  sendsHeaders = true,
  refuse,
  ...options
}: RateLimit): RequestHandler {
  const handle = rateLimit({
    keyGenerator: ({ ip = '' }) => ipKeyGenerator(ip),
    ...options,
    identifier: name,
    windowMs: seconds * 1000,
    standardHeaders: sendsHeaders !== false && 'draft-8',
    legacyHeaders: sendsHeaders !== false,
    handler(request: Request & { rateLimit?: RateLimitInfo }) {
      metrics.rateLimited.inc({ limit: name });
      throw refuse(request.rateLimit?.resetTime);
    },
  });
  return sendsHeaders === 'if rejected' ? withoutHeaders(handle) : handle;
}

/** Removes the headers of a request within the limit: those of the next limit replace them. */
function withoutHeaders(handle: RequestHandler): RequestHandler {
  return (request, response, next) => {
    void handle(request, response, (error?: unknown) => {
      if (error === undefined) for (const name of LIMIT_HEADERS) response.removeHeader(name);
      next(error);
    });
  };
}

const LIMIT_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
