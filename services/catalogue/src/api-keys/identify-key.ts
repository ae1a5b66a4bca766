import { LRUCache } from 'lru-cache';
import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { withDeadline } from '@kitroom/server/process/deadline';
import type { SearchIndex } from '../search/index/open-index.ts';
import { findValidApiKey, type ApiKeyRow } from './api-key-queries.ts';
import { hashApiKey, isApiKey } from './create-api-key.ts';

export type ApiKeys = ReturnType<typeof openApiKeys>;

/** Revocations clear the cache at once; this applies while the listening connection is lost. */
const REMEMBER_MS = 1000;
const REMEMBER_KEYS = 10_000;
/** A database that takes longer is unavailable. */
const DATABASE_WAIT_MS = 1000;

/** Looks up API keys and caches them. */
export function openApiKeys({ db, index }: { db: Database; index: Pick<SearchIndex, 'state'> }) {
  const known = new LRUCache<string, { key: ApiKeyRow; at: number }>({ max: REMEMBER_KEYS });
  // A cache of their own, so that unknown keys do not displace valid ones.
  const unknown = new LRUCache<string, true>({ max: REMEMBER_KEYS, ttl: REMEMBER_MS });
  let generation = 0;

  async function look(hash: Buffer, name: string): Promise<ApiKeyRow | null> {
    const startGeneration = generation;
    const at = performance.now();
    const key = (await findValidApiKey(db, hash)) ?? null;
    // Do not cache results read before the last change.
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
     * The valid key in a header, or null. While the database is unavailable, valid keys that were used before
     * remain valid, and others throw.
     */
    async identify(header: string): Promise<ApiKeyRow | null> {
      if (!isApiKey(header)) return null;
      const hash = hashApiKey(header);
      const name = hash.toString('base64url');
      if (unknown.has(name)) return null;
      const remembered = known.get(name);
      if (remembered && performance.now() - remembered.at < REMEMBER_MS) return remembered.key;
      const isUnavailable = index.state() !== 'current';
      const before = remembered && isUnexpired(remembered.key) ? remembered.key : undefined;
      if (isUnavailable && before) return before;
      try {
        const looking = look(hash, name);
        return await (isUnavailable || before ? withDeadline(looking, DATABASE_WAIT_MS) : looking);
      } catch (error) {
        if (before && isDatabaseUnavailable(error)) return before;
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

/** By the clock of this process, which matters only while the database is unavailable. */
function isUnexpired({ expires_at: at }: ApiKeyRow): boolean {
  return at === null || at.getTime() > Date.now();
}
