import { describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { useStarter } from '@kitroom/testing/use-service';
import { openBrowser } from './test-browser.ts';
import {
  createCollectionDatabase,
  startTestCollection,
  useCollectionDatabase,
  type TestCollection,
} from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const database = useCollectionDatabase();

/** Starts a service with separate counts. */
const start = useStarter(
  (env: Record<string, string>, ownDatabase: Pick<TestDatabase, 'url'> = database) =>
    startTestCollection(ownDatabase, env),
  (collection) => collection.close(),
);

const THROTTLED = {
  detail: expect.stringMatching(/^Request was throttled\. Expected available in \d+ seconds\.$/),
};

function expectThrottled(
  { status, headers, body }: Awaited<ReturnType<TestCollection['request']>>,
  window: number,
) {
  expect([status, body]).toEqual([429, THROTTLED]);
  const seconds = Number(headers.get('Retry-After'));
  expect(body.detail).toContain(` in ${seconds} seconds.`);
  expect(seconds).toBeGreaterThan(window - 30);
  expect(seconds).toBeLessThanOrEqual(window);
  expect(headers.get('RateLimit')).toContain('r=0');
}

describe('anonymous requests', () => {
  it('are limited per address, including open endpoints and rejected requests', async () => {
    const { request } = await start({ THROTTLE_ANON: '3/600' });
    const first = await request('/api/schema/');
    expect(first.headers.get('RateLimit')).toMatch(/^"anon"; r=2; t=\d+$/);
    expect(first.headers.get('RateLimit-Policy')).toMatch(/^"anon"; q=3; w=600/);
    expect(first.headers.get('X-RateLimit-Remaining')).toBe('2');
    expect((await request('/api/users/me/')).status).toBe(401);
    expect((await request('/api/users/me/', { headers: withToken('wrong') })).status).toBe(401);
    expectThrottled(await request('/api/users/me/'), 600);
    expectThrottled(await request('/api/auth-token/', json('POST', {})), 600);
  });

  it('are not counted for health, readiness and preflight requests', async () => {
    const { request, url } = await start({ THROTTLE_ANON: '1/600', CORS_ORIGINS: 'https://app.example.org' });
    for (let turn = 0; turn < 5; turn += 1) {
      for (const path of ['/api/health', '/api/ready']) {
        const { status, headers } = await request(path);
        expect([status, headers.get('RateLimit')]).toEqual([200, null]);
      }
      await fetch(`${url}/api/users/`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'GET' },
      });
    }
    expect((await request('/api/schema/')).status).toBe(200);
    expectThrottled(await request('/api/schema/'), 600);
  });

  it('are counted by the address in X-Forwarded-For from a trusted proxy', async () => {
    const { request } = await start({ THROTTLE_ANON: '1/600', TRUST_PROXY: '1' });
    const from = (address: string) => request('/api/schema/', { headers: { 'X-Forwarded-For': address } });
    expect((await from('203.0.113.1')).status).toBe(200);
    expect((await from('203.0.113.2')).status).toBe(200);
    expectThrottled(await from('203.0.113.1'), 600);
    expect((await from('2001:db8:1:100::1')).status).toBe(200);
    // An address in the same /56 network.
    expectThrottled(await from('2001:db8:1:1ff::2'), 600);
    expect((await from('2001:db8:1:200::1')).status).toBe(200);
  });
});

describe('requests with a token', () => {
  it('are limited per user, independently of other users of the same address', async () => {
    const collection = await start({ THROTTLE_ANON: '1/600', THROTTLE_USER: '2/900' });
    const [a, b] = await Promise.all(
      ['limited-a', 'limited-b'].map(async (name) => tokenOf(collection, await addUser(collection, name))),
    );
    const me = (token: string | undefined) =>
      collection.request('/api/users/me/', { headers: withToken(token) });
    const first = await me(a);
    expect([first.status, first.headers.get('RateLimit')]).toEqual([
      200,
      expect.stringMatching(/^"user"; r=1; t=\d+$/),
    ]);
    expect((await me(a)).status).toBe(200);
    expectThrottled(await me(a), 900);
    expect((await me(b)).status).toBe(200);
    expect((await me(undefined)).status).toBe(401);
  });
});

