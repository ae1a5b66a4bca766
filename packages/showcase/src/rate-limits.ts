import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';

/** Requests of many visitors may be waiting for the same moment. */
const SPREAD_MS = 2000;

let limitedUntil = 0;
const listeners = new Set<() => void>();

/** Milliseconds until a rate limit allows more requests; undefined for every other error. */
export function readLimit(error: Error): number | undefined {
  if (!(error instanceof CatalogueError || error instanceof CollectionError)) return undefined;
  // The catalogue answers 403, but only with Retry-After.
  return error.status === 403 || error.status === 429 ? error.retryAfterMs : undefined;
}

/** Options of queries and mutations: what exceeds a rate limit is sent again as soon as the service allows it. */
export const RETRY_WHEN_ALLOWED = {
  retry: (_failures: number, error: Error) => readLimit(error) !== undefined,
  retryDelay: (_failures: number, error: Error) => {
    const pause = (readLimit(error) ?? 0) + Math.random() * SPREAD_MS;
    limitedUntil = Math.max(limitedUntil, Date.now() + pause);
    listeners.forEach((notify) => notify());
    return pause;
  },
};

/** For `useSyncExternalStore`: the time, in milliseconds since the epoch, until which requests wait. */
export const limitStore = {
  subscribe(notify: () => void): () => void {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
  read: () => limitedUntil,
};

/** A time of today as people read it, with its seconds if it is near. */
export function formatTime(time: number): string {
  const isNear = time - Date.now() < 60_000;
  return new Date(time).toLocaleTimeString('en', { timeStyle: isNear ? 'medium' : 'short' });
}
