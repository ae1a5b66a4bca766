import { afterEach, describe, expect, test } from '@jest/globals';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { createCatalogueClient, followScrape, type ScrapeProgress } from '../src/index.ts';

const progress: ScrapeProgress = {
  status: 'processing',
  task_id: 'b2c1',
  pages_scraped: 1,
  entries: 20,
  started_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  error: null,
};
const started = { status: 'processing', task_id: 'b2c1', message: 'under way' };
const ready: ScrapeProgress = {
  ...progress,
  status: 'ready',
  pages_scraped: 2,
  entries: 33,
  finished_at: '2026-11-20T10:01:00.000Z',
};

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
});

async function follow(options: { signal?: AbortSignal; pollMs?: number } = {}): Promise<ScrapeProgress[]> {
  if (!server) throw new Error('the server is to be opened first');
  const seen: ScrapeProgress[] = [];
  for await (const reported of followScrape(
    createCatalogueClient(server),
    { userid: 57, force: true },
    { pollMs: 1, ...options },
  )) {
    seen.push(reported);
  }
  return seen;
}

describe('followScrape', () => {
  test('yields progress until the scrape is ready', async () => {
    server = await openLocalServer(json(started, 202), json(progress), json(progress), json(ready));
    expect(await follow()).toEqual([progress, progress, ready]);
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/user-collection/57/scrape?force=true',
      'GET /api/user-collection/57/scrape',
      'GET /api/user-collection/57/scrape',
      'GET /api/user-collection/57/scrape',
    ]);
  });

  test('rejects on 429 without a retry, with the pause before a retry in the error', async () => {
    const refusal = { detail: 'At most 5 scrapes of one client wait or run at the same time.' };
    server = await openLocalServer(json(refusal, 429, { 'Retry-After': '0' }), json(started, 202));
    await expect(follow()).rejects.toMatchObject({ code: 'http', status: 429, retryAfterMs: 0, ...refusal });
    expect(server.seen).toHaveLength(1);
  });

  test('yields "ready" without polling if the collection is cached', async () => {
    const data = { success: true, entries: [], total_entries: 0, pages_scraped: 1 };
    server = await openLocalServer(
      json({ status: 'cached', data, pagination: { total_count: 0, note: '' } }),
    );
    expect(await follow()).toMatchObject([{ status: 'ready', entries: 0, pages_scraped: 1 }]);
    expect(server.seen).toHaveLength(1);
  });

  test('rejects with scrape_failed and the error of the archive', async () => {
    const failed = { ...progress, status: 'failed', error: 'Archive user 57 not found' };
    server = await openLocalServer(json(started, 202), json(failed));
    await expect(follow()).rejects.toMatchObject({
      name: 'CatalogueError',
      code: 'scrape_failed',
      detail: 'Archive user 57 not found',
    });
  });

  test('rejects with "aborted" as soon as its signal aborts between two polls', async () => {
    server = await openLocalServer(json(started, 202), json(progress));
    const stop = new AbortController();
    const following = follow({ signal: stop.signal, pollMs: 60_000 }).catch((error: unknown) => error);
    while (server.seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await following).toMatchObject({ name: 'CatalogueError', code: 'aborted' });
  });
});
