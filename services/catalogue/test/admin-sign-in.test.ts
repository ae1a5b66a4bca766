import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { rowsOf } from '@kitroom/testing/read-page';
import { expectSameWork } from '@kitroom/testing/same-work';
import {
  addOperator,
  openAdminBrowser,
  openSignedIn,
  PASSWORD,
  useAdmin,
  withSecondService,
} from './admin-browser.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const COOKIE = 'kitroom_catalogue_admin';

const catalogue = useAdmin();

beforeAll(async () => {
  await addOperator(catalogue, 'Olga');
});

describe('the admin interface without operators', () => {
  it('returns 404 for every path until an operator is added, and again after the last one is removed', async () => {
    await using plain = await startTestCatalogue();
    const expectUnknown = async () => {
      for (const path of ['/admin/', '/admin', '/admin/sign-in', '/admin/style.css', '/admin/clubs']) {
        const { status, body } = await plain.request(path);
        expect([path, status, body]).toEqual([path, 404, { detail: 'Not found.' }]);
      }
    };
    await expectUnknown();
    const browser = await openSignedIn(plain, 'Olga');
    expect((await browser.open('/admin/clubs')).heading).toBe('Clubs');
    await plain.db.raw('delete from operators');
    await expectUnknown();
  });

  it('returns 503 while the database is unavailable', async () => {
    const database = await createCatalogueDatabase();
    const plain = await startTestCatalogue({ database });
    await makeDatabaseUnavailable(database);
    const { status } = await openAdminBrowser(plain).request('/admin/');
    await reopenDatabase(database);
    await plain.close();
    await database.drop();
    expect(status).toBe(503);
  });
});

