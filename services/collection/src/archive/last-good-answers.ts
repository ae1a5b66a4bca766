import { createHash } from 'node:crypto';
import { toCachedResponse } from '@kitroom/server/cache/cache';
import { openMemoryEntries } from '@kitroom/server/cache/cache-memory';
import { RedisUnavailable, type Redis } from '@kitroom/server/cache/redis';

/** The last successful answers, for when the catalogue is unavailable. */
export interface LastGoodAnswers {
  keep(question: string, body: unknown): Promise<void>;
  /** The last answer; undefined if there is none or it has expired. */
  find(question: string): Promise<unknown>;
}

/** The lifetime of an answer, and the size of this process's memory cache. */
export interface LastGoodOptions {
  seconds: number;
  memoryBytes: number;
}

const PREFIX = 'kitroom:collection:archive:';

/**
 * Opens the answers in Redis, if configured: shared by all replicas, and kept across restarts. They are also held in
 * memory, for when both Redis and the catalogue are unavailable. The service's cache does not fit: it is flushed
 * whenever a process connects to Redis.
 */
export function openLastGoodAnswers(
  redis: Redis | undefined,
  { seconds, memoryBytes }: LastGoodOptions,
): LastGoodAnswers {
  const memory = openMemoryEntries(memoryBytes);
  const inMemory = (key: string) => ({ key, seconds, tags: [] });

  return {
    async keep(question, body) {
      const response = toCachedResponse(body);
      const { versions } = memory.find(inMemory(question));
      memory.keep(inMemory(question), response, versions);
      await redis
        ?.call((client) =>
          client.set(redisKey(question), response.body, { expiration: { type: 'EX', value: seconds } }),
        )
        .catch(ignoreAway);
    },
    async find(question) {
      const shared = await redis?.call((client) => client.get(redisKey(question))).catch(ignoreAway);
      const body = shared ?? memory.find(inMemory(question)).response?.body;
      return body && (JSON.parse(body.toString()) as unknown);
    },
  };
}

function redisKey(question: string): string {
  return PREFIX + createHash('sha256').update(question).digest('base64url');
}

function ignoreAway(error: unknown): undefined {
  if (!(error instanceof RedisUnavailable)) throw error;
}
