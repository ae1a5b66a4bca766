import type { Database } from '@kitroom/server/database/database';
import { LRUCache } from 'lru-cache';
import { findValidApiKey, type ApiKeyRow } from './api-key-queries.ts';
import { hashApiKey } from './create-api-key.ts';

/** Looks API keys up, and remembers them for a moment. */
export interface ApiKeys {
  /** The valid key that a header holds, or null. Throws when the database is away and the key is not known. */
  identify(header: string): Promise<ApiKeyRow | null>;
  /** Forgets what is remembered: a key was created or revoked. */
  forget(): void;
}

/** A revocation is heard of at once; this is for when the listening connection is lost. */
const REMEMBER_MS = 1000;
const REMEMBER_KEYS = 10_000;
const KEY_MAX = 512;

/** Opens the look-up of keys. */
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
      // What was read before a change was heard of is not worth remembering.
      if (asked === generation) known.set(name, { key });
      return key;
    },
    forget() {
      generation += 1;
      known.clear();
    },
  };
}
