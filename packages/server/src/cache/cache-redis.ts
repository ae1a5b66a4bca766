import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  EVERYTHING,
  type CachedResponse,
  type CacheLookup,
  type CacheLookupResult,
  type Entries,
} from './cache.ts';
import { RedisUnavailable, type Redis, type RedisClient } from './redis.ts';

/** Versions must outlive the responses that they validate. */
const VERSION_SECONDS = 7 * 24 * 3600;

/** Responses copied to this process, so that frequent ones are not transferred each time. */
const COPIES = 2000;
const COPY_MS = 60_000;

/**
 * Stores responses in Redis, shared by all replicas; `find` throws RedisUnavailable if it is unavailable. A
 * tag's version is a random token: a change sets a new one, and an evicted version never comes back, so no
 * outdated response can become valid again. Each connection replaces the version of everything, because
 * changes may have been missed while Redis was unavailable.
 */
export function openRedisEntries(redis: Redis, prefix: string): Entries {
  const versionKey = (tag: string) => `${prefix}:version:${tag}`;
  // Releases that stored no headers used `answer` keys.
  const entryKey = (key: string) => `${prefix}:entry:${createHash('sha1').update(key).digest('base64url')}`;
  const copies = new LRUCache<string, CacheLookupResult>({ max: COPIES, ttl: COPY_MS });
  let missedChanges = false;

  async function setVersions(client: RedisClient, tags: readonly string[]): Promise<void> {
    await Promise.all(
      tags.map((tag) =>
        client.set(versionKey(tag), randomUUID(), { expiration: { type: 'EX', value: VERSION_SECONDS } }),
      ),
    );
  }

  async function readVersions(client: RedisClient, tags: readonly string[], known: Array<Buffer | null>) {
    const missing = tags.filter((_tag, index) => !known[index]);
    if (missing.length === 0) return known;
    await setVersions(client, missing);
    return client.mGet(tags.map(versionKey));
  }

  redis.onConnected((client) => setVersions(client, [EVERYTHING]));

  /** Reads the versions, and unless this process has a copy, the entry. */
  async function findWith(client: RedisClient, lookup: CacheLookup): Promise<CacheLookupResult> {
    const tags = [EVERYTHING, ...lookup.tags];
    const copy = copies.get(lookup.key);
    const keys = tags.map(versionKey);
    const values = await client.mGet(copy ? keys : [entryKey(lookup.key), ...keys]);
    const known = await readVersions(client, tags, copy ? values : values.slice(1));
    const versions = known.map(String).join('.');
    if (copy?.versions === versions) return copy;
    if (copy) {
      copies.delete(lookup.key);
      return findWith(client, lookup);
    }
    // Requests that read the entry at the same time share one copy, which is then compressed once.
    const copied = copies.get(lookup.key);
    if (copied?.versions === versions) return copied;
    const entry = { response: readEntry(values[0], lookup, versions), versions };
    if (entry.response) copies.set(lookup.key, entry);
    return entry;
  }

  return {
    find: (lookup) =>
      redis.call(async (client) => {
        if (missedChanges) {
          await setVersions(client, [EVERYTHING]);
          missedChanges = false;
        }
        return findWith(client, lookup);
      }),
    async keep(lookup, { body, etag, headers }, versions) {
      const head = `${lookup.key}\n${versions}\n${JSON.stringify({ etag, headers })}\n`;
      const entry = Buffer.concat([Buffer.from(head), body]);
      await redis
        .call((client) =>
          client.set(entryKey(lookup.key), entry, { expiration: { type: 'EX', value: lookup.seconds } }),
        )
        .catch(ignoreUnavailable);
    },
    async invalidate(tags) {
      await redis
        .call((client) => setVersions(client, tags))
        .catch((error: unknown) => {
          missedChanges = true;
          ignoreUnavailable(error);
        });
    },
  };
}

function readEntry(entry: Buffer | null | undefined, lookup: CacheLookup, versions: string) {
  const head = `${lookup.key}\n${versions}\n`;
  const start = Buffer.byteLength(head);
  if (!entry || entry.toString('utf8', 0, start) !== head) return undefined;
  const end = entry.indexOf('\n', start);
  const { etag, headers } = JSON.parse(entry.toString('utf8', start, end)) as Omit<CachedResponse, 'body'>;
  return { etag, body: entry.subarray(end + 1), ...(headers && { headers }) };
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof RedisUnavailable)) throw error;
}
