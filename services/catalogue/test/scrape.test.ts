import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { query } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { SCRAPE_JOB } from '../src/user-collections/scrape-queries.ts';
import { startTestCatalogue, type TestCatalogue, type TestResponse } from './test-catalogue.ts';

const POST = { method: 'POST' };
const { withoutKits, withThreeKits, withManyKits, withVeryManyKits, broken, rateLimited } =
  STAND_IN_COLLECTORS;

let archive: StandInArchive;
let catalogue: TestCatalogue;

beforeAll(async () => {
  archive = await startStandInArchive();
  catalogue = await startTestCatalogue({
    env: {
      WORKER: 'true',
      ARCHIVE_BASE_URL: archive.url,
      ARCHIVE_MIN_INTERVAL_MS: '1',
      ARCHIVE_USER_AGENT: 'Kitroom test (operator@example.org)',
    },
  });
});

afterEach(async () => {
  archive.setBehaviour(undefined);
  archive.clear();
  await catalogue.db('scrapes').delete();
  await catalogue.db('user_collections').delete();
});

afterAll(async () => {
  await catalogue.close();
  await archive.stop();
});

/** Starts a scrape and waits for its end. */
async function scrape(userid: number, force = false): Promise<TestResponse> {
  const started = await catalogue.request(`/api/user-collection/${userid}/scrape?force=${force}`, POST);
  expect(started.status).toBe(202);
  let progress = started;
  await eventually(async () => {
    progress = await catalogue.request(`/api/user-collection/${userid}/scrape`);
    expect(progress.body.status).not.toBe('processing');
  }, 60_000);
  return progress;
}

async function read(userid: number) {
  const { status, body } = await catalogue.request(`/api/user-collection/${userid}?page_size=100`);
  expect(status).toBe(200);
  return body;
}

const paths = () => archive.requests().map(({ path }) => path);

