import { afterEach, describe, expect, it } from '@jest/globals';
import { holdCommits, holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { createApiKey } from '../src/api-keys/create-api-key.ts';
import type { CollectionPage } from '../src/archive/collection-entry.ts';
import { requestScrape } from '../src/user-collections/request-scrape.ts';
import {
  claimScrape,
  failScrape,
  finishScrape,
  restartWithPages,
  storePage,
  type ClaimedScrape,
} from '../src/user-collections/scrape-queries.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue({ env: { TRUST_PROXY: '1' } });

afterEach(async () => {
  await catalogue.db('scrapes').delete();
});

const POST = { method: 'POST' };
const KEY = { name: 'tests', expiresAt: null, rateLimit: 'none' } as const;

/** Stores a collection of `count` kits as a finished scrape would. */
async function store(userid: number, count: number, expires = '7 days'): Promise<void> {
  await catalogue.db.raw(
    `insert into user_collections (userid, pages_scraped, archive_user, expires_at)
     values (?, ?, '{"name":"Ada","points":4}', now() + ?::interval)`,
    [userid, Math.ceil(count / 20), expires],
  );
  await catalogue.db.raw(
    `insert into user_collection_entries (userid, place, entry)
     select ?, place, jsonb_build_object('kit_id', place, 'kit_name', 'Kit ' || place, 'kit_slug', 'kit-' || place,
       'team_name', 'Rovers', 'season_year', '2023-24', 'main_img_url', 'https://archive.example/k.jpg')
     from generate_series(1, ?) as place`,
    [userid, count],
  );
}

describe('POST /api/user-collection/{userid}/scrape', () => {
  it('returns 202 and starts a scrape when there is no collection', async () => {
    const { status, body } = await catalogue.request('/api/user-collection/100/scrape', POST);
    expect(status).toBe(202);
    expect(body).toEqual({ status: 'processing', task_id: expect.any(String), message: expect.any(String) });
  });

  it('returns the scrape in progress, with and without force, and starts no second one', async () => {
    const first = await catalogue.request('/api/user-collection/101/scrape', POST);
    const second = await catalogue.request('/api/user-collection/101/scrape', POST);
    const forced = await catalogue.request('/api/user-collection/101/scrape?force=true', POST);
    expect([second.status, forced.status]).toEqual([202, 202]);
    expect(second.body.task_id).toBe(first.body.task_id);
    expect(forced.body.task_id).toBe(first.body.task_id);
  });

  it('starts one scrape for concurrent requests from two clients', async () => {
    const { databaseUrl: url } = catalogue;
    const send = (address: string) => () =>
      catalogue.request('/api/user-collection/102/scrape', {
        ...POST,
        headers: { 'X-Forwarded-For': address },
      });
    const clients = [send('192.0.2.1'), send('192.0.2.2')];
    const [first, second] = await runUntilBlocked(url, () => holdCommits(url, 'scrapes'), clients);
    expect([first?.status, second?.status]).toEqual([202, 202]);
    expect(second?.body).toEqual(first?.body);
    const { rows } = await catalogue.db.raw(`select 1 from agenda_jobs where data ->> 'key' = '102'`);
    expect(rows).toHaveLength(1);
  });

  it('returns all entries of a cached collection', async () => {
    await store(103, 45);
    const { status, body } = await catalogue.request('/api/user-collection/103/scrape', POST);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'cached',
      data: { success: true, total_entries: 45, pages_scraped: 3 },
      pagination: { total_count: 45, note: expect.any(String) },
    });
    expect(body.data.entries).toHaveLength(45);
  });

  it.each([0, 1, 100, 2345])(
    'returns all %s entries of a collection in order, with an ETag',
    async (count) => {
      await store(110 + count, count);
      const path = `/api/user-collection/${110 + count}/scrape`;
      const { status, body, headers } = await catalogue.request(path, POST);
      const ids = body.data.entries.map(({ kit_id: id }: { kit_id: number }) => id);
      expect([status, ids]).toEqual([200, Array.from({ length: count }, (_, at) => at + 1)]);
      expect([body.data.total_entries, headers.get('ETag')]).toEqual([
        count,
        expect.stringMatching(/^".+"$/),
      ]);
    },
  );

  it('aborts the response if the collection is replaced while it is being sent', async () => {
    await store(105, 4000);
    await catalogue.db.raw(
      `update user_collection_entries set entry = entry || jsonb_build_object('notes', repeat(place::text, 5000))
       where userid = 105`,
    );
    const headers = { 'Accept-Encoding': 'identity' };
    const response = await fetch(`${catalogue.url}/api/user-collection/105/scrape`, { ...POST, headers });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await catalogue.db('user_collections').where({ userid: 105 }).delete();
    await store(105, 4000);
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readAll()).rejects.toThrow('terminated');
  });

  it('starts a new scrape with force=true, and hides the collection while the scrape runs', async () => {
    await store(104, 3);
    const { status } = await catalogue.request('/api/user-collection/104/scrape?force=true', POST);
    expect(status).toBe(202);
    const { status: reading, body } = await catalogue.request('/api/user-collection/104');
    expect(reading).toBe(404);
    expect(body).toEqual({
      status: 'not_found',
      message: 'A scrape is under way: 0 pages with 0 entries so far. Try again in a moment.',
    });
    await catalogue.db.raw('update scrapes set pages_scraped = 1, entries = 1 where userid = 104');
    const { body: later } = await catalogue.request('/api/user-collection/104');
    expect(later.message).toContain(': 1 page with 1 entry so far.');
  });

  it.each([
    ['True', 201, 202],
    ['1', 202, 202],
    ['TRUE', 203, 202],
    ['', 204, 200],
    ['false', 205, 200],
    ['0', 206, 200],
  ])('accepts force=%s', async (force, userid, expected) => {
    await store(userid, 1);
    const { status } = await catalogue.request(`/api/user-collection/${userid}/scrape?force=${force}`, POST);
    expect(status).toBe(expected);
  });

  it.each(['maybe', '2', 'true&force=true'])('returns 400 for force=%s', async (force) => {
    const { status, body } = await catalogue.request(`/api/user-collection/5/scrape?force=${force}`, POST);
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'Invalid request parameters' });
  });

  it('returns 400 for a body that is not JSON', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, body } = await catalogue.request('/api/user-collection/5/scrape', {
      ...POST,
      headers,
      body: '{',
    });
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'JSON parse error.' });
  });
});

