import { createHash } from 'node:crypto';
import { toAnswer } from '@kitroom/server/cache/cache';
import { openMemoryEntries } from '@kitroom/server/cache/cache-memory';
import { RedisAway, type Redis } from '@kitroom/server/cache/redis';

/** The last good answers to questions, for when no new one can be had. */
export interface LastGoodAnswers {
  /** Keeps an answer in place of the one before. */
  keep(question: string, body: unknown): Promise<void>;
  /** The last answer, unless it is too old; undefined where there is none. */
  find(question: string): Promise<unknown>;
}

/** How long an answer counts, and how much of this process's memory answers may take. */
export interface LastGoodOptions {
  seconds: number;
  memoryBytes: number;
}

const PREFIX = 'kitroom:collection:archive:';

/**
 * Opens the answers in Redis, where there is one: all replicas share them, and a restart loses none. They are in
 * this process's memory as well, for when both Redis and the catalogue are away. The service's cache is not the
 * place for them: what it holds ends whenever a process connects to Redis.
 */
export function openLastGoodAnswers(
  redis: Redis | undefined,
  { seconds, memoryBytes }: LastGoodOptions,
): LastGoodAnswers {
  const memory = openMemoryEntries(memoryBytes);
  const inMemory = (key: string) => ({ key, seconds, tags: [] });

  return {
    async keep(question, body) {
      const answer = toAnswer(body);
      const { versions } = await memory.find(inMemory(question));
      await memory.keep(inMemory(question), answer, versions);
      await redis
        ?.call((client) =>
          client.set(redisKey(question), answer.body, { expiration: { type: 'EX', value: seconds } }),
        )
        .catch(ignoreAway);
    },
    async find(question) {
      const shared = await redis?.call((client) => client.get(redisKey(question))).catch(ignoreAway);
      const body = shared ?? (await memory.find(inMemory(question))).answer?.body;
      return body && (JSON.parse(body.toString()) as unknown);
    },
  };
}

function redisKey(question: string): string {
  return PREFIX + createHash('sha256').update(question).digest('base64url');
}

function ignoreAway(error: unknown): undefined {
  if (!(error instanceof RedisAway)) throw error;
}