describe('a scrape', () => {
  it("reads a collection from the JSON feed and stores it with the collector's profile", async () => {
    const { body } = await scrape(withManyKits);
    expect(body).toMatchObject({ status: 'ready', entries: 57, error: null });
    expect(Date.parse(body.finished_at)).toBeGreaterThanOrEqual(Date.parse(body.started_at));
    const collection = await read(withManyKits);
    expect(collection.data).toMatchObject({
      total_entries: 57,
      user: { name: 'Marta Sammlerin', points: 1212 },
    });
    expect(collection.data.entries).toHaveLength(57);
    expect(paths().every((path) => path.startsWith('/api/'))).toBe(true);
  });

  it("stores the collector's details of each entry, and custom entries separately", async () => {
    await scrape(withManyKits);
    const { data } = await read(withManyKits);
    expect(data.entries[0]).toMatchObject({
      entry_id: 1_057_000,
      size: 'M',
      condition: 'Excellent',
      purchase: { purchase_date: '2023-11-04', purchase_currency: 'EUR', value: '75.00' },
    });
    expect(data.entries[1]).toMatchObject({ notes: 'From a flea market; “as new”.' });
    const address = `/api/user-collection/${withManyKits}/custom-entries`;
    const { status, body } = await catalogue.request(`${address}?page_size=2`);
    expect(status).toBe(200);
    expect(body.pagination).toMatchObject({ total_count: 3, has_next: true });
    const { body: secondPage } = await catalogue.request(`${address}?page_size=2&page=2`);
    const entries = [...body.entries, ...secondPage.entries];
    expect(entries.map(({ entry_id: id }) => id)).toEqual([1_057_901, 1_057_920, 1_057_939]);
    expect(entries.every((entry) => JSON.stringify(entry).includes('Works team of my uncle'))).toBe(true);
    expect((await catalogue.request('/api/user-collection/9/custom-entries')).status).toBe(404);
  });

  it('sends ARCHIVE_USER_AGENT as its User-Agent in every request', async () => {
    await scrape(withThreeKits);
    const agents = new Set(archive.requests().map(({ headers }) => headers['user-agent']));
    expect([...agents]).toEqual(['Kitroom test (operator@example.org)']);
  });

  it.each([withoutKits, withThreeKits, withManyKits])(
    'reads the same entries of collector %s from HTML pages when the feed returns 404',
    async (userid) => {
      await scrape(userid);
      const byFeed = await read(userid);
      archive.setBehaviour(({ kind }) =>
        kind === 'feed' || kind === 'user' ? { status: 404, body: 'gone' } : undefined,
      );
      await scrape(userid, true);
      const byPages = await read(userid);
      // The pages have fewer fields.
      expect(byFeed.data.entries).toMatchObject(byPages.data.entries);
      expect(paths()).toContain(`/user/${userid}/`);
    },
  );

  it.each([
    { status: 410, body: '' },
    { status: 200, body: '<html>Welcome</html>' },
  ])('falls back to HTML pages when the feed responds with $status $body', async (response) => {
    archive.setBehaviour(({ kind }) => (kind === 'feed' ? response : undefined));
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', entries: 3 });
  });

  it('needs at most 27 requests for 500 kits', async () => {
    const entries = (page: number) =>
      Array.from({ length: 20 }, (_, index) => ({ kit: { id: page * 20 + index, team_name: 'Rovers' } }));
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed'
        ? { body: JSON.stringify({ success: true, entries: entries(page), more_available: page < 25 }) }
        : undefined,
    );
    expect((await scrape(withManyKits)).body).toMatchObject({ pages_scraped: 25, entries: 500 });
    expect(archive.requests().length).toBeLessThanOrEqual(27);
  });

  it('reads a collection of 640 kits and requests each page only once', async () => {
    expect((await scrape(withVeryManyKits)).body).toMatchObject({ status: 'ready', entries: 640 });
    expect(new Set(paths()).size).toBe(paths().length);
  });

  it('stores no client after it has ended', async () => {
    await scrape(withThreeKits);
    await scrape(999);
    const clients = await query(catalogue.db, 'select client from scrapes');
    expect(clients).toEqual([{ client: null }, { client: null }]);
  });

  it('fails with "Archive user 999 not found" for an unknown collector', async () => {
    expect((await scrape(999)).body).toMatchObject({ status: 'failed', error: 'Archive user 999 not found' });
    archive.setBehaviour(({ kind }) => (kind === 'feed' ? { status: 404, body: '' } : undefined));
    expect((await scrape(999)).body).toMatchObject({ status: 'failed', error: 'Archive user 999 not found' });
    const { body } = await catalogue.request('/api/user-collection/999');
    expect(body.message).toContain('Archive user 999 not found');
  });

  it('waits for the requested Retry-After, then continues from the rejected page', async () => {
    expect((await scrape(rateLimited)).body).toMatchObject({ status: 'ready', entries: 25 });
    const second = archive.requests().filter(({ path }) => path.includes('page=2'));
    expect(second).toHaveLength(2);
    expect((second[1]?.at ?? 0) - (second[0]?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(archive.requests().filter(({ path }) => path.includes('page=1'))).toHaveLength(1);
  });

  it('accepts an HTTP date in Retry-After', async () => {
    archive.setBehaviour(({ kind, count }) =>
      kind === 'feed' && count === 1
        ? { status: 503, headers: { 'retry-after': new Date(Date.now() + 2000).toUTCString() }, body: '' }
        : undefined,
    );
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready' });
    const [first, retry] = archive.requests();
    // An HTTP date has whole seconds.
    expect((retry?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(900);
  });

  it('fails when the archive keeps returning 429', async () => {
    archive.setBehaviour(({ kind }) =>
      kind === 'feed' ? { status: 429, headers: { 'retry-after': '0' }, body: '' } : undefined,
    );
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'failed', error: 'The archive kept requesting a pause.' });
  });

  it('fails after five attempts at a page that returns 500', async () => {
    const { body } = await scrape(broken);
    expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('status 500') });
    expect(archive.requests()).toHaveLength(5);
  });

  it('retries after broken connections and completes', async () => {
    archive.setBehaviour(({ count }) => (count <= 2 ? { destroy: true } : undefined));
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', entries: 3 });
  });

  it.each([
    ['status 403', { status: 403, body: 'Forbidden' }],
    ['a browser challenge', { status: 200, body: '<title>Just a moment...</title>verify you are human' }],
  ])('fails at %s, with an error that says the archive refuses programs', async (_what, response) => {
    archive.setBehaviour(({ kind }) =>
      response.status === 403 || kind === 'page' ? response : { status: 404, body: '' },
    );
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('refuses to be read by programs'),
    });
    expect(archive.requests().length).toBeLessThanOrEqual(2);
  });

  it('fails at a response larger than 5 MiB without downloading the whole response', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    async function* flood() {
      for (; sent < 50; sent += 1) yield megabyte;
    }
    archive.setBehaviour(() => ({ body: flood() }));
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('larger than 5 MiB') });
    expect(sent).toBeLessThan(50);
  });

  it('fails with an error when a page is garbage', async () => {
    archive.setBehaviour(() => ({ body: '\u0000\u0001 <<<< garbage' }));
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'failed', error: expect.stringContaining('not a collection') });
  });

  it('follows redirects within the archive, each as a separate paced request', async () => {
    archive.setBehaviour(({ kind, path }) =>
      kind === 'feed' && !path.includes('moved')
        ? { status: 302, headers: { location: `${path}&moved=1` }, body: '' }
        : undefined,
    );
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', entries: 3 });
    const gaps = archive.requests().map(({ at }, index, all) => at - (all[index - 1]?.at ?? -Infinity));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
  });

  it.each(['http://127.0.0.1:1/', 'file:///etc/passwd', 'ftp://archive.example/'])(
    'fails instead of following a redirect to %s',
    async (location) => {
      archive.setBehaviour(() => ({ status: 302, headers: { location }, body: '' }));
      const { body } = await scrape(withThreeKits);
      expect(body).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('redirected to another place'),
      });
    },
  );

  it('fails after more than 5 redirects', async () => {
    archive.setBehaviour(({ path }) => ({ status: 302, headers: { location: `${path}&again=1` }, body: '' }));
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'failed', error: 'The archive redirected more than 5 times.' });
  });

  it('stores the collection without a user when the profile request fails', async () => {
    archive.setBehaviour(({ kind }) => (kind === 'user' ? { status: 500, body: '' } : undefined));
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready' });
    expect((await read(withThreeKits)).data.user).toBeUndefined();
  });

  it('restores the previous collection when a forced scrape fails', async () => {
    await scrape(withThreeKits);
    const before = await read(withThreeKits);
    archive.setBehaviour(() => ({ status: 403, body: '' }));
    expect((await scrape(withThreeKits, true)).body).toMatchObject({ status: 'failed' });
    expect(await read(withThreeKits)).toEqual(before);
    const repeated = await catalogue.request(`/api/user-collection/${withThreeKits}/scrape`, POST);
    expect(repeated.body.status).toBe('cached');
  });

  it('replaces the collection when a forced scrape succeeds', async () => {
    await scrape(withThreeKits);
    archive.setBehaviour(({ kind }) =>
      kind === 'feed' ? { body: '{"success":true,"entries":[],"more_available":false}' } : undefined,
    );
    await scrape(withThreeKits, true);
    expect((await read(withThreeKits)).data.entries).toEqual([]);
  });

  it('keeps the previous collection when storing the new one fails', async () => {
    await scrape(withThreeKits);
    // Sequences keep their values when a transaction fails.
    await catalogue.db.raw(`
      create sequence failures;
      create function fail() returns trigger language plpgsql
        as $$ begin perform nextval('failures'); raise exception 'the test rejects it'; end $$;
      create trigger fail before insert on user_collections execute function fail();`);
    try {
      await catalogue.request(`/api/user-collection/${withThreeKits}/scrape?force=true`, POST);
      await eventually(async () =>
        expect(await query(catalogue.db, 'select is_called from failures')).toEqual([{ is_called: true }]),
      );
      const stored = catalogue.db('user_collections').where({ userid: withThreeKits });
      expect(await stored.pluck('pages_scraped')).toHaveLength(1);
    } finally {
      await catalogue.db.raw('drop function fail cascade; drop sequence failures');
      // The job would otherwise be retried during the next tests.
      await catalogue.db('agenda_jobs').where({ name: SCRAPE_JOB }).delete();
    }
  });

  it('finishes early if its collection is small, even if a scrape of a large collection started earlier', async () => {
    await catalogue.request(`/api/user-collection/${withVeryManyKits}/scrape`, POST);
    await scrape(withThreeKits);
    const { body } = await catalogue.request(`/api/user-collection/${withVeryManyKits}/scrape`);
    expect(body.status).toBe('processing');
    await eventually(async () => {
      const progress = await catalogue.request(`/api/user-collection/${withVeryManyKits}/scrape`);
      expect(progress.body.status).toBe('ready');
    }, 30_000);
  });

  it('leaves no job in the queue after success or failure', async () => {
    await scrape(withThreeKits);
    await scrape(999);
    await eventually(async () => {
      const { rows } = await catalogue.db.raw(`select 1 from agenda_jobs where name = 'scrape-collection'`);
      expect(rows).toEqual([]);
    });
  });

  it('stops at page 500 of an endless feed, and marks the collection as truncated', async () => {
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed'
        ? { body: JSON.stringify({ success: true, entries: [{ kit: { id: page } }], more_available: true }) }
        : undefined,
    );
    // Every page waits for its turn, so most of them have been read by an earlier run.
    await catalogue.db('scrapes').insert({ userid: withThreeKits, next_page: 491, pages_scraped: 490 });
    await enqueue(catalogue.db, SCRAPE_JOB, String(withThreeKits));
    await eventually(async () => {
      const { body } = await catalogue.request(`/api/user-collection/${withThreeKits}/scrape`);
      expect(body).toMatchObject({ status: 'ready', pages_scraped: 500, entries: 10 });
    });
    const feeds = paths().filter((path) => path.includes('page='));
    expect(feeds).toHaveLength(10);
    expect(feeds.at(-1)).toMatch(/page=500\b/);
    expect((await read(withThreeKits)).data).toMatchObject({ truncated: true, total_entries: 10 });
    const cached = await catalogue.request(`/api/user-collection/${withThreeKits}/scrape`, POST);
    expect(cached.body.data).toMatchObject({ truncated: true });
  });

  it('stores each entry id once, and ends at a page that repeats only known entry ids', async () => {
    const entry = (id: number) => ({ id, kit: { id: 100 + id, team_name: 'Bohemians', season: '2023-24' } });
    const pages = [[entry(1), entry(2), entry(1)], [entry(2), entry(3)], [entry(3), entry(1)], [entry(4)]];
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed'
        ? { body: JSON.stringify({ success: true, entries: pages[page - 1], more_available: true }) }
        : undefined,
    );
    expect((await scrape(withThreeKits)).body).toMatchObject({
      status: 'ready',
      pages_scraped: 3,
      entries: 3,
    });
    const { data } = await read(withThreeKits);
    expect(data.entries.map(({ entry_id: id }: { entry_id: number }) => id)).toEqual([1, 2, 3]);
    expect(data).not.toHaveProperty('truncated');
  });

  it('stores each entry id once across kits and custom entries', async () => {
    const entry = (id: number, words: object = {}) => ({ id, kit: { id: 100 + id }, ...words });
    const custom = { custom_team: 'Works team' };
    const pages = [
      [entry(1), entry(2, custom), entry(1, custom)],
      [entry(2), entry(1, custom), entry(3)],
    ];
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed'
        ? { body: JSON.stringify({ success: true, entries: pages[page - 1], more_available: page < 2 }) }
        : undefined,
    );
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', entries: 2 });
    const { data } = await read(withThreeKits);
    expect(data.entries.map(({ kit_id: id }: { kit_id: number }) => id)).toEqual([101, 103]);
    const { body } = await catalogue.request(`/api/user-collection/${withThreeKits}/custom-entries`);
    expect(body.entries).toMatchObject([{ entry_id: 2 }]);
  });

  it.each([
    ['feed', 201],
    ['feed', 300_000],
    ['page', 201],
  ])('fails at a %s of %s entries, and stores none of them', async (format, count) => {
    const kits = '<div class="kit" id="7"></div>'.repeat(count);
    archive.setBehaviour(({ kind }) => {
      if (kind === 'page') return { body: `<div class="kit-container">${kits}</div>` };
      if (format === 'page') return { status: 404 };
      return { body: `{"success":true,"entries":[${'{"kit":{"id":1}},'.repeat(count - 1)}0]}` };
    });
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({
      status: 'failed',
      entries: 0,
      error: expect.stringContaining('a page of more than 200 entries'),
    });
    expect(await catalogue.db('scrape_entries')).toEqual([]);
  });

  it('stops at 20,000 entries including custom ones, and marks the collection as truncated', async () => {
    const write = (page: number) =>
      Array.from({ length: 200 }, (_, at) => ({
        id: page * 200 + at,
        kit: { id: 7 },
        custom_team: at % 2 ? 'Works team' : null,
      }));
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed'
        ? { body: JSON.stringify({ success: true, entries: write(page), more_available: true }) }
        : undefined,
    );
    const earlier = { next_page: 99, pages_scraped: 98, entries: 9800, left_out: 9800 };
    await catalogue.db('scrapes').insert({ userid: withThreeKits, ...earlier });
    await enqueue(catalogue.db, SCRAPE_JOB, String(withThreeKits));
    await eventually(async () => {
      const { body } = await catalogue.request(`/api/user-collection/${withThreeKits}/scrape`);
      expect(body).toMatchObject({ status: 'ready', pages_scraped: 100, entries: 10_000 });
    });
    expect(paths().filter((path) => path.includes('page='))).toHaveLength(2);
    expect((await read(withThreeKits)).data).toMatchObject({ truncated: true, total_entries: 200 });
    expect(await catalogue.db('scrape_entry_ids')).toEqual([]);
  });
});

