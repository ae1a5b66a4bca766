import { MemoryStore, type ClientRateLimitInfo, type Options, type Store } from 'express-rate-limit';
import { RedisStore, type RedisReply } from 'rate-limit-redis';
import { RedisUnavailable, type Redis } from '../cache/redis.ts';

/** Counts in Redis, shared by all replicas; while Redis is unavailable, in this process's memory. */
export function createRateLimitStore(redis: Redis | undefined, prefix: string): Store {
  const memory = new MemoryStore();
  if (!redis) return memory;
  const store = new RedisStore({
    prefix,
    sendCommand: (...command) => redis.call((client) => send(client, command)),
  });
  let options: Options | undefined;
  let started: Promise<void> | undefined;

  async function shared<T>(use: (store: RedisStore) => Promise<T>, alone: () => Promise<T> | T): Promise<T> {
    try {
      // The store loads its script when it starts, which requires a connection to Redis.
      started ??= start();
      await started;
      return await use(store);
    } catch (error) {
      started = undefined;
      if (!isAway(error)) throw error;
      return alone();
    }
  }

  async function start(): Promise<void> {
    if (options) await store.init?.(options);
  }

  return {
    prefix,
    localKeys: false,
    init(given) {
      options = given;
      memory.init(given);
    },
    increment: (key): Promise<ClientRateLimitInfo> =>
      shared(
        (redisStore) => redisStore.increment(key),
        () => memory.increment(key),
      ),
    decrement: (key) =>
      shared(
        (redisStore) => redisStore.decrement(key),
        () => memory.decrement(key),
      ),
    resetKey: (key) =>
      shared(
        (redisStore) => redisStore.resetKey(key),
        () => memory.resetKey(key),
      ),
  };
}

async function send(client: { sendCommand(command: string[]): Promise<unknown> }, command: string[]) {
  return toText(await client.sendCommand(command));
}

/** The store expects strings and numbers; the client returns bytes. */
function toText(reply: unknown): RedisReply {
  if (Buffer.isBuffer(reply)) return reply.toString();
  if (Array.isArray(reply)) return reply.map(toText) as RedisReply;
  return reply as RedisReply;
}

function isAway(error: unknown): boolean {
  return (
    error instanceof RedisUnavailable || (error instanceof Error && error.cause instanceof RedisUnavailable)
  );
}
