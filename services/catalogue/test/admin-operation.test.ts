import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import { errorOf, rowsOf } from '@kitroom/testing/read-page';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { listChanges, openSignedIn, startWithAdmin, useAdmin, type AdminBrowser } from './admin-browser.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogueDatabase, type TestCatalogue } from './test-catalogue.ts';

const KITS = '/api/kits';
const BRANDS = '/api/brands/search?keyword=puma';

const database = useCatalogueDatabase();
const catalogue = useAdmin({ database, env: { API_ENABLE_AUTH: 'true' } });
let browser: AdminBrowser;

beforeEach(async () => {
  await catalogue.db.raw(
    'truncate api_keys, scrapes, user_collections, agenda_jobs, audit_log restart identity cascade',
  );
  browser = await openSignedIn(catalogue);
});

const log = async () =>
  (await listChanges(browser)).map(([, operator, did, subject]) => [operator, did, subject]);

describe('API keys in the admin interface', () => {
  async function create(values: Record<string, string>) {
    return browser.send(await browser.open('/admin/api-keys/new'), 'Create the key', values);
  }

  it('are shown once, are valid immediately, and are rejected immediately after revocation', async () => {
    const page = await create({ name: 'Front end', expires: '2099-12-31', limit: '7' });
    const key = page.document.querySelector('.secret')?.textContent ?? '';
    expect(key).toMatch(/^kitroom_[\w-]{43}$/);
    const request = () => catalogue.request(BRANDS, { headers: { 'X-API-Key': key } });
    expect((await request()).headers.get('X-RateLimit-Limit')).toBe('7');
    const list = await browser.open('/admin/api-keys');
    expect(list.text).not.toContain(key);
    expect(rowsOf(list)[0]?.slice(0, 3)).toEqual(['Front end', 'valid', '7']);
    expect(JSON.stringify(await query(catalogue.db, 'select * from sessions'))).not.toContain(key);
    expect(JSON.stringify(await query(catalogue.db, 'select * from audit_log'))).not.toContain(key);

    const after = await browser.send(await browser.open('/admin/api-keys/1/revoke'), 'Revoke the key');
    expect([after.path, after.text]).toEqual(['/admin/api-keys', expect.stringContaining('Revoked the key')]);
    expect((await request()).status).toBe(401);
    expect(rowsOf(after)[0]?.[1]).toMatch(/^revoked/);
    expect(await log()).toEqual([
      ['Olga', 'revoke', expect.stringContaining('Front end')],
      ['Olga', 'create', expect.stringContaining('Front end')],
    ]);
  });

  it.each([
    [{ name: '' }, 'name', 'A name has 1 to 100 characters.'],
    [{ name: 'x', limit: '0' }, 'limit', "A positive integer or 'none' is allowed."],
    [{ name: 'x', expires: '2027-02-30' }, 'expires', 'A date such as'],
    [{ name: 'x', expires: '2001-01-01' }, 'expires', 'over already'],
  ])('are not created with %j', async (values, field, error) => {
    const page = await create(values);
    expect([page.status, errorOf(page, field)]).toEqual([400, expect.stringContaining(error)]);
    expect(await query(catalogue.db, 'select 1 from api_keys')).toEqual([]);
  });

  it('can have no rate limit', async () => {
    await create({ name: 'Collection', limit: 'none' });
    expect(rowsOf(await browser.open('/admin/api-keys'))[0]?.[2]).toBe('no limit');
    expect((await browser.open('/admin/api-keys/9/revoke')).status).toBe(404);
  });
});

describe('scrapes in the admin interface', () => {
  beforeEach(async () => {
    await catalogue.db.raw(`
      insert into scrapes (userid, status, pages_scraped, entries, error, requested_at, finished_at) values
        (1, 'failed', 3, 60, 'The archive responded with status 500.', now() - interval '3 hours', now()),
        (2, 'ready', 1, 20, null, now() - interval '2 hours', now()),
        (3, 'processing', 2, 40, null, now() - interval '1 hour', null);
      insert into user_collections (userid, pages_scraped, expires_at, is_hidden) values
        (3, 1, now() + interval '1 day', true);
    `);
  });

  it('are listed with state, pages and error, and can be filtered', async () => {
    const rows = rowsOf(await browser.open('/admin/scrapes'));
    expect(
      rows.map(([user, state, pages, entries, , , reason]) => [user, state, pages, entries, reason]),
    ).toEqual([
      ['3', 'processing', '2', '40', ''],
      ['2', 'ready', '1', '20', ''],
      ['1', 'failed', '3', '60', 'The archive responded with status 500.'],
    ]);
    expect(rowsOf(await browser.open('/admin/scrapes?status=failed')).map(([user]) => user)).toEqual(['1']);
    expect(rowsOf(await browser.open('/admin/scrapes?user=2')).map(([user]) => user)).toEqual(['2']);
  });

  it('can be retried when they have failed, which queues a job', async () => {
    const after = await browser.send(await browser.open('/admin/scrapes'), 'Retry the scrape of 1');
    expect(after.text).toContain('The collection of 1 is read again.');
    expect(rowsOf(after)[0]?.slice(0, 2)).toEqual(['1', 'processing']);
    const jobs = await query(
      catalogue.db,
      "select data ->> 'key' as key from agenda_jobs where name = 'scrape-collection'",
    );
    expect(jobs).toEqual([{ key: '1' }]);
    const secondRetry = await browser.send(after, 'Retry the scrape of 1');
    expect(secondRetry.text).toContain('is already in progress');
    expect(await log()).toEqual([['Olga', 'retry', expect.stringContaining('scrape 1')]]);
  });

  it('can be cancelled while they run, which makes the hidden collection visible again', async () => {
    const page = await browser.open('/admin/scrapes');
    const after = await browser.send(page, 'Cancel the scrape of 3');
    expect(after.text).toContain('Cancelled the scrape of 3.');
    expect(rowsOf(after)[0]?.[6]).toBe('Cancelled by an operator.');
    expect(await query(catalogue.db, 'select is_hidden from user_collections')).toEqual([
      { is_hidden: false },
    ]);
    expect((await browser.send(page, 'Cancel the scrape of 3')).text).toContain('had already ended');
    expect(await log()).toEqual([['Olga', 'cancel', expect.stringContaining('scrape 3')]]);
  });

  it('are not stored by browsers, and cannot be cancelled without a CSRF token', async () => {
    const { headers } = await browser.open('/admin/scrapes');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const csrf = new URLSearchParams({ csrf: 'x' });
    expect((await browser.request('/admin/scrapes/1/cancel', { method: 'POST', body: csrf })).status).toBe(
      403,
    );
  });
});

