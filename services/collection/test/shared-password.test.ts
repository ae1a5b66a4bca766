import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { useStarter } from '@kitroom/testing/use-service';
import { openBrowser } from './test-browser.ts';
import {
  startTestCollection,
  TEST_SECRET_KEY,
  useCollection,
  type TestCollection,
} from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addShare, openLink, unlock } from './test-shares.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const PASSWORD = 'for my friends';
const NEEDED = { detail: 'This link needs a password.', password_required: true };
const WRONG = { password: ['The password is not correct.'] };

const collection = useCollection({ THROTTLE_LOGIN: '5/600' });
let owner: Collector;
let item: number;
let share: { id: number; token: string };

beforeAll(async () => {
  owner = await addCollector(collection);
  item = await addItem(collection, owner);
});

beforeEach(async () => {
  share = await addShare(collection, owner, { scope: 'collection', password: PASSWORD });
});

/** Starts a service on the same database, with separate counts. */
const start = useStarter(
  (env: Record<string, string>) => startTestCollection(collection.database, env),
  (service) => service.close(),
);

async function statuses(service: TestCollection, cookie: string): Promise<number[]> {
  const responses = ['', 'items/', `items/${item}/`, 'facets/'].map((suffix) =>
    openLink(service, share.token, suffix, cookie === '' ? {} : { Cookie: cookie }),
  );
  return (await Promise.all(responses)).map(({ status }) => status);
}

const LOCKED = [401, 401, 401, 401];
const OPEN = [200, 200, 200, 200];

