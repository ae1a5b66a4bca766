import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { startTestCollection } from './test-collection.ts';
import { useHostileSignIn, type Lies } from './test-hostile-provider.ts';
import { begin, errorOf, SOCIAL, startOidcProvider } from './test-oidc-provider.ts';

const { club, hostile, collection, expectNobody } = useHostileSignIn();

describe('a provider that lies', () => {
  const HOUR = 3600;
  const lies: Array<[string, Lies]> = [
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['no nonce', { claims: ({ nonce: _nonce, ...claims }) => claims }],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://accounts.example.org' }) }],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another app' }) }],
    [
      'another party among the audience',
      { claims: (claims) => ({ ...claims, aud: ['kitroom', 'b'], azp: 'b' }) },
    ],
    [
      'an end that is past',
      { claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - HOUR }) },
    ],
    ['no subject', { claims: ({ sub: _sub, ...claims }) => claims }],
    ['a signature of another key', { signedBy: 'another key' }],
    ['no signature', { signedBy: 'nothing' }],
    ['a signature with the secret', { signedBy: 'the secret' }],
    ['a signature with the public key as a secret', { signedBy: 'the public key' }],
    [
      'no id token',
      { tokens: (response) => sendJson(response, { access_token: 'a', token_type: 'bearer' }) },
    ],
    [
      'an id token that is none',
      {
        tokens: (response) =>
          sendJson(response, { access_token: 'a', token_type: 'bearer', id_token: 'a.b.c' }),
      },
    ],
    ['a refusal of the code', { tokens: (response) => sendJson(response, { error: 'invalid_grant' }, 400) }],
    ['no JSON', { tokens: (response) => response.end('<html>') }],
  ];

  it.each(lies)('with %s signs nobody in', async (_what, lie) => {
    const browser = openBrowser(collection);
    const address = await begin(browser, 'evil');
    hostile.lies = lie;
    const response = await browser.request(hostile.callback(address));
    expect([response.status, errorOf(response)]).toEqual([302, 'invalid_answer']);
    await expectNobody(browser);
  });

  it('signs somebody in once it is honest, with the secret of PKCE', async () => {
    const browser = openBrowser(collection);
    const address = await begin(browser, 'evil');
    expect(errorOf(await browser.request(hostile.callback(address)))).toBeNull();
    expect(await browser.whoAmI()).toBe('victim');
    const verifier = hostile.lastForm?.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect(challenge).toBe(new URL(address).searchParams.get('code_challenge'));
  });

  it('about the owner of the data signs nobody in', async () => {
    const env = hostile.env('EVIL');
    hostile.lies = {
      metadata: (metadata) => ({ ...metadata, userinfo_endpoint: `${hostile.issuer}/me` }),
      claims: ({ email: _email, ...claims }) => claims,
      userinfo: () => ({ sub: 'another', email: 'victim@example.org', email_verified: true }),
    };
    await using fresh = await startTestCollection(collection.database, env);
    const browser = openBrowser(fresh);
    expect(errorOf(await browser.request(hostile.callback(await begin(browser, 'evil'))))).toBe(
      'invalid_answer',
    );
    hostile.lies.userinfo = () => ({ sub: 'victim', email: 'victim@example.org', email_verified: true });
    expect(errorOf(await browser.request(hostile.callback(await begin(browser, 'evil'))))).toBeNull();
  });

  it('about who it is cannot be gone to at all', async () => {
    hostile.lies = { metadata: (metadata) => ({ ...metadata, issuer: club.issuer }) };
    await using fresh = await startTestCollection(collection.database, hostile.env('EVIL'));
    const { status, body } = await fresh.request(`${SOCIAL}evil/login/`);
    expect([status, body.code]).toEqual([503, 'provider_away']);
    // It is asked again, not remembered.
    hostile.lies = {};
    expect((await fresh.request(`${SOCIAL}evil/login/`)).status).toBe(302);
  });
});

describe('a provider that refuses', () => {
  it('is reported as cancelled when the user declines', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await begin(browser, 'club'), { cancel: true });
    const { headers } = await browser.request(path);
    const location = new URL(headers.get('Location') ?? '');
    expect([location.origin, location.pathname]).toEqual([collection.url, '/welcome']);
    // Nothing of what the provider says goes further.
    expect(Object.fromEntries(location.searchParams)).toEqual({
      social_error: 'access_denied',
      social_provider: 'club',
    });
    await expectNobody(browser);
  });

  it.each(['server_error', 'login_required', '<script>'])(
    'for another reason is an error: %s',
    async (error) => {
      const browser = openBrowser(collection);
      const path = hostile.callback(await begin(browser, 'evil'), { error, error_description: '<b>' });
      expect(errorOf(await browser.request(path))).toBe('provider_error');
      await expectNobody(browser);
    },
  );

  it('without a state is not believed', async () => {
    const browser = openBrowser(collection);
    await begin(browser, 'club');
    const { status, body } = await browser.request(`${SOCIAL}club/callback/?error=access_denied`);
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_state' })]);
  });
});

describe('an unavailable provider', () => {
  it('leads to 503 at the beginning of a sign-in, and works again once it is back', async () => {
    const own = await startOidcProvider();
    const fresh = await startTestCollection(collection.database, own.env('CLUB'));
    own.register('club', fresh);
    own.setUnavailable(true);
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
    own.setUnavailable(false);
    expect((await fresh.request(`${SOCIAL}club/login/`)).status).toBe(302);
    await Promise.all([fresh.close(), own.close()]);
  });

  it('when somebody comes back is reported where they wanted to go', async () => {
    const browser = openBrowser(collection);
    const path = await club.walk(await begin(browser, 'club'), 'anna');
    club.setUnavailable(true);
    expect(errorOf(await browser.request(path))).toBe('provider_away');
    club.setUnavailable(false);
    await expectNobody(browser);
  });

  it('inside is reported the same way, and as 503 without a place to go', async () => {
    const browser = openBrowser(collection);
    hostile.lies = { tokens: (response) => response.writeHead(502).end('<html>') };
    expect(errorOf(await browser.request(hostile.callback(await begin(browser, 'evil'))))).toBe(
      'provider_away',
    );
    const { status, body } = await browser.request(hostile.callback(await begin(browser, 'evil', '')));
    expect([status, body.code]).toEqual([503, 'provider_away']);
    await expectNobody(browser);
  });

  it('that never responds is not waited for long', async () => {
    const browser = openBrowser(collection);
    hostile.lies = { tokens: () => undefined };
    const path = hostile.callback(await begin(browser, 'evil'));
    const start = performance.now();
    expect(errorOf(await browser.request(path))).toBe('provider_away');
    expect(performance.now() - start).toBeLessThan(8000);
  }, 15_000);
});

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
