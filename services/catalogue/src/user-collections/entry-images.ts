import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { LRUCache } from 'lru-cache';
import type { Requester } from '../archive/pace-queries.ts';
import { ENTRY_IMAGES_BYTES, ENTRY_IMAGES_PER_CLIENT, ENTRY_IMAGES_SECONDS } from '../limits.ts';
import { requestArchive, ScrapeFailure, type ArchiveContext } from './request-archive.ts';

/** A request to the archive, for everybody who waits for its picture. */
interface Download {
  picture: Promise<Uint8Array>;
  /** Aborted when nobody waits any more. */
  abandon: AbortController;
  waiting: number;
}

/**
 * Fetches pictures of entries from the archive: each once at a time, and for a few minutes not again. Only so many
 * requests of a client may wait, because each waits for a turn with the archive.
 */
export function openEntryImages(context: ArchiveContext) {
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: ENTRY_IMAGES_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: ENTRY_IMAGES_SECONDS * 1000,
  });
  const downloads = new Map<string, Download>();
  const waiting = new Map<string, number>();

  function start(url: string, requester: Requester): Download {
    const abandon = new AbortController();
    const picture = download(context, url, requester, abandon.signal)
      .then((bytes) => {
        kept.set(url, bytes);
        return bytes;
      })
      .finally(() => downloads.delete(url));
    const started = { picture, abandon, waiting: 0 };
    downloads.set(url, started);
    return started;
  }

  async function waitFor(url: string, requester: Requester, signal: AbortSignal): Promise<Uint8Array> {
    for (;;) {
      signal.throwIfAborted();
      const joined = downloads.get(url) ?? start(url, requester);
      if (!joined.abandon.signal.aborted) return join(joined, signal);
      // It ends soon, perhaps with the picture.
      const bytes = await joined.picture.catch(() => undefined);
      if (bytes) return bytes;
    }
  }

  return {
    /** Returns a picture; 404 if the archive does not serve it, 503 if the client waits for too many already. */
    async get(url: string, requester: Requester, signal: AbortSignal): Promise<Uint8Array> {
      const known = kept.get(url);
      if (known) return known;
      const { client } = requester;
      const count = waiting.get(client) ?? 0;
      if (count >= ENTRY_IMAGES_PER_CLIENT) throw tooManyWaiting(context.archive.intervalMs);
      waiting.set(client, count + 1);
      try {
        return await waitFor(url, requester, signal);
      } finally {
        const left = (waiting.get(client) ?? 1) - 1;
        if (left > 0) waiting.set(client, left);
        else waiting.delete(client);
      }
    },
  };
}

async function download(
  context: ArchiveContext,
  url: string,
  requester: Requester,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const request = () => context.archive.getImage(url, requester, signal);
  try {
    const { status, body } = await requestArchive(context, request, signal);
    if (status === 200) return body;
    throw notFound(`The archive responded with status ${status}.`);
  } catch (error) {
    throw error instanceof ScrapeFailure ? notFound(error.message) : error;
  }
}

/** Waits for a picture together with others, and abandons its download if all of them have gone. */
async function join(joined: Download, signal: AbortSignal): Promise<Uint8Array> {
  const leave = () => {
    joined.waiting -= 1;
    if (joined.waiting === 0) joined.abandon.abort();
  };
  joined.waiting += 1;
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await joined.picture;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** By then, those that wait have had their turns if no other client waits. */
function tooManyWaiting(intervalMs: number): ServiceError {
  const seconds = Math.ceil((ENTRY_IMAGES_PER_CLIENT * intervalMs) / 1000);
  return new ServiceError(
    'unavailable',
    `At most ${ENTRY_IMAGES_PER_CLIENT} requests of one client wait for pictures of the archive. Please try again later.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
