import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import { useHostileSignIn } from './test-hostile-provider.ts';
import { SOCIAL, startSocialSignIn } from './test-oidc-provider.ts';

const FRONT_END = 'https://app.example.org';

const { hostile, collection } = useHostileSignIn({ CORS_ORIGINS: FRONT_END });

describe('the parameter `next` of a sign-in with a provider', () => {
  it.each([
    ['/welcome?a=b#c', (url: string) => `${url}/welcome?a=b#c`],
    ['/', (url: string) => `${url}/`],
    ['/a/..//evil.example', (url: string) => `${url}//evil.example`],
    [`${FRONT_END}/shirts?page=2`, () => `${FRONT_END}/shirts?page=2`],
    ['', (url: string) => `${url}/api/accounts/session/`],
    // 1,950 characters when encoded.
    [`/?q=${'🏟'.repeat(160)}`, (url: string) => `${url}/?q=${encodeURIComponent('🏟'.repeat(160))}`],
  ])('leads back to a path of this site or to an allowed front end: %s', async (next, expected) => {
    const browser = openBrowser(collection);
    const path = hostile.callback(await startSocialSignIn(browser, 'evil', next));
    expect((await browser.request(path)).headers.get('Location')).toBe(expected(collection.url));
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example'.replace('%09', '\t'),
    '\n//evil.example',
    ' //evil.example',
    'http:evil.example',
    'https:/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,a',
    'welcome',
    '?a=b',
    `${FRONT_END}.evil.example/`,
    `/?q=${'🏟'.repeat(170)}`,
    `${FRONT_END}@evil.example/`,
    `https://app.example.org:8443/`,
    `http://app.example.org/`,
    'https://user:password@app.example.org/',
    'https://evil.example\\@app.example.org/',
    'http://[',
    `/${'a'.repeat(2000)}`,
  ])('is rejected with 400 for any other address: %j', async (next) => {
    const { status, headers, body } = await collection.request(
      `${SOCIAL}club/login/?next=${encodeURIComponent(next)}`,
    );
    expect([status, Object.keys(body), headers.get('Location')]).toEqual([400, ['next'], null]);
  });

  it('keeps its initial value when the callback has another value', async () => {
    const browser = openBrowser(collection);
    const path = hostile.callback(await startSocialSignIn(browser, 'evil'), {
      next: 'https://evil.example/',
    });
    expect((await browser.request(path)).headers.get('Location')).toBe(`${collection.url}/welcome`);
  });

  it('is rejected with 400 when it is sent twice', async () => {
    const { status, body } = await collection.request(`${SOCIAL}club/login/?next=/a&next=//evil.example`);
    expect([status, Object.keys(body)]).toEqual([400, ['next']]);
  });
});

describe('a forged X-Forwarded-Host header', () => {
  it('does not change redirect addresses if PUBLIC_URL is set', async () => {
    await using fresh = await startTestCollection(collection.database, {
      ...hostile.env('EVIL'),
      PUBLIC_URL: 'https://kits.example.org',
      TRUST_PROXY: '1',
    });
    const headers = { 'X-Forwarded-Host': 'evil.example' };
    const started = await fresh.request(`${SOCIAL}evil/login/?next=/welcome`, { headers });
    const url = new URL(started.headers.get('Location') ?? '');
    expect(url.searchParams.get('redirect_uri')).toBe(
      'https://kits.example.org/api/accounts/social/evil/callback/',
    );
    const there = await fresh.request(`${SOCIAL}evil/login/?next=https://evil.example/`, { headers });
    expect(there.status).toBe(400);
  });
});

describe('the stored session', () => {
  it('contains no state, nonce or PKCE verifier after a sign-in with a provider', async () => {
    const browser = openBrowser(collection);
    const address = await startSocialSignIn(browser, 'evil');
    await browser.request(hostile.callback(address));
    const rows = await collection.db('sessions').select('sess');
    const text = JSON.stringify(rows);
    for (const name of ['state', 'nonce'])
      expect(text).not.toContain(new URL(address).searchParams.get(name));
    expect(text).not.toContain(hostile.lastForm?.get('code_verifier'));
  });
});
