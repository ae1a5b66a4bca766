import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/**
 * How long no request may be under way until a screen counts as loaded; as long as Playwright's
 * `networkidle`.
 */
const QUIET_MS = 500;

export interface RequestCount {
  /** The requests that a rate limit of the services counted: their responses say how many are left. */
  counted: string[];
  /** Waits until the screen sends no more. `networkidle` does so only once for each document. */
  settle(): Promise<void>;
}

/** Counts the requests of a page from now on. */
export function countRequests(page: Page): RequestCount {
  const counted: string[] = [];
  const underway = new Set<Request>();
  let changedAt = performance.now();
  const finish = (request: Request) => {
    underway.delete(request);
    changedAt = performance.now();
  };
  page.on('request', (request) => {
    underway.add(request);
    changedAt = performance.now();
  });
  page.on('requestfinished', finish);
  page.on('requestfailed', finish);
  page.on('response', (response) => {
    if (response.headers()['ratelimit']) counted.push(`${response.request().method()} ${response.url()}`);
  });
  return {
    counted,
    async settle() {
      changedAt = performance.now();
      while (underway.size > 0 || performance.now() - changedAt < QUIET_MS) await delay(50);
    },
  };
}
