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
 * Renderings at once: half of the cores, and not all four threads that Node.js has for files and compression.
 */
const AT_ONCE = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), 3));

/** A drawing to render; `key` stands for the kit and its look. */
interface Drawing {
  key: string;
  draw: () => string;
  /** In pixels. */
  size: number;
}

/**
 * Renders pictures, equal ones once, and keeps them in memory. Limits how many wait, in all and for one
 * client.
 */
export function openKitPictures(renderPng: typeof renderPicture = renderPicture) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: PICTURES_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  const pending = new Map<string, Promise<Buffer>>();
  const waiting = new Map<string, number>();
  const limit = pLimit(AT_ONCE);

  function count(client: string, change: number): void {
    const left = (waiting.get(client) ?? 0) + change;
    if (left > 0) waiting.set(client, left);
    else waiting.delete(client);
  }

  async function render(key: string, { draw, size }: Drawing, client: string): Promise<Buffer> {
    count(client, 1);
    try {
      const picture = await limit(() => {
        count(client, -1);
        return renderPng(draw(), size);
      });
      kept.set(key, picture);
      return picture;
    } finally {
      pending.delete(key);
    }
  }

  return {
    /** Returns a PNG; 503 if too many pictures wait. */
    get(drawing: Drawing, client: string): Buffer | Promise<Buffer> {
      const key = `${drawing.key} ${drawing.size}`;
      const known = kept.get(key) ?? pending.get(key);
      if (known) return known;
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
