import { createHash } from 'node:crypto';
import { RedisAway } from './redis.ts';

/** A serialized response body, its entity tag and the headers that belong to it. */
export interface CachedAnswer {
  body: Buffer;
  etag: string;
  headers?: Readonly<Record<string, string>>;
}

/** A value to serialize, and the headers that belong to it. */
export interface Produced {
  value: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** The key and lifetime of a response, and the changes that invalidate it. */
export interface CacheLookup {
  key: string;
  seconds: number;
  /** Names of what the response shows; `invalidate` with any of them drops it. */
  tags: readonly string[];
}

/** Caches responses until they expire or what they show changes. */
export interface Cache {
  /** Returns the cached response, else calls `produce`, once for concurrent reads of the same key. */
  read(
    lookup: CacheLookup,
    produce: () => Promise<Produced>,
  ): Promise<{ answer: CachedAnswer; isHit: boolean }>;
  /** Invalidates all responses with one of the tags: in all processes once this resolves, if Redis is reachable. */
  invalidate(tags: readonly string[]): Promise<void>;
  /** Invalidates all responses, for example because changes may have been missed. */
  invalidateAll(): Promise<void>;
}

/**
 * A response store. A lookup returns the entry, if valid, and the versions of its tags before anything is computed; an
 * entry is valid as long as its tags have these versions.
 */
export interface Entries {
  find(lookup: CacheLookup): Promise<Found>;
  keep(lookup: CacheLookup, answer: CachedAnswer, versions: string): Promise<void>;
  invalidate(tags: readonly string[]): Promise<void>;
}

/** What a store has for a lookup. */
export interface Found {
  answer: CachedAnswer | undefined;
  versions: string;
}

/** A response store in this process's memory. */
export interface MemoryEntries {
  find(lookup: CacheLookup): Found;
  keep(lookup: CacheLookup, answer: CachedAnswer, versions: string): void;
  invalidate(tags: readonly string[]): void;
}

/** The tag that every response has. */
export const EVERYTHING = 'everything';

/**
 * Creates a cache in this process's memory, or in Redis if configured, with memory as the fallback. `catchUp` is awaited
 * before a response is computed for versions that Redis has and this process has not seen: the change that set them may
 * be unknown to what responses are computed from.
 */
export function openCache(
  memory: MemoryEntries,
  redis: Entries | undefined,
  catchUp: () => Promise<void> = async () => {},
): Cache {
  /** The last versions of each combination of tags for which this process caught up. */
  const caughtUp = new Map<string, string>();
  const underway = new Map<string, Promise<CachedAnswer>>();

  async function find(lookup: CacheLookup) {
    if (redis) {
      try {
        return { entries: redis, ...(await redis.find(lookup)) };
      } catch (error) {
        if (!(error instanceof RedisAway)) throw error;
      }
    }
    return { entries: memory, ...memory.find(lookup) };
  }

  async function compute(
    entries: Entries | MemoryEntries,
    lookup: CacheLookup,
    versions: string,
    produce: () => Promise<Produced>,
  ) {
    if (entries === redis) await catchUpWith(lookup.tags.join(), versions);
    const { value, headers } = await produce();
    const answer = toAnswer(value, headers);
    await entries.keep(lookup, answer, versions);
    return answer;
  }

  async function catchUpWith(tags: string, versions: string): Promise<void> {
    if (caughtUp.get(tags) === versions) return;
    await catchUp();
    caughtUp.set(tags, versions);
  }

  return {
    async read(lookup, produce) {
      const { entries, answer, versions } = await find(lookup);
      if (answer) return { answer, isHit: true };
      // The versions are part of the key, so that a request after a change never joins one from before it.
      const flight = `${lookup.key} ${versions}`;
      let promise = underway.get(flight);
      if (!promise) {
        promise = compute(entries, lookup, versions, produce).finally(() => underway.delete(flight));
        underway.set(flight, promise);
      }
      return { answer: await promise, isHit: false };
    },
    async invalidate(tags) {
      memory.invalidate(tags);
      await redis?.invalidate(tags);
    },
    async invalidateAll() {
      memory.invalidate([EVERYTHING]);
      await redis?.invalidate([EVERYTHING]);
    },
  };
}

/** Serializes a JSON body and computes its entity tag. */
export function toAnswer(value: unknown, headers: Readonly<Record<string, string>> = {}): CachedAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: entityTag(body), headers };
}

/** A strong entity tag, derived from a hash of the body. */
export function entityTag(body: Uint8Array | string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}