/** A page of a feed: so many entries, below zero in the collector's own words. */
function writeFeed(count: number, page: number, more: boolean): string {
  const entries = Array.from({ length: Math.abs(count) }, (_, index) => ({
    kit: { id: page * 100 + index, team_name: 'Rovers' },
    custom_team: count < 0 ? 'Works team' : null,
  }));
  return JSON.stringify({ success: true, entries, more_available: more });
}

/** A page of HTML with one kit or none, and a pager that leads on or not. */
function writePage(hasKit: boolean, page: number, more: boolean): string {
  const kit = `<div class="kit" id="${page}"><a href="/rovers-${page}/"></a></div>`;
  const next = more ? `<a class="button" href="?p=${page + 1}">Next</a>` : '';
  return `<div class="kit-container">${hasKit ? kit : ''}</div><div class="pager">${next}</div>`;
}

describe('a scrape with empty pages', () => {
  it.each([
    ['empty pages between others', [20, 0, 0, 20, 0, 7], 6, 47],
    ['three empty pages in a row', [20, 0, 20, 0, 0, 0, 20], 6, 40],
    ['only empty pages', [0, 0, 0, 20], 3, 0],
    ['only custom entries', [-20, -20, -20, 5], 4, 5],
  ])(
    'stops at the third empty page in a row or at the last page: %s',
    async (_what, pages, scraped, entries) => {
      archive.setBehaviour(({ kind, page }) =>
        kind === 'feed' ? { body: writeFeed(pages[page - 1] ?? 0, page, page < pages.length) } : undefined,
      );
      const { body } = await scrape(withThreeKits);
      expect(body).toMatchObject({ status: 'ready', pages_scraped: scraped, entries });
    },
  );

  it('ends at an empty page when the feed says that no more entries are available', async () => {
    archive.setBehaviour(({ kind, page }) =>
      kind === 'feed' ? { body: writeFeed(0, page, false) } : undefined,
    );
    expect((await scrape(withThreeKits)).body).toMatchObject({ status: 'ready', pages_scraped: 1 });
  });

  it('ends only after three empty HTML pages in a row, while the pager links to more', async () => {
    archive.setBehaviour(({ kind, page }) =>
      kind === 'page'
        ? { body: writePage(page === 1 || page === 4, page, page < 9) }
        : { status: 404, body: 'gone' },
    );
    const { body } = await scrape(withThreeKits);
    expect(body).toMatchObject({ status: 'ready', pages_scraped: 7, entries: 2 });
  });
});
