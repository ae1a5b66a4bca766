import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import { useHostileSignIn, type Lies } from './test-hostile-provider.ts';
import { errorOf, SOCIAL, startOidcProvider, startSocialSignIn } from './test-oidc-provider.ts';

const { club, hostile, collection, expectNobody } = useHostileSignIn();

describe('a sign-in with a faulty provider', () => {
  const HOUR = 3600;
  const lies: Array<[string, Lies]> = [
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['no nonce', { claims: ({ nonce: _nonce, ...claims }) => claims }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://accounts.example.org' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another app' }) }],
    ['another authorised party', { claims: (claims) => ({ ...claims, aud: ['kitroom', 'b'], azp: 'b' }) }],
    [
      'an expiry in the past',
      { claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - HOUR }) },
    ],
    ['no subject', { claims: ({ sub: _sub, ...claims }) => claims }],
    ['a signature with another key', { signedBy: 'another key' }],
    ['no signature', { signedBy: 'nothing' }],
    ['a signature with the secret', { signedBy: 'the secret' }],
    ['a signature with the public key as a secret', { signedBy: 'the public key' }],
    [
      'no id token',
      { tokens: (response) => sendJson(response, { access_token: 'a', token_type: 'bearer' }) },
    ],
    [
      'a malformed id token',
      {
        tokens: (response) =>
          sendJson(response, { access_token: 'a', token_type: 'bearer', id_token: 'a.b.c' }),
      },
    ],
    [
      'an error response for the code',
      { tokens: (response) => sendJson(response, { error: 'invalid_grant' }, 400) },
    ],
    ['HTML instead of JSON', { tokens: (response) => response.end('<html>') }],
  ];

  it.each(lies)('fails with invalid_answer after %s', async (_what, lie) => {
    const browser = openBrowser(collection);
    const address = await startSocialSignIn(browser, 'evil');
    hostile.lies = lie;
    const response = await browser.request(hostile.callback(address));
    expect([response.status, errorOf(response)]).toEqual([302, 'invalid_answer']);
    await expectNobody(browser);
  });

  it('succeeds after a valid response, and sends the PKCE verifier', async () => {
    const browser = openBrowser(collection);
    const address = await startSocialSignIn(browser, 'evil');
    expect(errorOf(await browser.request(hostile.callback(address)))).toBeNull();
    expect(await browser.whoAmI()).toBe('victim');
    const verifier = hostile.lastForm?.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(challenge).toBe(new URL(address).searchParams.get('code_challenge'));
  });

  it('fails with invalid_answer if the user info has another subject', async () => {
    const env = hostile.env('EVIL');
    hostile.lies = {
      metadata: (metadata) => ({ ...metadata, userinfo_endpoint: `${hostile.issuer}/me` }),
      claims: ({ email: _email, ...claims }) => claims,
      userinfo: () => ({ sub: 'another', email: 'victim@example.org', email_verified: true }),
    };
    await using fresh = await startTestCollection(collection.database, env);
    const browser = openBrowser(fresh);
    expect(errorOf(await browser.request(hostile.callback(await startSocialSignIn(browser, 'evil'))))).toBe(
      'invalid_answer',
    );
    hostile.lies.userinfo = () => ({ sub: 'victim', email: 'victim@example.org', email_verified: true });
    expect(
      errorOf(await browser.request(hostile.callback(await startSocialSignIn(browser, 'evil')))),
    ).toBeNull();
  });

  it('returns 503 at the login while the metadata names another issuer', async () => {
    hostile.lies = { metadata: (metadata) => ({ ...metadata, issuer: club.issuer }) };
    await using fresh = await startTestCollection(collection.database, hostile.env('EVIL'));
    const { status, body } = await fresh.request(`${SOCIAL}evil/login/`);
    expect([status, body.code]).toEqual([503, 'provider_away']);
    // The failure is not cached: the metadata is requested again.
    hostile.lies = {};
    expect((await fresh.request(`${SOCIAL}evil/login/`)).status).toBe(302);
  });
});

describe('an error that a provider returns to the callback', () => {
  it('is reported as access_denied if the user declines, without other parameters of the provider', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(browser, 'club'), { cancel: true });
    const { headers } = await browser.request(path);
    const location = new URL(headers.get('Location') ?? '');
    expect([location.origin, location.pathname]).toEqual([collection.url, '/welcome']);
    // The provider's own error text is not passed on.
    expect(Object.fromEntries(location.searchParams)).toEqual({
      social_error: 'access_denied',
      social_provider: 'club',
    });
    await expectNobody(browser);
  });

  it.each(['server_error', 'login_required', '<script>'])(
    'is reported as provider_error for other reasons: %s',
    async (error) => {
      const browser = openBrowser(collection);
      const path = hostile.callback(await startSocialSignIn(browser, 'evil'), {
        error,
        error_description: '<b>',
      });
      expect(errorOf(await browser.request(path))).toBe('provider_error');
      await expectNobody(browser);
    },
  );

  it('is rejected with 400 if the state is missing', async () => {
    const browser = openBrowser(collection);
    await startSocialSignIn(browser, 'club');
    const { status, body } = await browser.request(`${SOCIAL}club/callback/?error=access_denied`);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_state' })]);
  });
});

describe('an unavailable sign-in provider', () => {
  it('makes the login return 503 until the provider is available again', async () => {
    const ownProvider = await startOidcProvider();
    const fresh = await startTestCollection(collection.database, ownProvider.env('CLUB'));
    ownProvider.register('club', fresh);
    ownProvider.setUnavailable(true);
    const { status, headers, body } = await fresh.request(`${SOCIAL}club/login/?next=/welcome`);
    expect([status, body]).toEqual([
      503,
      {
        detail: 'The sign-in provider is temporarily unavailable. Please try again later.',
        code: 'provider_away',
      },
    ]);
    expect(headers.get('Retry-After')).toBe('30');
    expect((await fresh.request(SOCIAL)).status).toBe(200);
    ownProvider.setUnavailable(false);
    expect((await fresh.request(`${SOCIAL}club/login/`)).status).toBe(302);
    await Promise.all([fresh.close(), ownProvider.close()]);
  });

  it('makes the callback redirect with provider_away', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await startSocialSignIn(browser, 'club'), 'anna');
    club.setUnavailable(true);
    expect(errorOf(await browser.request(path))).toBe('provider_away');
    club.setUnavailable(false);
    await expectNobody(browser);
  });

  it('makes the callback redirect with provider_away or, without next, return 503', async () => {
    const browser = openBrowser(collection);
    hostile.lies = { tokens: (response) => response.writeHead(502).end('<html>') };
    expect(errorOf(await browser.request(hostile.callback(await startSocialSignIn(browser, 'evil'))))).toBe(
      'provider_away',
    );
    const { status, body } = await browser.request(
      hostile.callback(await startSocialSignIn(browser, 'evil', '')),
    );
    expect([status, body.code]).toEqual([503, 'provider_away']);
    await expectNobody(browser);
  });

  it('makes the callback redirect with provider_away within eight seconds if it hangs', async () => {
    const browser = openBrowser(collection);
    hostile.lies = { tokens: () => undefined };
    const path = hostile.callback(await startSocialSignIn(browser, 'evil'));
    const start = performance.now();
    expect(errorOf(await browser.request(path))).toBe('provider_away');
    expect(performance.now() - start).toBeLessThan(8000);
  }, 15_000);
});

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
