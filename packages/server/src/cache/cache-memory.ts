import { LRUCache } from 'lru-cache';
import { EVERYTHING, type CachedResponse, type CacheLookup, type MemoryEntries } from './cache.ts';

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
