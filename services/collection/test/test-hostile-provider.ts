import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import type { TestBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { startOidcProvider } from './test-oidc-provider.ts';

type Json = Record<string, unknown>;

/** How a provider misbehaves. It is honest if no field is set. */
export interface Lies {
  /** Changes the claims before they are signed. */
  claims?: (claims: Json) => Json;
  /** What signs the ID token instead of the published key. */
  signedBy?: 'another key' | 'nothing' | 'the secret' | 'the public key';
  /** Changes the provider's metadata. */
  metadata?: (metadata: Json) => Json;
  /** Responds at the token endpoint instead of returning tokens. */
  tokens?: (response: ServerResponse) => void;
  /** Changes the response of the userinfo endpoint. */
  userinfo?: (claims: Json) => Json;
}

/** A handwritten provider that can violate the protocol. */
export interface HostileProvider {
  issuer: string;
  env(name: string): Record<string, string>;
  lies: Lies;
  /** The last form sent to the token endpoint. */
  lastForm: URLSearchParams | undefined;
  /** The callback path to which this address would redirect a browser, with changes to its query. */
  callback(address: string, changes?: Record<string, string | undefined>): string;
  close(): Promise<void>;
}

/** A collection service with an honest provider, where Anna has an account, and a hostile one. */
export function useHostileSignIn(env: Record<string, string> = {}) {
  const club = useService(() => startOidcProvider());
  const hostile = useService(startHostileProvider);
  const collection = useCollection(() => ({ ...club.env('CLUB'), ...hostile.env('EVIL'), ...env }));
  beforeAll(() => {
    club.register('club', collection);
    club.accounts.set('anna', { email: 'anna@example.org', email_verified: true });
  });
  afterEach(async () => {
    hostile.lies = {};
    await collection.db('users').delete();
  });
  /** Expects that no user is signed in and that no user or identity was stored. */
  async function expectNobody(browser: TestBrowser): Promise<void> {
    expect(await browser.whoAmI()).toBeUndefined();
    expect((await browser.request('/api/users/me/')).status).toBe(401);
    expect(await collection.db('users')).toEqual([]);
    expect(await collection.db('identities')).toEqual([]);
  }
  return { club, hostile, collection, expectNobody };
}

const SECRET = 'the secret that both know';
const SUBJECT = 'victim';

/** Starts a hostile provider on a free port. */
export async function startHostileProvider(): Promise<HostileProvider> {
  const keys = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const [published, unpublished] = keys as [(typeof keys)[0], (typeof keys)[0]];
  const nonces = new Map<string, string | null>();

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { lies } = provider;
    const path = new URL(request.url ?? '/', issuer).pathname;
    if (path === '/.well-known/openid-configuration') send(response, (lies.metadata ?? identity)(metadata()));
    else if (path === '/jwks') send(response, { keys: [toJwk(published.publicKey)] });
    else if (path === '/me') send(response, (lies.userinfo ?? identity)({ sub: SUBJECT }));
    else {
      provider.lastForm = new URLSearchParams(await readAll(request));
      if (lies.tokens) lies.tokens(response);
      else
        send(response, { access_token: 'a', token_type: 'bearer', id_token: toIdToken(provider.lastForm) });
    }
  }

  const metadata = (): Json => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });

  function toIdToken(form: URLSearchParams): string {
    const now = Math.floor(Date.now() / 1000);
    const claims: Json = {
      iss: issuer,
      aud: 'kitroom',
      sub: SUBJECT,
      iat: now,
      exp: now + 300,
      nonce: nonces.get(form.get('code') ?? ''),
      email: 'victim@example.org',
      email_verified: true,
      preferred_username: 'victim',
    };
    return sign((provider.lies.claims ?? identity)(claims));
  }

  function sign(claims: Json): string {
    const { signedBy } = provider.lies;
    const isHmac = signedBy === 'the secret' || signedBy === 'the public key';
    const alg = signedBy === 'nothing' ? 'none' : isHmac ? 'HS256' : 'RS256';
    const text = [{ alg, kid: 'k', typ: 'JWT' }, claims].map(encode).join('.');
    if (alg === 'none') return `${text}.`;
    if (isHmac) {
      const pem = published.publicKey.export({ type: 'spki', format: 'pem' });
      const key = signedBy === 'the secret' ? SECRET : pem;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    }
    const { privateKey } = signedBy === 'another key' ? unpublished : published;
    return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
  }

  const provider: HostileProvider = {
    issuer,
    lies: {},
    lastForm: undefined,
    env: (name) => ({
      [`OIDC_${name}_ISSUER`]: issuer,
      [`OIDC_${name}_CLIENT_ID`]: 'kitroom',
      [`OIDC_${name}_CLIENT_SECRET`]: SECRET,
    }),
    callback(address, changes = {}) {
      const sent = new URL(address).searchParams;
      const code = `code-${nonces.size}`;
      nonces.set(code, sent.get('nonce'));
      const callbackUrl = new URL(sent.get('redirect_uri') ?? '');
      const query = { code, state: sent.get('state') ?? '', iss: issuer, ...changes };
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) callbackUrl.searchParams.set(name, value);
      }
      return `${callbackUrl.pathname}${callbackUrl.search}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

function identity(value: Json): Json {
  return value;
}

function toJwk(key: KeyObject): Json {
  return { ...key.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
