import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { query } from '@kitroom/server/database';
import { findForm, readForm } from '@kitroom/devstack/testing/read-page';
import { openAdminBrowser, openSignedIn, PASSWORD, startWithAdmin } from './admin-browser.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const COOKIE = 'kitroom_catalogue_admin';

let database: TestDatabase;
let catalogue: TestCatalogue;

beforeAll(async () => {
  database = await createCatalogueDatabase();
  catalogue = await startWithAdmin({ database });
});

afterAll(async () => {
  await catalogue.close();
  await database.drop();
});

/** A service whose count of wrong passwords is its own. */
async function withOwn(
  env: Record<string, string>,
  test: (own: TestCatalogue) => Promise<void>,
): Promise<void> {
  const own = await startWithAdmin({ database, env });
  try {
    await test(own);
  } finally {
    await own.close();
  }
}

describe('an admin interface without a password', () => {
  it('is as unknown as any other path', async () => {
    const plain = await startTestCatalogue({ database });
    for (const path of ['/admin/', '/admin', '/admin/sign-in', '/admin/style.css', '/admin/clubs']) {
      const { status, body } = await plain.ask(path);
      expect([path, status, body]).toEqual([path, 404, { detail: 'Not found.' }]);
    }
    await plain.close();
  });
});

describe('somebody who is not signed in', () => {
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
  ])('is sent from %s to the sign-in', async (path) => {
    const response = await openAdminBrowser(catalogue).request(path);
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `/admin/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each(['/admin/clubs/new', '/admin/cache/empty', '/admin/api-keys/new', '/admin/sign-out'])(
    'changes nothing by posting to %s',
    async (path) => {
      const response = await openAdminBrowser(catalogue).request(path, { method: 'POST' });
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/sign-in?unsaved=1']);
    },
  );

  it('gets the stylesheet', async () => {
    const response = await openAdminBrowser(catalogue).request('/admin/style.css');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
    const etag = response.headers.get('ETag') ?? '';
    const again = await openAdminBrowser(catalogue).request('/admin/style.css', {
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
  });
});

describe('signing in', () => {
  it('leads to the page that was wanted', async () => {
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
  ])('never leads elsewhere: %s', async (next) => {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open(`/admin/sign-in?next=${encodeURIComponent(next)}`);
    const after = await browser.send(page, 'Sign in', { name: 'Olga', password: PASSWORD });
    expect(after.path).toBe('/admin/');
  });

  it('sets a cookie for these pages alone that scripts and other sites do not get', async () => {
    const browser = openAdminBrowser(catalogue);
    const { headers } = await browser.request('/admin/sign-in');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(`^${COOKIE}=[^;]{40,}; Path=/admin; Expires=[^;]+; HttpOnly; SameSite=Lax$`),
      ),
    ]);
    await withOwn({ NODE_ENV: 'production' }, async (own) => {
      const [cookie] = (await openAdminBrowser(own).request('/admin/sign-in')).headers.getSetCookie();
      expect(cookie).toMatch(/^__Secure-kitroom_catalogue_admin=.*; Secure(;|$)/);
    });
  });

  it('gives the session a new id: whoever knew the old one has nothing', async () => {
    const browser = openAdminBrowser(catalogue);
    const page = await browser.open('/admin/sign-in');
    const planted = openAdminBrowser(catalogue);
    for (const [name, value] of browser.cookies) planted.cookies.set(name, value);
    await browser.send(page, 'Sign in', { name: 'Olga', password: PASSWORD });
    expect(browser.cookies.get(COOKIE)).not.toBe(planted.cookies.get(COOKIE));
    expect((await planted.open('/admin/clubs')).heading).toBe('Sign in');
  });

  it('asks for a name and the right password', async () => {
    const browser = openAdminBrowser(catalogue);
    for (const [name, password, error] of [
      ['', PASSWORD, 'Enter your name'],
      ['x'.repeat(101), PASSWORD, 'at most 100'],
      ['Olga', 'wrong horse battery', 'The password is wrong.'],
    ] as const) {
      const page = await browser.signIn(name, password);
      expect([page.status, page.heading]).toEqual([400, 'Sign in']);
      expect(page.text).toContain(error);
      expect(page.text).not.toContain(password);
    }
    expect((await browser.open('/admin/')).heading).toBe('Sign in');
  });

  it('counts on every replica, and ends for good by signing out', async () => {
    await withOwn({}, async (replica) => {
      const browser = await openSignedIn(catalogue);
      const elsewhere = openAdminBrowser(replica);
      elsewhere.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
      const page = await elsewhere.open('/admin/clubs');
      expect(page.heading).toBe('Clubs');
      const after = await browser.send(await browser.open('/admin/'), 'Sign out');
      expect([after.heading, after.text]).toEqual([
        'Sign in',
        expect.stringContaining('You are signed out.'),
      ]);
      expect((await elsewhere.open('/admin/clubs')).heading).toBe('Sign in');
    });
  });

  it('ends with another password', async () => {
    const browser = await openSignedIn(catalogue);
    await withOwn({ ADMIN_PASSWORD: 'another horse battery' }, async (changed) => {
      const elsewhere = openAdminBrowser(changed);
      elsewhere.cookies.set(COOKIE, browser.cookies.get(COOKIE) ?? '');
      expect((await elsewhere.open('/admin/clubs')).heading).toBe('Sign in');
    });
  });

  it('ends after twelve hours, whatever was done in them', async () => {
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

describe('wrong passwords', () => {
  it('are five in five minutes from one address, the right one then included', async () => {
    await withOwn({ TRUST_PROXY: '1' }, async (own) => {
      const attempt = async (address: string, password: string) => {
        const browser = openAdminBrowser(own);
        const form = readForm(findForm(await browser.open('/admin/sign-in'), 'Sign in'));
        const body = new URLSearchParams({ ...form, name: 'Olga', password });
        return browser.request('/admin/sign-in', {
          method: 'POST',
          body,
          headers: { 'X-Forwarded-For': address },
        });
      };
      // A right one in between begins the count anew.
      for (const password of ['wrong 1', 'wrong 2', PASSWORD]) await attempt('192.0.2.1', password);
      for (let wrong = 0; wrong < 5; wrong += 1) {
        expect((await attempt('192.0.2.1', `wrong ${wrong}`)).status).toBe(400);
      }
      const refused = await attempt('192.0.2.1', PASSWORD);
      expect([refused.status, await refused.text()]).toEqual([
        429,
        expect.stringContaining('Too many wrong passwords'),
      ]);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect((await attempt('192.0.2.2', PASSWORD)).status).toBe(303);
      // 50 in all: the seven above, and these.
      for (let wrong = 7; wrong < 50; wrong += 1) {
        expect((await attempt(`198.51.100.${wrong}`, 'wrong')).status).toBe(400);
      }
      expect((await attempt('203.0.113.1', PASSWORD)).status).toBe(429);
    });
  });
});