describe('failed sign-ins', () => {
  it('are limited per username regardless of case, and the right password returns 429 too', async () => {
    const collection = await start({ THROTTLE_LOGIN: '3/400' });
    await addUser(collection, 'guessed');
    await addUser(collection, 'spared');
    for (const name of ['guessed', 'GUESSED', 'Guessed']) {
      expect((await signIn(collection, name, 'wrong')).status).toBe(400);
    }
    const response = await signIn(collection, 'guessed');
    expectThrottled(response, 400);
    expect(response.headers.get('RateLimit-Policy')).toBe('"login"; q=3; w=400');
    expect((await signIn(collection, 'spared')).status).toBe(200);
  });

  it('are counted separately for a username and its e-mail address', async () => {
    const collection = await start({ THROTTLE_LOGIN: '3/400' });
    const { email } = await addUser(collection, 'reached');
    for (const login of [email, email.toUpperCase(), email]) {
      expect((await signIn(collection, login, 'wrong')).status).toBe(400);
    }
    expectThrottled(await signIn(collection, email), 400);
    expect((await signIn(collection, 'reached', 'wrong')).status).toBe(400);
    expect((await signIn(collection, 'reached')).status).toBe(200);
    expectThrottled(await signIn(collection, email), 400);
  });

  it('are limited to five in five minutes by default', async () => {
    const collection = await start({});
    await addUser(collection, 'default');
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await signIn(collection, 'default', 'wrong')).status).toBe(400);
    }
    expectThrottled(await signIn(collection, 'default'), 300);
  });

  it('are reset by a successful sign-in', async () => {
    const collection = await start({ THROTTLE_LOGIN: '2/400' });
    await addUser(collection, 'forgetful');
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await signIn(collection, 'forgetful', 'wrong')).status).toBe(400);
      expect((await signIn(collection, 'forgetful')).status).toBe(200);
    }
  });

  it('are limited when sent in parallel, whereas parallel successful sign-ins are not', async () => {
    const collection = await start({ THROTTLE_LOGIN: '2/400' });
    await addUser(collection, 'hammered');
    const right = await Promise.all(Array.from({ length: 8 }, () => signIn(collection, 'hammered')));
    expect(right.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const wrong = await Promise.all(Array.from({ length: 8 }, () => signIn(collection, 'hammered', 'wrong')));
    expect(wrong.filter(({ status }) => status === 400)).toHaveLength(2);
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(6);
  });

  it('are limited per address to ten times the limit of a username', async () => {
    const collection = await start({ THROTTLE_LOGIN: '1/400', TRUST_PROXY: '1' });
    await addUser(collection, 'last');
    const from = (address: string, username: string, password: string) => {
      const { headers, ...init } = json('POST', { username, password });
      return collection.request('/api/auth-token/', {
        ...init,
        headers: { ...(headers as Record<string, string>), 'X-Forwarded-For': address },
      });
    };
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await from('203.0.113.9', `victim-${turn}`, 'wrong')).status).toBe(400);
    }
    expectThrottled(await from('203.0.113.9', 'last', PASSWORD), 400);
    expect((await from('203.0.113.10', 'last', PASSWORD)).status).toBe(200);
  });

  it('are not counted while the database is unavailable', async () => {
    const ownDatabase = await createCollectionDatabase();
    const collection = await start({ THROTTLE_LOGIN: '1/400' }, ownDatabase);
    await ownDatabase.drop();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await signIn(collection, 'anybody')).status).toBe(503);
    }
  });

  it('are not counted for requests without a password', async () => {
    const collection = await start({ THROTTLE_LOGIN: '1/400' });
    await addUser(collection, 'typist');
    for (let turn = 0; turn < 3; turn += 1) {
      const sent = json('POST', { username: 'typist' });
      expect((await collection.request('/api/auth-token/', sent)).status).toBe(400);
    }
    expect((await signIn(collection, 'typist')).status).toBe(200);
  });
});

describe('new sessions', () => {
  const ALLOWED = 300;

  it('are limited per address, whereas requests with an existing session are not', async () => {
    const collection = await start({ THROTTLE_ANON: '5/3600' });
    await addUser(collection, 'opener');
    const browser = openBrowser(collection);
    await browser.signIn('opener');
    const countSessions = async () => (await collection.db('sessions').pluck('sid')).length;
    const before = await countSessions();
    /** Opens a page without a session; returns the status. */
    const openWithoutSession = async (path: string) => {
      const response = await fetch(`${collection.url}${path}`);
      await response.arrayBuffer();
      return response.status;
    };
    const statuses: number[] = [];
    for (let opening = 0; opening < ALLOWED + 5; opening += 10) {
      statuses.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => openWithoutSession('/accounts/login')))),
      );
    }
    // The other browser used up one.
    const opened = ALLOWED - 1;
    expect(statuses.filter((status) => status === 200)).toHaveLength(opened);
    expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - opened);
    expect((await countSessions()) - before).toBe(opened);
    const { status, headers } = await collection.request('/api/accounts/csrf/');
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect(await openWithoutSession('/api/accounts/session/')).toBe(200);
    expect(await browser.whoAmI()).toBe('opener');
    expect((await browser.request('/api/items/')).status).toBe(200);
  }, 120_000);
});
