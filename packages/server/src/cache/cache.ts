import { createHash } from 'node:crypto';
import { RedisAway } from './redis.ts';

/** A ready answer: the bytes of its body and their entity tag. */
export interface CachedAnswer {
  body: Buffer;
  etag: string;
}

/** What is asked of the cache: under which key, for how long, and which changes end it. */
export interface CacheQuestion {
  key: string;
  seconds: number;
  /** Names of what the answer shows; `invalidate` of any of them ends it. */
  tags: readonly string[];
}

/** Keeps answers under their lifetimes, and drops them when what they show changes. */
export interface Cache {
  /** Answers from the cache, else by `produce`; many at once on one cold key cause one `produce`. */
  read(question: CacheQuestion, produce: () => Promise<unknown>): Promise<CachedAnswer & { hit: boolean }>;
  /** Ends every answer that shows one of the tags: everywhere once this resolves, if Redis can be told. */
  invalidate(tags: readonly string[]): Promise<void>;
  /** Ends every answer: something changed and nobody knows what. */
  invalidateAll(): Promise<void>;
}

/**
 * Where answers are kept. A look-up gives the entry if it is still valid, and the versions of its tags as
 * they were before anything is computed; an entry is valid as long as its tags have these versions.
 */
export interface Entries {
  find(question: CacheQuestion): Promise<{ answer: CachedAnswer | undefined; versions: string }>;
  keep(question: CacheQuestion, answer: CachedAnswer, versions: string): Promise<void>;
  invalidate(tags: readonly string[]): Promise<void>;
}

/** The tag that every answer has. */
export const EVERYTHING = 'everything';

/** Opens a cache in this process's memory, in front of which Redis stands where there is one. */
export function openCache(memory: Entries, redis: Entries | undefined): Cache {
  const underway = new Map<string, Promise<CachedAnswer>>();

  async function find(question: CacheQuestion) {
    if (redis) {
      try {
        return { entries: redis, ...(await redis.find(question)) };
      } catch (error) {
        if (!(error instanceof RedisAway)) throw error;
      }
    }
    return { entries: memory, ...(await memory.find(question)) };
  }

  async function compute(
    entries: Entries,
    question: CacheQuestion,
    versions: string,
    produce: () => Promise<unknown>,
  ) {
    const answer = toAnswer(await produce());
    await entries.keep(question, answer, versions);
    return answer;
  }

  return {
    async read(question, produce) {
      const { entries, answer, versions } = await find(question);
      if (answer) return { ...answer, hit: true };
      // The versions are part of the key: who asks after a change never joins who asked before it.
      const flight = `${question.key} ${versions}`;
      let promise = underway.get(flight);
      if (!promise) {
        promise = compute(entries, question, versions, produce).finally(() => underway.delete(flight));
        underway.set(flight, promise);
      }
      return { ...(await promise), hit: false };
    },
    async invalidate(tags) {
      await Promise.all([memory.invalidate(tags), redis?.invalidate(tags)]);
    },
    async invalidateAll() {
      await Promise.all([memory.invalidate([EVERYTHING]), redis?.invalidate([EVERYTHING])]);
    },
  };
}

/** The bytes and the entity tag of a JSON body. */
export function toAnswer(value: unknown): CachedAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: entityTag(body) };
}

/** A strong entity tag: two bodies have the same one only if they are the same. */
export function entityTag(body: Buffer | string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}