describe('the audit log in the admin interface', () => {
  it('is filtered by subject, id and operator, and paginated', async () => {
    await catalogue.db.raw(`
      insert into audit_log (operator, action, subject, subject_id, label)
      select 'Person ' || number % 2, 'edit', 'club', number % 60, 'club-' || number from generate_series(1, 120) as number
    `);
    const rows = async (params: string) => rowsOf(await browser.open(`/admin/audit-log?${params}`));
    expect(await rows('')).toHaveLength(50);
    expect(await rows('page=3')).toHaveLength(21);
    expect(await rows('subject=club&id=7')).toHaveLength(2);
    expect(await rows('subject=brand')).toHaveLength(0);
    expect((await rows('operator=PERSON%201'))[0]?.[1]).toBe('Person 1');
  });
});

/** Requests a brand; returns its cache state and its name. */
async function brandAt(replica: TestCatalogue): Promise<[string | null, string | undefined]> {
  const { headers, body } = await replica.request(BRANDS);
  return [headers.get('X-Cache'), body[0]?.name];
}

function changes(
  start: () => Promise<TestCatalogue>,
  heard: (expectation: () => Promise<void>) => Promise<void>,
) {
  let replicas: TestCatalogue[];

  beforeEach(async () => {
    await catalogue.db.raw('truncate brands, competitions, clubs, seasons, kit_types, kits cascade');
    replicas = [await start(), await start()];
    await replicas[0]?.load([recordLine('brand', 'Puma'), ...kitLines([{ club: 'One FC', brand: 'Puma' }])]);
    for (const replica of replicas) {
      await eventually(async () => expect((await brandAt(replica))[0]).toBe('HIT'));
      await eventually(async () => expect((await replica.request(KITS)).headers.get('X-Cache')).toBe('HIT'));
    }
  });

  afterEach(() => Promise.all(replicas.map((replica) => replica.close())));

  it('become visible on every replica', async () => {
    const [first, second] = replicas as [TestCatalogue, TestCatalogue];
    const editor = await openSignedIn(first);
    const id = await idOf(first.db, 'brands', 'puma-kits');
    await editor.send(await editor.open(`/admin/brands/${id}`), 'Save', { name: 'Puma SE' });
    expect((await brandAt(first))[1]).toBe('Puma SE');
    await heard(async () => expect((await brandAt(second))[1]).toBe('Puma SE'));
  });

  it('become visible without a notification when an operator empties the cache', async () => {
    const [first, second] = replicas as [TestCatalogue, TestCatalogue];
    const editor = await openSignedIn(first);
    await first.db.raw('alter table brands disable trigger user');
    await first.db.raw("update brands set name = 'Puma unheard'");
    await first.db.raw('alter table brands enable trigger user');
    for (const replica of replicas) expect(await brandAt(replica)).toEqual(['HIT', 'Puma']);
    const after = await editor.send(await editor.open('/admin/cache'), 'Empty the cache');
    expect(after.text).toContain('The cache is empty.');
    expect((await brandAt(first))[1]).toBe('Puma unheard');
    await heard(async () => expect((await brandAt(second))[1]).toBe('Puma unheard'));
  });
}

describe('admin changes without Redis', () => {
  changes(
    () => startWithAdmin({ database }),
    (expectation) => eventually(expectation, 1000),
  );
});

describeWithRedis('admin changes with Redis', () => {
  let redis: TestRedis;

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  changes(
    () => startWithAdmin({ database, env: { REDIS_URL: redis.url } }),
    (expectation) => expectation(),
  );

  it('leave the cache page showing whether Redis is connected, unavailable or not configured', async () => {
    const withRedis = await startWithAdmin({ database, env: { REDIS_URL: redis.url } });
    const editor = await openSignedIn(withRedis);
    await eventually(async () =>
      expect((await editor.open('/admin/cache')).text).toContain('It is connected.'),
    );
    await redis.kill();
    expect((await editor.open('/admin/cache')).text).toContain('Redis is unavailable');
    await withRedis.close();
    expect((await browser.open('/admin/cache')).text).toContain('there is no Redis');
  });
});

describe('admin pages while the database is unavailable', () => {
  it('return 503 with Retry-After, and recover when the database is available again', async () => {
    await makeDatabaseUnavailable(database);
    const page = await browser.open('/admin/clubs');
    await reopenDatabase(database);
    expect([page.status, page.heading]).toEqual([503, 'Not available at the moment']);
    expect(page.headers.get('Retry-After')).toBe('5');
    await eventually(async () => expect((await browser.open('/admin/clubs')).heading).toBe('Clubs'));
  });
});