describe('a visitor who is not signed in', () => {
  it.each([
    '/admin/',
    '/admin',
    '/admin/clubs',
    '/admin/clubs/1',
    '/admin/clubs/1/delete',
    '/admin/kits/new',
    '/admin/api-keys',
    '/admin/scrapes',
    '/admin/cache',
    '/admin/audit-log',
    '/admin/nothing',
  ])('is redirected from %s to the sign-in page', async (path) => {
    const response = await openAdminBrowser(catalogue).request(path);
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `/admin/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each(['/admin/clubs/new', '/admin/cache/empty', '/admin/api-keys/new', '/admin/sign-out'])(
    'is redirected to the sign-in page when posting to %s',
    async (path) => {
      const response = await openAdminBrowser(catalogue).request(path, { method: 'POST' });
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/sign-in?unsaved=1']);
    },
  );

  it('can load the stylesheet', async () => {
    const response = await openAdminBrowser(catalogue).request('/admin/style.css');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
    const etag = response.headers.get('ETag') ?? '';
    const repeated = await openAdminBrowser(catalogue).request('/admin/style.css', {
      headers: { 'If-None-Match': etag },
    });
    expect(repeated.status).toBe(304);
  });
});

describe('signing in', () => {
  it('redirects to the page that was requested before the sign-in', async () => {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open('/admin/brands?q=x');
    expect(page.heading).toBe('Sign in');
    const next = await browser.send(page, 'Sign in', { name: 'Olga', password: PASSWORD });
    expect([next.path, next.heading]).toEqual(['/admin/brands?q=x', 'Brands']);
    expect((await browser.open('/admin/sign-in')).heading).toBe('Overview');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/api/health',
    '/admin/\\evil.example',
    'javascript:alert(1)',
  ])('never redirects to another site or path: %s', async (next) => {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open(`/admin/sign-in?next=${encodeURIComponent(next)}`);
    const after = await browser.send(page, 'Sign in', { name: 'Olga', password: PASSWORD });
    expect(after.path).toBe('/admin/');
  });

  it('sets an HttpOnly, SameSite cookie for /admin, and a Secure one in production', async () => {
    const browser = openAdminBrowser(catalogue);
    const { headers } = await browser.request('/admin/sign-in');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^${COOKIE}=[^;]{40,}; Path=/admin; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    await withSecondService(catalogue, { NODE_ENV: 'production' }, async (second) => {
      const [cookie] = (await openAdminBrowser(second).request('/admin/sign-in')).headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-kitroom_catalogue_admin=.*; Secure(;|$)/);
    });
  });

  it('replaces the session id, so that an id planted before cannot be used', async () => {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open('/admin/sign-in');
    const planted = openAdminBrowser(catalogue);
    for (const [name, value] of browser.cookies) planted.cookies.set(name, value);
    await browser.send(page, 'Sign in', { name: 'Olga', password: PASSWORD });
    expect(browser.cookies.get(COOKIE)).not.toBe(planted.cookies.get(COOKIE));
    expect((await planted.open('/admin/clubs')).heading).toBe('Sign in');
  });

  it('requires a name and its password, and does not reveal which of them is wrong', async () => {
    const browser = openAdminBrowser(catalogue);
    for (const [name, password, error] of [
      [' ', PASSWORD, 'Enter your name'],
      ['Nobody', PASSWORD, 'The name or the password is wrong.'],
      ['x'.repeat(10_000), PASSWORD, 'The name or the password is wrong.'],
      ['with\0NUL', PASSWORD, 'The name or the password is wrong.'],
      ['Olga', 'wrong horse battery', 'The name or the password is wrong.'],
      ['Olga', '', 'The name or the password is wrong.'],
    ] as const) {
      const page = await browser.signIn(name, password);
      expect([page.status, page.heading]).toEqual([400, 'Sign in']);
      expect(page.text).toContain(error);
      expect(page.text).not.toContain(PASSWORD);
    }
    expect((await browser.open('/admin/')).heading).toBe('Sign in');
  });

  it('ignores the case of the name, and shows the name as it was created', async () => {
    const page = await openAdminBrowser(catalogue).signIn(' OLGA ');
    expect(page.document.querySelector('.person span')?.textContent).toBe('Olga');
  });

  it('accepts "admin" only with ADMIN_PASSWORD, and only if ADMIN_PASSWORD is set', async () => {
    expect((await openAdminBrowser(catalogue).signIn('Admin', PASSWORD)).heading).toBe('Overview');
    await withSecondService(catalogue, { ADMIN_PASSWORD: 'another horse battery' }, async (second) => {
      expect((await openAdminBrowser(second).signIn('admin', PASSWORD)).status).toBe(400);
      expect((await openAdminBrowser(second).signIn('Olga', 'another horse battery')).status).toBe(400);
    });
    await withSecondService(catalogue, { ADMIN_PASSWORD: '' }, async (second) => {
      expect((await openAdminBrowser(second).signIn('admin', PASSWORD)).status).toBe(400);
      expect((await openAdminBrowser(second).signIn('Olga', PASSWORD)).heading).toBe('Overview');
    });
  });

  it('writes successes and failures to the audit log, without unknown names that were typed in', async () => {
    await catalogue.db.raw('truncate audit_log');
    await openAdminBrowser(catalogue).signIn('typed in the wrong field', PASSWORD);
    await openAdminBrowser(catalogue).signIn('olga', 'wrong');
    const browser = await openSignedIn(catalogue, 'Olga');
    const log = await browser.open('/admin/audit-log?subject=session');
    expect(rowsOf(log).map((row) => row.slice(1, 4))).toEqual([
      ['Olga', 'sign in', 'session from 127.0.0.1'],
      ['Olga', 'refused sign-in', 'session from 127.0.0.1'],
      ['unknown', 'refused sign-in', 'session from 127.0.0.1'],
    ]);
    const stored = await query(catalogue.db, 'select audit_log::text from audit_log');
    expect(JSON.stringify(stored)).not.toContain('typed in the wrong field');
    expect((await browser.open('/admin/')).text).toContain('Nothing was changed on these pages yet.');
    expect(rowsOf(await browser.open('/admin/audit-log?operator=olga'))).toHaveLength(2);
  });

  it('opens a session that is valid on every replica until the operator signs out', async () => {
    await withSecondService(catalogue, {}, async (replica) => {
      const browser = await openSignedIn(catalogue);
      const otherBrowser = openAdminBrowser(replica);
      otherBrowser.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
      const page = await otherBrowser.open('/admin/clubs');
      expect(page.heading).toBe('Clubs');
      const after = await browser.send(await browser.open('/admin/'), 'Sign out');
      expect([after.heading, after.text]).toEqual([
        'Sign in',
        expect.stringContaining('You are signed out.'),
      ]);
      expect((await otherBrowser.open('/admin/clubs')).heading).toBe('Sign in');
    });
  });

  it('opens a session for "admin" that ends when ADMIN_PASSWORD changes, unlike those of operators', async () => {
    const admin = openAdminBrowser(catalogue);
    await admin.signIn('admin', PASSWORD);
    const olga = await openSignedIn(catalogue, 'Olga');
    const headingsAt = (replica: TestCatalogue) =>
      Promise.all(
        [admin, olga].map(async ({ cookies }) => {
          const otherBrowser = openAdminBrowser(replica);
          otherBrowser.cookies.set(COOKIE, cookies.get(COOKIE) ?? '');
          return (await otherBrowser.open('/admin/clubs')).heading;
        }),
      );
    await withSecondService(catalogue, {}, async (unchanged) =>
      expect(await headingsAt(unchanged)).toEqual(['Clubs', 'Clubs']),
    );
    await withSecondService(catalogue, { ADMIN_PASSWORD: 'another horse battery' }, async (changed) =>
      expect(await headingsAt(changed)).toEqual(['Sign in', 'Clubs']),
    );
  });

  it('stores no session id in the database that opens the session', async () => {
    const browser = await openSignedIn(catalogue);
    const id = /^s%3A([\w-]+)\./.exec(browser.cookies.get(COOKIE) ?? '')?.[1] ?? 'no id';
    const rows = await query<{ sid: string }>(
      catalogue.db,
      `select sid from sessions where sess ->> 'operator' = 'Olga' order by expire desc`,
    );
    expect(rows.map(({ sid }) => sid)).not.toContain(id);
    const newest = rows[0]?.sid ?? 'no id';
    const signature = createHmac('sha256', 'kitroom catalogue admin sessions')
      .update(newest)
      .digest('base64');
    const thief = openAdminBrowser(catalogue);
    thief.cookies.set(COOKIE, encodeURIComponent(`s:${newest}.${signature.replace(/=+$/, '')}`));
    expect((await thief.open('/admin/clubs')).heading).toBe('Sign in');
    expect((await browser.open('/admin/clubs')).heading).toBe('Clubs');
  });

  it('opens a session that ends after twelve hours, regardless of activity', async () => {
    const browser = await openSignedIn(catalogue, 'Early');
    const change = (hours: number) =>
      query(
        catalogue.db,
        `update sessions set sess = jsonb_set(sess, '{signedInAt}', to_jsonb((extract(epoch from now()) * 1000)::bigint - ?))
         where sess ->> 'operator' = 'Early'`,
        [hours * 3_600_000],
      );
    await change(11.9);
    expect((await browser.open('/admin/clubs')).heading).toBe('Clubs');
    await change(12.1);
    expect((await browser.open('/admin/clubs')).heading).toBe('Sign in');
  });
});

/** Opens the sign-in page from an address; returns a function that sends its form from there. */
async function openSignIn(service: TestCatalogue, address: string) {
  const headers = { 'X-Forwarded-For': address };
  const browser = openAdminBrowser(service);
  const page = await browser.request('/admin/sign-in', { headers });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return (name: string, password: string) =>
    browser.request('/admin/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ csrf, name, password }),
      headers,
    });
}

describe('a sign-in attempt', () => {
  it('requires the same work for known and unknown names', async () => {
    await withSecondService(catalogue, { TRUST_PROXY: '1' }, async (second) => {
      await addOperator(second, 'Otto');
      let addresses = 0;
      const attempt = async (name: string) => {
        const send = await openSignIn(second, `198.51.100.${(addresses += 1)}`);
        return send(name, 'wrong');
      };
      // A response that skips hashing the password takes a fraction of the time.
      await expectSameWork(
        2,
        () => attempt('Olga'),
        (turn) => attempt(`Nobody ${turn}`),
      );
    });
  });
});

describe('a sign-in with a very long name of combining marks', () => {
  it('returns 400 within five seconds', async () => {
    await withSecondService(catalogue, { TRUST_PROXY: '1' }, async (second) => {
      await addOperator(second, 'Otto');
      const send = await openSignIn(second, '198.51.100.9');
      const start = performance.now();
      const response = await send(`Olga${'\u0301\u0323'.repeat(80_000)}`, 'wrong');
      expect(response.status).toBe(400);
      expect(performance.now() - start).toBeLessThan(5000);
      // The page shows the name; left unread, it would keep its connection open.
      expect(await response.text()).toContain('Olga');
    });
  });
});

describe('failed sign-ins', () => {
  /** Starts a service behind a proxy; `attempt` returns the status of a sign-in from an address. */
  async function withAttempts(
    test: (attempt: (address: string, name: string, password: string) => Promise<Response>) => Promise<void>,
  ) {
    await withSecondService(catalogue, { TRUST_PROXY: '1' }, async (second) => {
      await addOperator(second, 'Otto');
      await test(async (address, name, password) => {
        const send = await openSignIn(second, address);
        return send(name, password);
      });
    });
  }

  it('lock a name for an address after five failures, even for the correct password', async () => {
    await withAttempts(async (attempt) => {
      // A correct password in between resets the count.
      for (const password of ['wrong 1', 'wrong 2', PASSWORD]) await attempt('192.0.2.1', 'Olga', password);
      for (let wrong = 0; wrong < 5; wrong += 1) {
        expect((await attempt('192.0.2.1', wrong % 2 ? 'Olga' : 'oLGA', `wrong ${wrong}`)).status).toBe(400);
      }
      const refused = await attempt('192.0.2.1', 'Olga', PASSWORD);
      expect([refused.status, await refused.text()]).toEqual([
        429,
        expect.stringContaining('Too many failed sign-ins'),
      ]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await attempt('192.0.2.1', 'Otto', PASSWORD)).status).toBe(303);
      expect((await attempt('192.0.2.2', 'Olga', PASSWORD)).status).toBe(303);
    });
  });

  it('lock an address after fifty failures, whatever the names', async () => {
    await withAttempts(async (attempt) => {
      for (let wrong = 0; wrong < 50; wrong += 1) {
        expect((await attempt('192.0.2.1', `Nobody ${wrong}`, 'wrong')).status).toBe(400);
      }
      expect((await attempt('192.0.2.1', 'Olga', PASSWORD)).status).toBe(429);
      expect((await attempt('192.0.2.2', 'Olga', PASSWORD)).status).toBe(303);
    });
  });

  it('do not lock out the operator at another address, even from ten addresses', async () => {
    await withAttempts(async (attempt) => {
      const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index + 1}`);
      const guesses = addresses.map(async (address) => {
        const statuses: number[] = [];
        for (let wrong = 0; wrong < 12; wrong += 1) {
          statuses.push((await attempt(address, wrong % 2 ? 'admin' : 'Olga', `wrong ${wrong}`)).status);
        }
        return statuses;
      });
      const tooMany = [...Array<number>(10).fill(400), 429, 429];
      expect(await Promise.all(guesses)).toEqual(addresses.map(() => tooMany));
      expect((await attempt('203.0.113.1', 'Olga', PASSWORD)).status).toBe(303);
      expect((await attempt('203.0.113.1', 'admin', PASSWORD)).status).toBe(303);
    });
  });
});