describe('scrapes of one client', () => {
  const request = (userid: number, address: string, headers: Record<string, string> = {}) =>
    catalogue.request(`/api/user-collection/${userid}/scrape`, {
      ...POST,
      headers: { 'X-Forwarded-For': address, ...headers },
    });
  const requestMany = async (userids: readonly number[], address: string, headers = {}) =>
    (await Promise.all(userids.map((userid) => request(userid, address, headers)))).map(
      ({ status }) => status,
    );
  const FIVE = [501, 502, 503, 504, 505];

  it('are limited to five at the same time, also for concurrent requests', async () => {
    await requestMany(FIVE.slice(1), '192.0.2.1');
    const { databaseUrl: url } = catalogue;
    const last = [501, 506].map((userid) => () => request(userid, '192.0.2.1'));
    const responses = await runUntilBlocked(url, () => holdCommits(url, 'scrapes'), last);
    expect(responses.map(({ status }) => status)).toEqual([202, 429]);
    const { status, headers, body } = await request(511, '192.0.2.1');
    expect(status).toBe(429);
    expect(body).toEqual({
      detail:
        'At most 5 scrapes of one client wait or run at the same time. Please try again when one of yours has ended.',
    });
    expect(headers.get('Retry-After')).toBe('60');
  });

  it('leave other clients, scrapes in progress and cached collections unaffected at the limit', async () => {
    await requestMany(FIVE, '192.0.2.1');
    await store(520, 1);
    expect((await request(503, '192.0.2.1')).status).toBe(202);
    expect((await request(520, '192.0.2.1')).status).toBe(200);
    expect((await request(521, '192.0.2.2')).status).toBe(202);
    expect((await request(521, '192.0.2.1')).status).toBe(202);
  });

  it('no longer count towards the limit after they have ended', async () => {
    await requestMany(FIVE, '192.0.2.1');
    await catalogue.db.raw(`update scrapes set status = 'failed', finished_at = now() where userid = 503`);
    expect((await request(506, '192.0.2.1')).status).toBe(202);
    expect((await request(507, '192.0.2.1')).status).toBe(429);
  });

  it('leave the cached collection readable when the limit rejects a forced scrape', async () => {
    await requestMany(FIVE, '192.0.2.1');
    await store(530, 1);
    const forced = await catalogue.request('/api/user-collection/530/scrape?force=true', {
      ...POST,
      headers: { 'X-Forwarded-For': '192.0.2.1' },
    });
    expect(forced.status).toBe(429);
    expect((await catalogue.request('/api/user-collection/530')).status).toBe(200);
  });

  it('are counted per IPv6 network, and per API key across addresses', async () => {
    expect(await requestMany([501, 502, 503], '2001:db8:0:1::1')).toEqual([202, 202, 202]);
    expect(await requestMany([504, 505, 506], '2001:db8:0:2::9')).toEqual(expect.arrayContaining([429]));
    const key = { 'X-API-Key': await createApiKey(catalogue.db, KEY) };
    expect(await requestMany([511, 512, 513, 514, 515], '192.0.2.7', key)).toEqual([202, 202, 202, 202, 202]);
    expect((await request(516, '192.0.2.8', key)).status).toBe(429);
    expect((await request(516, '192.0.2.7')).status).toBe(202);
  });
});

