import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RedisUnavailable } from './redis.ts';

/** A serialized response body, its entity tag and the headers that belong to it. */
export interface CachedResponse {
  body: Buffer;
  etag: string;
  headers?: Readonly<Record<string, string>>;
}

/** A value to serialize, and the headers that belong to it. */
interface Produced {
  value: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** The key and lifetime of a response, and the changes that invalidate it. */
export interface CacheLookup {
  key: string;
  seconds: number;
  /** Names of the data in the response; `invalidate` with any of them drops it. */
  tags: readonly string[];
}

/** Where a response comes from: the value of `X-Cache`. */
type CacheResult = 'HIT' | 'MISS' | 'STALE';

/** A copy of a database, kept up to date by this process, from which responses are computed. */
export interface Source {
  /** Applies the changes made before the call; resolves soon, without them if the database is unavailable. */
  followSoon(): Promise<void>;
  /** `lost` while the database is unavailable, and `stale` once that has lasted for some time. */
  state(): 'current' | 'lost' | 'stale';
}

/** Caches responses until they expire or their data changes. */
export interface Cache {
  /** Returns the cached response, else calls `produce`, once for concurrent reads of the same key. */
  read(
    lookup: CacheLookup,
    produce: () => Promise<Produced>,
  ): Promise<{ response: CachedResponse; result: CacheResult }>;
  /**
   * Invalidates all responses with one of the tags: in all processes once this resolves, if Redis is
   * reachable.
   */
  invalidate(tags: readonly string[]): Promise<void>;
  /** Invalidates all responses, for example because changes may have been missed. */
  invalidateAll(): Promise<void>;
}

/**
 * A response store. A lookup returns the entry, if valid, and the versions of its tags before anything is
 * computed; an entry is valid as long as its tags have these versions.
 */
export interface Entries {
  find(lookup: CacheLookup): Promise<CacheLookupResult>;
  keep(lookup: CacheLookup, response: CachedResponse, versions: string): Promise<void>;
  invalidate(tags: readonly string[]): Promise<void>;
}

/** Result of a lookup: the entry, if it is valid, and the current versions of its tags. */
export interface CacheLookupResult {
  response: CachedResponse | undefined;
  versions: string;
}

/** A response store in this process's memory. */
interface MemoryEntries {
  find(lookup: CacheLookup): CacheLookupResult;
  keep(lookup: CacheLookup, response: CachedResponse, versions: string): void;
  invalidate(tags: readonly string[]): void;
}

/** The tag that every response has. */
export const EVERYTHING = 'everything';

/**
 * Creates a cache in this process's memory, or in Redis if configured, with memory as the fallback. The
 * source catches up before a response is computed for versions that Redis has and this process has not seen:
 * the change that set them may be unknown to the source. While the source is not current, nothing is stored:
 * other processes may be ahead.
 */
export function openCache(memory: MemoryEntries, redis: Entries | undefined, source: Source): Cache {
  /** The last versions of each combination of tags for which this process caught up. */
  const caughtUp = new Map<string, string>();
  const underway = new Map<string, Promise<CachedResponse>>();

  async function find(lookup: CacheLookup) {
    if (redis) {
      try {
        return { entries: redis, ...(await redis.find(lookup)) };
      } catch (error) {
        if (!(error instanceof RedisUnavailable)) throw error;
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
    const response = toCachedResponse(value, headers);
    if (source.state() === 'current') await entries.keep(lookup, response, versions);
    return response;
  }

  async function catchUpWith(tags: string, versions: string): Promise<void> {
    if (caughtUp.get(tags) === versions) return;
    await source.followSoon();
    if (source.state() === 'current') caughtUp.set(tags, versions);
  }

  async function invalidate(tags: readonly string[]): Promise<void> {
    memory.invalidate(tags);
    await redis?.invalidate(tags);
  }

  return {
    async read(lookup, produce) {
      const state = source.state();
      if (state !== 'current') {
        const { value, headers } = await produce();
        return { response: toCachedResponse(value, headers), result: state === 'stale' ? 'STALE' : 'MISS' };
      }
      const { entries, response, versions } = await find(lookup);
      if (response) return { response, result: 'HIT' };
      // The versions are part of the key, so that a request after a change never joins one from before it.
      const flight = `${lookup.key} ${versions}`;
      let promise = underway.get(flight);
      if (!promise) {
        promise = compute(entries, lookup, versions, produce).finally(() => underway.delete(flight));
        underway.set(flight, promise);
      }
      return { response: await promise, result: 'MISS' };
    },
    invalidate,
    invalidateAll: () => invalidate([EVERYTHING]),
  };
}

/** Serializes a JSON body and computes its entity tag. */
export function toCachedResponse(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): CachedResponse {
  const body = Buffer.from(JSON.stringify(value));
  return { body, etag: entityTag(body), headers };
}

/** A strong entity tag, derived from a hash of the body. */
export function entityTag(body: Uint8Array | string): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}

interface Entry extends CachedResponse {
  versions: string;
}

const OVERHEAD_BYTES = 200;

/** Stores responses in this process's memory, up to `maxBytes`; evicts the least recently used. */
export function openMemoryEntries(maxBytes: number): MemoryEntries {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => entry.body.length + key.length * 2 + OVERHEAD_BYTES,
  });
  const changes = new Map<string, number>();

  function versionsOf(lookup: CacheLookup): string {
    return [EVERYTHING, ...lookup.tags].map((tag) => changes.get(tag) ?? 0).join('.');
  }

  return {
    find(lookup) {
      const versions = versionsOf(lookup);
      const entry = entries.get(lookup.key);
      return { response: entry?.versions === versions ? entry : undefined, versions };
    },
    keep(lookup, response, versions) {
      entries.set(lookup.key, { ...response, versions }, { ttl: lookup.seconds * 1000 });
    },
    invalidate(tags) {
      for (const tag of tags) changes.set(tag, (changes.get(tag) ?? 0) + 1);
    },
  };
}
