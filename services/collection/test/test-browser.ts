import * as testing from '@kitroom/testing/page-browser';
import type { ApiResponse, TestCollection } from './test-collection.ts';
import { json, PASSWORD } from './test-users.ts';

/** A browser: it keeps cookies, and sends its `Origin` and the CSRF token. */
export interface TestBrowser {
  /** Cookie values by name. */
  cookies: Map<string, string>;
  /** Sends the cookies and, with unsafe methods, the CSRF token, unless `init` has an `X-CSRF-Token`. */
  request(path: string, init?: RequestInit): Promise<ApiResponse>;
  /** Sends a request with a JSON body. */
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** Signs in; throws if that is rejected. */
  signIn(username: string, password?: string, code?: string): Promise<void>;
  /** The CSRF token, requested with each call. */
  csrfToken(): Promise<string>;
  /** The name of the signed-in user. */
  whoAmI(): Promise<string | undefined>;
  /** The same browser at another replica: it shares the cookies. */
  at(replica: Pick<TestCollection, 'request'>): TestBrowser;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Opens a browser without cookies; `headers` are sent with each request. */
export function openBrowser(
  collection: Pick<TestCollection, 'request'>,
  {
    headers = {},
    cookies = new Map<string, string>(),
  }: { headers?: Record<string, string>; cookies?: Map<string, string> } = {},
): TestBrowser {
  async function requestWithCookies(path: string, init: RequestInit): Promise<ApiResponse> {
    const all = new Headers({ ...headers, ...(init.headers as Record<string, string>) });
    if (cookies.size > 0 && !all.has('Cookie')) all.set('Cookie', toCookieHeader(cookies));
    const response = await collection.request(path, { ...init, headers: all });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  }

  const browser: TestBrowser = {
    cookies,
    async request(path, init = {}) {
      const headersOfInit = (init.headers ?? {}) as Record<string, string>;
      if (READS.has(init.method ?? 'GET') || 'X-CSRF-Token' in headersOfInit)
        return requestWithCookies(path, init);
      const token = await browser.csrfToken();
      return requestWithCookies(path, { ...init, headers: { 'X-CSRF-Token': token, ...headersOfInit } });
    },
    send: (method, path, body) => browser.request(path, body === undefined ? { method } : json(method, body)),
    async signIn(username, password = PASSWORD, code) {
      const { status, body } = await browser.send('POST', '/api/accounts/login/', {
        username,
        password,
        code,
      });
      if (status !== 200) throw new Error(`sign-in returned ${status}: ${JSON.stringify(body)}`);
    },
    csrfToken: async () => (await requestWithCookies('/api/accounts/csrf/', {})).body.csrf_token as string,
    whoAmI: async () =>
      (await requestWithCookies('/api/accounts/session/', {})).body.user?.username as string,
    at: (replica) => openBrowser(replica, { headers, cookies }),
  };
  return browser;
}

function toCookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Stores a cookie, or deletes it if it has expired. */
function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
  if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}

export { readDescription, type ShownPage } from '@kitroom/testing/page-browser';

/** A browser without scripts on a collection service. */
export interface PageBrowser extends testing.PageBrowser {
  /** Signs in on the sign-in page; returns the page that follows. */
  signIn(username: string, password?: string): Promise<testing.ShownPage>;
  /** The same browser at another replica: it shares the cookies. */
  at(replica: Pick<TestCollection, 'url'>): PageBrowser;
}

/** Opens a browser on a collection service. */
export function openPageBrowser(
  collection: Pick<TestCollection, 'url'>,
  cookies = new Map<string, string>(),
): PageBrowser {
  const browser = testing.openPageBrowser(collection, cookies);
  return {
    ...browser,
    async signIn(username, password = PASSWORD) {
      return browser.send(await browser.open('/accounts/login'), 'Sign in', { username, password });
    },
    at: (replica) => openPageBrowser(replica, cookies),
  };
}
