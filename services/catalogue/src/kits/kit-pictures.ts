import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { ServiceError } from '@kitroom/server/http/errors';
import {
  PICTURES_BYTES,
  PICTURES_RETRY_SECONDS,
  PICTURES_WAITING,
  PICTURES_WAITING_PER_CLIENT,
} from '../limits.ts';
import { renderPicture } from './render-picture.ts';

/**
 * The maximum number of concurrent renderings: half of the cores, and at most three of Node.js's four
 * threads, which files and compression need too.
 */
const CONCURRENCY = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), 3));

/** A drawing to render. `key` identifies the kit and its look. */
interface Drawing {
  key: string;
  draw: () => string;
  /** The width and height in pixels. */
  size: number;
}

/**
 * Renders pictures and caches them in memory. Concurrent requests for the same picture share a rendering.
 * Limits how many pictures wait, in total and per client.
 */
export function openKitPictures(renderPng: typeof renderPicture = renderPicture) {
  const rendered = new LRUCache<string, Buffer>({
    maxSize: PICTURES_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const pending = new Map<string, Promise<Buffer>>();
  const waiting = new Map<string, number>();
  const limit = pLimit(CONCURRENCY);

  function changeWaiting(client: string, change: number): void {
    const left = (waiting.get(client) ?? 0) + change;
    if (left > 0) waiting.set(client, left);
    else waiting.delete(client);
  }

  async function render(key: string, { draw, size }: Drawing, client: string): Promise<Buffer> {
    changeWaiting(client, 1);
    try {
      const picture = await limit(() => {
        changeWaiting(client, -1);
        return renderPng(draw(), size);
      });
      rendered.set(key, picture);
      return picture;
    } finally {
      pending.delete(key);
    }
  }

  return {
    /** Returns a PNG. Throws a 503 if too many pictures are waiting. */
    get(drawing: Drawing, client: string): Buffer | Promise<Buffer> {
      const key = `${drawing.key} ${drawing.size}`;
      const existing = rendered.get(key) ?? pending.get(key);
      if (existing) return existing;
      const isFull =
        limit.pendingCount >= PICTURES_WAITING || (waiting.get(client) ?? 0) >= PICTURES_WAITING_PER_CLIENT;
      if (isFull) throw tooManyWaiting();
      const picture = render(key, drawing, client);
      pending.set(key, picture);
      return picture;
    },
  };
}

function tooManyWaiting(): ServiceError {
  return new ServiceError(
    'unavailable',
    'Too many pictures are waiting to be rendered. Please try again later.',
    {
      headers: { 'Retry-After': String(PICTURES_RETRY_SECONDS) },
    },
  );
}
