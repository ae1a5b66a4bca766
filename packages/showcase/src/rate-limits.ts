import { CatalogueError } from '@kitroom/catalogue-client';
import { CollectionError } from '@kitroom/collection-client';
import { createStore } from './create-store.ts';

/** The maximum random delay, because requests of many visitors may be waiting for the same moment. */
const SPREAD_MS = 2000;

/** The time, in milliseconds since the epoch, until which requests wait. */
export const limitStore = createStore(0);

/** Milliseconds until a rate limit allows more requests. Undefined for all other errors. */
export function readLimit(error: Error): number | undefined {
  if (!(error instanceof CatalogueError || error instanceof CollectionError)) return undefined;
  return isLimit(error.status) ? error.retryAfterMs : undefined;
}

/** The catalogue responds to exceeded limits with 403, but then always sends `Retry-After`. */
function isLimit(status: number | undefined): boolean {
  return status === 403 || status === 429;
}

/**
 * Options of queries and mutations: requests beyond a rate limit are repeated as soon as the service allows
 * it.
 */
export const RETRY_WHEN_ALLOWED = {
  retry: (_failures: number, error: Error) => readLimit(error) !== undefined,
  // Called for every error, even if the request is not repeated.
  retryDelay: (_failures: number, error: Error) => {
    const limit = readLimit(error);
    if (limit === undefined) return 0;
    const pause = limit + Math.random() * SPREAD_MS;
    announcePause(pause);
    return pause;
  },
};

/** `fetch` for the clients. They wait for short rate limits of reads themselves, which are announced here. */
export async function fetchWithinLimits(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const pause = Number(response.headers.get('Retry-After')) * 1000;
  if (init.method === 'GET' && isLimit(response.status) && pause > 0) announcePause(pause);
  return response;
}

function announcePause(ms: number): void {
  limitStore.set(Math.max(limitStore.read(), Date.now() + ms));
}

/** Formats a time of today for the user's locale, with seconds if it is less than a minute away. */
export function formatTime(time: number): string {
  const isNear = time - Date.now() < 60_000;
  return new Date(time).toLocaleTimeString(undefined, { timeStyle: isNear ? 'medium' : 'short' });
}
