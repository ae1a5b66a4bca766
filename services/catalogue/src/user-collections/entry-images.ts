import { once } from 'node:events';
import { LRUCache } from 'lru-cache';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { Requester } from '../archive/pace-queries.ts';
import { ENTRY_IMAGES_BYTES, ENTRY_IMAGES_PER_CLIENT, ENTRY_IMAGES_SECONDS } from '../limits.ts';
import { requestArchive, ScrapeFailure, type ArchiveContext } from './request-archive.ts';

/** A download from the archive, shared by all requests that wait for its picture. */
interface Download {
  picture: Promise<Uint8Array>;
  /** How many requests are waiting for the picture. */
  waiting: number;
  /** Aborts the download when no request is waiting for it any more. */
  abandon: AbortController;
}

/**
 * Fetches pictures of entries from the archive and caches them for a few minutes. Concurrent requests for the
 * same picture share a download. Limits how many requests of a client wait, because each needs a turn with
 * the archive.
 */
export function openEntryImages(context: ArchiveContext) {
  const cached = new LRUCache<string, Uint8Array>({
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
        cached.set(url, bytes);
        return bytes;
      })
      .finally(() => downloads.delete(url));
    // If no request is waiting when it fails, the error must not count as unhandled.
    picture.catch(() => undefined);
    const started = { picture, waiting: 0, abandon };
    downloads.set(url, started);
    return started;
  }

  async function waitFor(url: string, requester: Requester, signal: AbortSignal): Promise<Uint8Array> {
    for (;;) {
      signal.throwIfAborted();
      const current = downloads.get(url) ?? start(url, requester);
      if (!current.abandon.signal.aborted) return join(current, signal);
      // The aborted request may still complete in time.
      const bytes = await current.picture.catch(() => undefined);
      if (bytes) return bytes;
    }
  }

  return {
    /**
     * Returns a picture. Throws a 404 if the archive does not serve it, and a 503 if too many requests of the
     * client are waiting.
     */
    async get(url: string, requester: Requester, signal: AbortSignal): Promise<Uint8Array> {
      const cachedPicture = cached.get(url);
      if (cachedPicture) return cachedPicture;
      const { client } = requester;
      const count = waiting.get(client) ?? 0;
      if (count >= ENTRY_IMAGES_PER_CLIENT) throw tooManyWaiting(context.archive.intervalMs);
      waiting.set(client, count + 1);
      try {
        return await waitFor(url, requester, signal);
      } finally {
        const remaining = (waiting.get(client) ?? 1) - 1;
        if (remaining > 0) waiting.set(client, remaining);
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

/**
 * Waits for a download until it completes or the client disconnects. The last client to disconnect aborts it.
 */
async function join(joined: Download, signal: AbortSignal): Promise<Uint8Array> {
  joined.waiting += 1;
  try {
    return await Promise.race([joined.picture, rejectOn(signal)]);
  } finally {
    joined.waiting -= 1;
    if (joined.waiting === 0) joined.abandon.abort();
  }
}

async function rejectOn(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw signal.reason;
}

/** `Retry-After` is the time in which the waiting requests get their turns if no other client is waiting. */
function tooManyWaiting(intervalMs: number): ServiceError {
  const seconds = Math.ceil((ENTRY_IMAGES_PER_CLIENT * intervalMs) / 1000);
  return new ServiceError(
    'unavailable',
    `At most ${ENTRY_IMAGES_PER_CLIENT} requests of one client wait for pictures of the archive. Please try again later.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