describe('GET /api/user-collection/{userid}', () => {
  it("returns a page of entries, the collector's profile and the expiry time", async () => {
    await store(300, 45);
    const { status, body } = await catalogue.request('/api/user-collection/300?page=2&page_size=20');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ready',
      data: { success: true, total_entries: 45, pages_scraped: 3, user: { name: 'Ada', points: 4 } },
      pagination: {
        current_page: 2,
        total_pages: 3,
        total_count: 45,
        page_size: 20,
        has_next: true,
        has_previous: true,
        next_page: 3,
        previous_page: 1,
      },
    });
    expect(body.data.entries.map((entry: { kit_id: number }) => entry.kit_id)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 21),
    );
    const days = (Date.parse(body.cached_until) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
  });

  it('returns no entries past the end, and the last page as the previous page', async () => {
    await store(301, 3);
    const { body } = await catalogue.request('/api/user-collection/301?page=9');
    expect(body.data.entries).toEqual([]);
    expect(body.pagination).toMatchObject({
      has_next: false,
      next_page: null,
      has_previous: true,
      previous_page: 1,
    });
  });

  it('returns an empty collection', async () => {
    await store(302, 0);
    const { status, body } = await catalogue.request('/api/user-collection/302');
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { entries: [], total_entries: 0 }, pagination: { total_pages: 1 } });
  });

  it('returns 404 and says how to start a scrape when the collection was never scraped', async () => {
    const { status, body } = await catalogue.request('/api/user-collection/303');
    expect(status).toBe(404);
    expect(body).toEqual({
      status: 'not_found',
      message: expect.stringContaining('POST /api/user-collection/303/scrape'),
    });
  });

  it('returns 404 after the collection has expired, and a new scrape can start', async () => {
    await store(304, 3, '-1 second');
    expect((await catalogue.request('/api/user-collection/304')).status).toBe(404);
    expect((await catalogue.request('/api/user-collection/304/scrape', POST)).status).toBe(202);
  });

  it.each(['0', '-1', 'abc', '2147483648', '1.5', '%00'])(
    'returns 400 for the invalid user id %s',
    async (id) => {
      for (const [path, request] of [
        [`/api/user-collection/${id}`, {}],
        [`/api/user-collection/${id}/scrape`, {}],
        [`/api/user-collection/${id}/scrape`, POST],
      ] as const) {
        const { status, body } = await catalogue.request(path, request);
        expect(status).toBe(400);
        expect(body).toEqual({ detail: 'Invalid request parameters' });
      }
    },
  );
});

describe('GET /api/user-collection/{userid}/scrape', () => {
  it('returns not_found for a collector without a scrape', async () => {
    const { status, body } = await catalogue.request('/api/user-collection/400/scrape');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'not_found',
      task_id: null,
      pages_scraped: 0,
      entries: 0,
      started_at: null,
      finished_at: null,
      error: null,
    });
  });

  it('returns the progress of a scrape', async () => {
    const { body: started } = await catalogue.request('/api/user-collection/401/scrape', POST);
    await catalogue.db.raw(
      `update scrapes set pages_scraped = 2, entries = 40, started_at = '2026-01-02T03:04:05Z' where id = ?`,
      [started.task_id],
    );
    const { body } = await catalogue.request('/api/user-collection/401/scrape');
    expect(body).toEqual({
      status: 'processing',
      task_id: started.task_id,
      pages_scraped: 2,
      entries: 40,
      started_at: '2026-01-02T03:04:05.000Z',
      finished_at: null,
      error: null,
    });
    const { body: collection } = await catalogue.request('/api/user-collection/401');
    expect(collection.message).toContain('2 pages with 40 entries');
  });

  it('is not stored in the response cache', async () => {
    const { headers } = await catalogue.request('/api/user-collection/400/scrape');
    expect(headers.get('X-Cache')).toBeNull();
    expect(headers.get('ETag')).not.toBeNull();
  });
});

describe('a worker whose scrape was claimed by another worker', () => {
  const PAGE: CollectionPage = {
    kind: 'page',
    entries: [],
    customEntries: [],
    leftOut: 0,
    hasMore: true,
    user: undefined,
  };

  it.each<[what: string, act: (scrape: ClaimedScrape) => Promise<unknown>]>([
    ['stores no page', (scrape) => storePage(catalogue.db, scrape, PAGE)],
    ['does not start over', (scrape) => restartWithPages(catalogue.db, scrape)],
    [
      'does not finish',
      (scrape) => finishScrape(catalogue.db, scrape, { user: undefined, isTruncated: false }),
    ],
    ['does not fail', ({ id, userid, claim }) => failScrape(catalogue.db, { id, userid, claim }, 'lost')],
  ])('%s', async (_what, act) => {
    const { databaseUrl: url, db } = catalogue;
    await requestScrape(db, { userid: 600, force: false, client: null });
    const scrape = await claimScrape(db, 600);
    if (!scrape) throw new Error('there is no scrape');
    await db('scrape_entries').insert({ scrape_id: scrape.id, place: 1, entry: {} });
    const [claimed, outcome] = await runUntilBlocked<unknown>(url, () => holdRow(url, 'scrapes', scrape.id), [
      () => claimScrape(db, 600),
      () => act(scrape).catch(({ name }: Error) => name),
    ]);
    expect(['ClaimLost', false]).toContain(outcome);
    expect(await db('scrapes').select()).toEqual([claimed]);
    expect(await db('scrape_entries').select('place')).toEqual([{ place: 1 }]);
  });
});
