import { createHash, randomUUID } from 'node:crypto';
import { EVERYTHING, type CachedAnswer, type CacheLookup, type Entries } from './cache.ts';
import { RedisAway, type Redis, type RedisClient } from './redis.ts';

/** Versions must outlive the responses that they validate. */
const VERSION_SECONDS = 7 * 24 * 3600;

/**
 * Stores responses in Redis, shared by all replicas; `find` throws RedisAway if it is unavailable. A tag's version is a
 * random token: a change sets a new one, and an evicted version never comes back, so no outdated response can become
 * valid again. Each connection replaces the version of everything, because changes may have been missed while Redis was
 * unavailable.
 */
export function openRedisEntries(redis: Redis, prefix: string): Entries {
  const versionKey = (tag: string) => `${prefix}:version:${tag}`;
  // Versions before the headers kept `answer` keys.
  const entryKey = (key: string) => `${prefix}:entry:${createHash('sha1').update(key).digest('base64url')}`;
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

  return {
    async find(lookup) {
      const tags = [EVERYTHING, ...lookup.tags];
      return redis.call(async (client) => {
        if (missedChanges) {
          await setVersions(client, [EVERYTHING]);
          missedChanges = false;
        }
        const [entry, ...known] = await client.mGet([entryKey(lookup.key), ...tags.map(versionKey)]);
        const versions = (await readVersions(client, tags, known)).map(String).join('.');
        return { answer: readEntry(entry, lookup, versions), versions };
      });
    },
    async keep(lookup, { body, etag, headers }, versions) {
      const head = `${lookup.key}\n${versions}\n${JSON.stringify({ etag, headers })}\n`;
      const entry = Buffer.concat([Buffer.from(head), body]);
      await redis
        .call((client) =>
          client.set(entryKey(lookup.key), entry, { expiration: { type: 'EX', value: lookup.seconds } }),
        )
        .catch(ignoreAway);
    },
    async invalidate(tags) {
      await redis
        .call((client) => setVersions(client, tags))
        .catch((error: unknown) => {
          missedChanges = true;
          ignoreAway(error);
        });
    },
  };
}

function readEntry(entry: Buffer | null | undefined, lookup: CacheLookup, versions: string) {
  const head = `${lookup.key}\n${versions}\n`;
  const start = Buffer.byteLength(head);
  if (!entry || entry.toString('utf8', 0, start) !== head) return undefined;
  const end = entry.indexOf('\n', start);
  const { etag, headers } = JSON.parse(entry.toString('utf8', start, end)) as Omit<CachedAnswer, 'body'>;
  return { etag, body: entry.subarray(end + 1), ...(headers && { headers }) };
}

function ignoreAway(error: unknown): void {
  if (!(error instanceof RedisAway)) throw error;
}
