import { LRUCache } from 'lru-cache';
import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { withDeadline } from '@kitroom/server/process/deadline';
import type { SearchIndex } from '../search/index/open-index.ts';
import { findValidApiKey, type ApiKeyRow } from './api-key-queries.ts';
import { hashApiKey, isApiKey } from './create-api-key.ts';

export type ApiKeys = ReturnType<typeof openApiKeys>;

/**
 * How long results are cached. Revocations clear the cache immediately, unless the listening connection is
 * lost.
 */
const CACHE_MS = 1000;
const CACHED_KEYS_MAX = 10_000;
/** A database that takes longer to respond counts as unavailable. */
const DATABASE_WAIT_MS = 1000;

/** Looks up API keys and caches them. */
export function openApiKeys({ db, index }: { db: Database; index: Pick<SearchIndex, 'state'> }) {
  const known = new LRUCache<string, { key: ApiKeyRow; at: number }>({ max: CACHED_KEYS_MAX });
  // Unknown keys have a separate cache, so that they do not displace valid ones.
  const unknown = new LRUCache<string, true>({ max: CACHED_KEYS_MAX, ttl: CACHE_MS });
  let generation = 0;

  async function lookUp(hash: Buffer, name: string): Promise<ApiKeyRow | null> {
    const startGeneration = generation;
    const at = performance.now();
    const key = (await findValidApiKey(db, hash)) ?? null;
    // Results read before the last change are not cached.
    if (startGeneration !== generation) return key;
    if (key) known.set(name, { key, at });
    else {
      known.delete(name);
      unknown.set(name, true);
    }
    return key;
  }

  return {
    /**
     * Returns the valid key in a header, or null. While the database is unavailable, cached keys remain
     * valid, and others throw.
     */
    async identify(header: string): Promise<ApiKeyRow | null> {
      if (!isApiKey(header)) return null;
      const hash = hashApiKey(header);
      const name = hash.toString('base64url');
      if (unknown.has(name)) return null;
      const cached = known.get(name);
      if (cached && performance.now() - cached.at < CACHE_MS) return cached.key;
      const isUnavailable = index.state() !== 'current';
      const previous = cached && isUnexpired(cached.key) ? cached.key : undefined;
      if (isUnavailable && previous) return previous;
      try {
        const lookup = lookUp(hash, name);
        return await (isUnavailable || previous ? withDeadline(lookup, DATABASE_WAIT_MS) : lookup);
      } catch (error) {
        if (previous && isDatabaseUnavailable(error)) return previous;
        throw error;
      }
    },
    /** Whether `identify` queries the database for a key that this process does not know as valid. */
    needsLookup(header: string): boolean {
      if (!isApiKey(header)) return false;
      const name = hashApiKey(header).toString('base64url');
      return !known.has(name) && !unknown.has(name);
    },
    /** Clears the cache after a key was created or revoked. */
    forget(): void {
      generation += 1;
      known.clear();
      unknown.clear();
    },
  };
}

/** Uses the clock of this process, which matters only while the database is unavailable. */
function isUnexpired({ expires_at: at }: ApiKeyRow): boolean {
  return at === null || at.getTime() > Date.now();
}
