import type { Database } from '@kitroom/server/database/database';
import { LRUCache } from 'lru-cache';
import { findValidApiKey, type ApiKeyRow } from './api-key-queries.ts';
import { hashApiKey } from './create-api-key.ts';

/** Looks up API keys and caches them briefly. */
export interface ApiKeys {
  /** The valid key in a header, or null. Throws if the database is unavailable and the key is not cached. */
  identify(header: string): Promise<ApiKeyRow | null>;
  /** Clears the cache after a key was created or revoked. */
  forget(): void;
}

/** Revocations clear the cache at once; this applies while the listening connection is lost. */
const REMEMBER_MS = 1000;
const REMEMBER_KEYS = 10_000;
const KEY_MAX = 512;

export function openApiKeys(db: Database): ApiKeys {
  const known = new LRUCache<string, { key: ApiKeyRow | null }>({ max: REMEMBER_KEYS, ttl: REMEMBER_MS });
  let generation = 0;
  return {
    async identify(header) {
      if (header === '' || header.length > KEY_MAX) return null;
      const hash = hashApiKey(header);
      const name = hash.toString('base64url');
      const remembered = known.get(name);
      if (remembered) return remembered.key;
      const asked = generation;
      const key = (await findValidApiKey(db, hash)) ?? null;
      // Do not cache results read before the last change.
      if (asked === generation) known.set(name, { key });
      return key;
    },
    forget() {
      generation += 1;
      known.clear();
    },
  };
}
