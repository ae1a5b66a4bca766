import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll } from '@jest/globals';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { useService } from '@kitroom/testing/use-service';
import type { TestBrowser } from './test-browser.ts';
import { useCollection, useReplica, type ApiResponse, type TestCollection } from './test-collection.ts';

/** A provider's claims about a user. */
interface Claims {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  preferred_username?: string;
  groups?: string[] | string;
}

/** A real OpenID Connect provider, started by a test. */
export interface TestOidcProvider {
  issuer: string;
  /** The environment variables that configure this provider under a name. */
  env(name: string): Record<string, string>;
  /** The provider's accounts by subject. */
  accounts: Map<string, Claims>;
  /** Starts serving, and allows redirects to these collection services only. */
  register(name: string, ...collections: Array<Pick<TestCollection, 'url'>>): void;
  /** Sets the account for real browsers. Until then, their sign-ins are cancelled. */
  setVisitor(subject: string): void;
  /** Follows the provider's pages from an authorization URL; returns the path of the callback. */
  walk(address: string, as: string | { cancel: true }): Promise<string>;
  /** Number of requests by path. */
  requests: Map<string, number>;
  /** Makes the provider unavailable, or available again. */
  setUnavailable(isUnavailable: boolean): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'kitroom';
const CLIENT_SECRET = randomBytes(24).toString('hex');

/**
 * Starts a provider on a free port. With `claimsInToken`, the ID token has all claims; otherwise, only the
 * userinfo endpoint returns them.
 */
export async function startOidcProvider({ claimsInToken = false } = {}): Promise<TestOidcProvider> {
  const accounts = new Map<string, Claims>();
  const requests = new Map<string, number>();
  let handle: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  let isUnavailable = false;
  let visitor: string | undefined;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    requests.set(path, (requests.get(path) ?? 0) + 1);
    if (isUnavailable || !handle) request.socket.destroy();
    else void handle(request, response);
  });
  const issuer = await listen(server);
  return {
    issuer,
    accounts,
    requests,
    env: (name) => ({
      [`OIDC_${name}_ISSUER`]: issuer,
      [`OIDC_${name}_CLIENT_ID`]: CLIENT_ID,
      [`OIDC_${name}_CLIENT_SECRET`]: CLIENT_SECRET,
    }),
    register(name, ...collections) {
      const redirectUris = collections.map(({ url }) => `${url}/api/accounts/social/${name}/callback/`);
      const provider = openProvider({ issuer, accounts, redirectUris, claimsInToken });
      const callback = provider.callback();
      handle = async (request, response) => {
        const url = new URL(request.url ?? '/', issuer);
        const as = url.searchParams.get('as') ?? visitor;
        if (url.pathname.startsWith('/interaction/')) await interact(provider, as, request, response);
        else await callback(request, response);
      };
    },
    walk,
    setVisitor(subject) {
      visitor = subject;
    },
    setUnavailable(unavailable) {
      isUnavailable = unavailable;
      if (unavailable) server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ProviderWish {
  issuer: string;
  accounts: ReadonlyMap<string, Claims>;
  redirectUris: string[];
  claimsInToken: boolean;
}

function openProvider({ issuer, accounts, redirectUris, claimsInToken }: ProviderWish): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(issuer, {
    adapter: openAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...accounts.get(sub), sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: !claimsInToken,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  });
}

/** Stores the provider's state in memory. The library's own adapter for that prints a warning. */
function openAdapter(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  const find = (is: (payload: AdapterPayload) => boolean) => [...kept.values()].find(is);
  return (model) => ({
    upsert: async (id, payload) => void kept.set(`${model} ${id}`, payload),
    find: async (id) => kept.get(`${model} ${id}`),
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (code) => find((payload) => payload.userCode === code),
    consume: async (id) => void Object.assign(kept.get(`${model} ${id}`) ?? {}, { consumed: true }),
    destroy: async (id) => void kept.delete(`${model} ${id}`),
    async revokeByGrantId(grantId) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}

/** Completes the provider's login and consent pages. */
async function interact(
  provider: Provider,
  as: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (as === undefined) {
    const result = { error: 'access_denied', error_description: 'they did not want to' };
    return provider.interactionFinished(request, response, result);
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: as } });
  }
  const grant = new provider.Grant({
    accountId: session?.accountId as string,
    clientId: params['client_id'] as string,
  });
  grant.addOIDCScope(params['scope'] as string);
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

const STEPS_MAX = 10;

async function walk(address: string, as: string | { cancel: true }): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (next.pathname.startsWith('/interaction/') && typeof as === 'string') next.searchParams.set('as', as);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: Cookie ? { Cookie } : {} });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('Location');
    if (location === null) {
      throw new Error(`the provider returned ${response.status}: ${(await response.text()).slice(0, 500)}`);
    }
    next = new URL(location, next);
    if (next.origin !== origin) return `${next.pathname}${next.search}`;
  }
  throw new Error('the provider never sends back');
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The base path of social sign-in. */
export const SOCIAL = '/api/accounts/social/';

/** A provider, and the name under which a collection service knows it. */
export interface NamedProvider {
  name: string;
  provider: TestOidcProvider;
}

/** A collection service, a replica behind the same address, and two providers of both. */
export function useSocialSignIn(env: Record<string, string> = {}) {
  const club = useService(() => startOidcProvider());
  const fan = useService(() => startOidcProvider({ claimsInToken: true }));
  const collection = useCollection(() => ({ ...club.env('CLUB'), ...fan.env('FAN_SHOP'), ...env }));
  const replica = useReplica(collection, () => ({ PUBLIC_URL: collection.url }));
  beforeAll(() => {
    club.register('club', collection);
    fan.register('fan_shop', collection);
  });
  const atClub: NamedProvider = { name: 'club', provider: club };
  const atFan: NamedProvider = { name: 'fan_shop', provider: fan };
  const welcome = (error: string | null = null) => [302, `${collection.url}/welcome`, error];
  return { club, fan, collection, replica, atClub, atFan, welcome };
}

/** Starts a sign-in; returns the provider's authorization URL. */
export async function startSocialSignIn(
  browser: TestBrowser,
  name: string,
  next = '/welcome',
): Promise<string> {
  const { status, headers } = await browser.request(
    `${SOCIAL}${name}/login/?next=${encodeURIComponent(next)}`,
  );
  if (status !== 302) throw new Error(`starting the sign-in returned ${status}`);
  return headers.get('Location') ?? '';
}

/** Signs in at a provider as an account; returns the response to the callback. */
export async function signInAtProvider(
  browser: TestBrowser,
  { name, provider }: NamedProvider,
  as: string | { cancel: true },
): Promise<ApiResponse> {
  return browser.request(await provider.walk(await startSocialSignIn(browser, name), as));
}

/** Status, final URL and `social_error` of a callback; the error is null after a successful sign-in. */
export function resultOf({ status, headers }: ApiResponse): [number, string, string | null] {
  const { origin, pathname, searchParams } = new URL(headers.get('Location') ?? 'none:');
  return [status, `${origin}${pathname}`, searchParams.get('social_error')];
}

/** The `social_error` of a callback; null after a successful sign-in. */
export function errorOf(response: ApiResponse): string | null {
  return resultOf(response)[2];
}
