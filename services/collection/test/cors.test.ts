import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, tokenOf } from './test-users.ts';

const APP = 'https://app.example.org';

const closed = useCollection();
const open = useCollection({ CORS_ORIGINS: '*' });

const login = json('POST', { username: 'ada', password: PASSWORD });

describe('an app on another origin without CORS_ORIGINS', () => {
  it('receives no Access-Control-Allow-Origin', async () => {
    for (const init of [{}, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'POST' } }]) {
      const { headers } = await closed.request('/api/colors/', {
        ...init,
        headers: { ...init.headers, Origin: APP },
      });
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    }
  });
});

describe('an app on another origin with CORS_ORIGINS=*', () => {
  it('passes the preflight for every method with a token, but not with credentials', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await open.request('/api/items/1/', {
        method: 'OPTIONS',
        headers: {
          Origin: APP,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': 'authorization,prefer',
        },
      });
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(headers.get('Access-Control-Allow-Methods')).toContain(method);
      expect(headers.get('Access-Control-Allow-Headers')).toBe('authorization,prefer');
    }
  });

  it('obtains an API token and creates an item', async () => {
    await addUser(open, 'ada');
    const token = await open.request('/api/auth-token/', { ...login, headers: headersOf(login) });
    expect([token.status, token.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    const item = json('POST', { item_type: 'jersey', name: 'Home' });
    const Authorization = `Token ${token.body.token as string}`;
    const created = await open.request('/api/items/', {
      ...item,
      headers: { ...headersOf(item), Authorization },
    });
    expect([created.status, created.headers.get('Access-Control-Allow-Origin')]).toEqual([201, '*']);
  });

  it('receives 403 when it signs in or uses the session of a browser', async () => {
    await addUser(open, 'ben');
    const refused = await open.request('/api/accounts/login/', { ...login, headers: headersOf(login) });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
    const browser = openBrowser(open);
    await browser.signIn('ben');
    const headers = { Origin: APP, 'X-CSRF-Token': await browser.csrfToken() };
    for (const path of ['/api/accounts/logout/', '/api/items/', '/api/auth-token/']) {
      expect((await browser.request(path, { method: 'POST', headers })).status).toBe(403);
    }
    expect(await browser.whoAmI()).toBeDefined();
  });

  it('receives * as the allowed origin, without Vary: Origin', async () => {
    const token = await tokenOf(open, await addUser(open, 'cleo'));
    const { status, headers } = await open.request('/api/users/me/', {
      headers: { Origin: APP, Authorization: `Token ${token}` },
    });
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    expect(headers.get('Vary') ?? '').not.toMatch(/\borigin\b/i);
  });
});

function headersOf({ headers }: RequestInit): Record<string, string> {
  return { ...Object.fromEntries(new Headers(headers)), Origin: APP };
}