describe('a share link with a password', () => {
  it('returns 401 for all paths before it is unlocked, including unknown items', async () => {
    for (const suffix of [
      '',
      'items/',
      'items/?condition=x',
      `items/${item}/`,
      'items/2147483647/',
      'facets/',
    ]) {
      const { status, body } = await openLink(collection, share.token, suffix);
      expect([suffix, status, body]).toEqual([suffix, 401, NEEDED]);
    }
  });

  it('opens with a cookie for the unlocked link only', async () => {
    const { status, body, cookie, setCookie } = await unlock(collection, share.token, PASSWORD);
    expect([status, body]).toEqual([204, '']);
    expect(setCookie).toMatch(
      new RegExp(
        `^kitroom_share=\\d+\\.[\\w-]{43}; Path=/api/shared/${share.token}; Max-Age=86400; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect(await statuses(collection, cookie)).toEqual(OPEN);
    expect(await statuses(collection, `a=b; kitroom_share=old; ${cookie}`)).toEqual(OPEN);
    share = await addShare(collection, owner, { scope: 'collection', password: PASSWORD });
    expect(await statuses(collection, cookie)).toEqual(LOCKED);
  });

  it('rejects a cookie that was altered or has expired', async () => {
    const { cookie } = await unlock(collection, share.token, PASSWORD);
    const [, expires = '', mac = ''] = /^kitroom_share=(\d+)\.(.+)$/.exec(cookie) ?? [];
    for (const value of [
      `${Number(expires) + 1}.${mac}`,
      `${Number(expires) - 86_401}.${mac}`,
      `${expires}.${mac.slice(0, -2)}`,
      `${expires}.${'A'.repeat(43)}`,
      `${expires}.`,
      '',
    ]) {
      expect([value, await statuses(collection, `kitroom_share=${value}`)]).toEqual([value, LOCKED]);
    }
  });

  it('requires the password again after a password change, and none after its removal', async () => {
    const { cookie } = await unlock(collection, share.token, PASSWORD);
    const path = `/api/shares/${share.id}/`;
    await collection.request(path, json('PATCH', { title: 'The same password' }, owner.token));
    expect(await statuses(collection, cookie)).toEqual(OPEN);
    await collection.request(path, json('PATCH', { password: PASSWORD }, owner.token));
    expect(await statuses(collection, cookie)).toEqual(LOCKED);
    await collection.request(path, json('PATCH', { password: null }, owner.token));
    expect(await statuses(collection, '')).toEqual(OPEN);
  });

  it('sets a Secure cookie in production, and accepts cookies made with the previous key', async () => {
    const keys = {
      SECRET_KEY: 'another secret key, of the tests alone',
      SECRET_KEY_PREVIOUS: TEST_SECRET_KEY,
    };
    const { cookie } = await unlock(collection, share.token, PASSWORD);
    expect(await statuses(await start(keys), cookie)).toEqual(OPEN);
    expect(await statuses(await start({ SECRET_KEY: 'a key that nobody had before this' }), cookie)).toEqual(
      LOCKED,
    );
    const production = await start({ NODE_ENV: 'production', PUBLIC_URL: 'https://kits.example/base' });
    const secure = await unlock(production, share.token, PASSWORD);
    expect(secure.setCookie).toContain(`; Path=/base/api/shared/${share.token}; `);
    expect(secure.setCookie).toMatch(/^__Secure-kitroom_share=.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(await statuses(production, secure.cookie)).toEqual(OPEN);
  });

  it('sets a cookie for other sites only with HTTPS and listed CORS_ORIGINS', async () => {
    const CORS_ORIGINS = 'https://shirts.example';
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://kits.example', CORS_ORIGINS };
    const { setCookie } = await unlock(await start(production), share.token, PASSWORD);
    expect(setCookie).toMatch(/; HttpOnly; Secure; SameSite=None; Partitioned$/);
    const plain = await unlock(await start({ CORS_ORIGINS }), share.token, PASSWORD);
    expect(plain.setCookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    const open = await unlock(await start({ ...production, CORS_ORIGINS: '*' }), share.token, PASSWORD);
    expect(open.setCookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('can be unlocked without a CSRF token', async () => {
    const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await unlock(collection, share.token, PASSWORD, foreign)).status).toBe(204);
    const browser = openBrowser(collection);
    await browser.signIn(owner.username);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect((await unlock(collection, share.token, PASSWORD, { Cookie: cookie })).status).toBe(204);
  });

  it.each([
    [undefined, ['This field is required.']],
    [null, ['This field may not be null.']],
    [7, ['Not a valid string.']],
    ['', WRONG.password],
    ['For my friends', WRONG.password],
  ])('returns 400 for the password %j', async (password, sentences) => {
    const { status, body, setCookie } = await unlock(collection, share.token, password);
    expect([status, body, setCookie]).toEqual([400, { password: sentences }, '']);
  });
});

describe('a share link with a password shorter than the current minimum', () => {
  it('can still be unlocked', async () => {
    const { id, token } = await addShare(collection, owner);
    await collection
      .db('shares')
      .where({ id })
      .update({ password_hash: await hashPassword('old') });
    expect((await unlock(collection, token, 'old')).status).toBe(204);
  });
});

describe('a share link without a password', () => {
  it('returns 204 to an unlock request, and sets no cookie', async () => {
    const { token } = await addShare(collection, owner);
    const { status, setCookie } = await unlock(collection, token, 'anything');
    expect([status, setCookie]).toEqual([204, '']);
  });
});

describe('wrong passwords of share links', () => {
  const guess = (
    service: TestCollection,
    { token }: { token: string },
    password = 'wrong',
    address?: string,
  ) => unlock(service, token, password, address === undefined ? {} : { 'X-Forwarded-For': address });

  it('are counted per link and address: after five, the right password returns 429 too', async () => {
    const service = await start({ TRUST_PROXY: '1', THROTTLE_LOGIN: '5/600' });
    for (let count = 0; count < 5; count += 1) {
      expect((await guess(service, share, 'wrong', '203.0.113.1')).status).toBe(400);
    }
    const refused = await guess(service, share, PASSWORD, '203.0.113.1');
    expect([refused.status, refused.body]).toEqual([
      429,
      { detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/) },
    ]);
    expect(refused.headers.get('RateLimit')).toMatch(/^"share"; r=0; t=\d+$/);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(570);
    expect((await guess(service, share, PASSWORD, '203.0.113.2')).status).toBe(204);
    const otherShare = await addShare(collection, owner, { scope: 'collection', password: PASSWORD });
    expect((await guess(service, otherShare, PASSWORD, '203.0.113.1')).status).toBe(204);
  });

  it('are counted per link over all addresses: after fifty, the right password returns 429', async () => {
    const service = await start({ TRUST_PROXY: '1', THROTTLE_LOGIN: '5/600' });
    const addresses = Array.from({ length: 50 }, (_, index) => `203.0.113.${index + 1}`);
    // The correct password does not count.
    expect((await guess(service, share, PASSWORD, '203.0.113.1')).status).toBe(204);
    for (const address of addresses) {
      expect((await guess(service, share, 'wrong', address)).status).toBe(400);
    }
    const { status, headers } = await guess(service, share, PASSWORD, '203.0.113.99');
    expect([status, headers.get('RateLimit-Policy')]).toEqual([429, '"share"; q=50; w=3600']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(3500);
    const otherShare = await addShare(collection, owner, { scope: 'collection', password: PASSWORD });
    expect((await guess(service, otherShare, PASSWORD, '203.0.113.99')).status).toBe(204);
  });

  it('are reset by the right password', async () => {
    const service = await start({ THROTTLE_LOGIN: '2/600' });
    for (const password of ['wrong', PASSWORD, 'wrong', PASSWORD, 'wrong']) {
      expect((await guess(service, share, password)).status).toBe(password === PASSWORD ? 204 : 400);
    }
  });

  it('are limited per address over all links', async () => {
    const service = await start({ THROTTLE_LOGIN: '1/600' });
    const guesses = [];
    for (let count = 0; count < 11; count += 1) {
      const newShare = await addShare(collection, owner, { scope: 'collection', password: PASSWORD });
      guesses.push((await guess(service, newShare)).status);
    }
    expect(guesses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

describe('requests for shared content', () => {
  it('are limited per address, including failures, separately from other requests', async () => {
    const service = await start({ THROTTLE_SHARED: '4/600', THROTTLE_ANON: '1/600' });
    const { token } = await addShare(service, owner);
    const first = await openLink(service, token);
    expect(first.headers.get('RateLimit')).toMatch(/^"shared"; r=3; t=\d+$/);
    expect((await openLink(service, 'unknown')).status).toBe(404);
    expect((await openLink(service, share.token)).status).toBe(401);
    expect((await unlock(service, share.token, 'wrong')).status).toBe(400);
    const refused = await openLink(service, token);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, expect.any(String)]);
    expect((await unlock(service, share.token, PASSWORD)).status).toBe(429);
    expect((await service.request('/api/colors/')).status).toBe(200);
    expect((await service.request('/api/colors/')).status).toBe(429);
    expect((await owner.request('/api/limits/')).body.requests.shared).toEqual({ limit: 300, seconds: 3600 });
  });

  describe('a new share link', () => {
    it('starts with SHARE_URL if it is configured', async () => {
      const service = await start({ SHARE_URL: 'https://kits.example/s/' });
      const { url, token } = await addShare(service, owner);
      expect(url).toBe(`https://kits.example/s/${token}`);
    });
  });
});
