import type { Answer, TestCollection } from './test-collection.ts';
import { json, PASSWORD } from './test-users.ts';

/** A browser: it keeps cookies, says where its page is from, and brings the CSRF token along. */
export interface TestBrowser {
  /** The cookies it has, by name. */
  cookies: Map<string, string>;
  /** Asks with the cookies; a change brings the CSRF token unless the init has its own `X-CSRF-Token`. */
  ask(path: string, init?: RequestInit): Promise<Answer>;
  /** The same with a JSON body. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Signs in, and fails where that is refused. */
  signIn(username: string, password?: string, code?: string): Promise<void>;
  /** The CSRF token; asked for at each call. */
  csrfToken(): Promise<string>;
  /** The name of whoever is signed in. */
  whoAmI(): Promise<string | undefined>;
  /** The same browser at another replica: it shares the cookies. */
  at(other: Pick<TestCollection, 'ask'>): TestBrowser;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Opens a browser without cookies; `headers` are sent with each request. */
export function openBrowser(
  collection: Pick<TestCollection, 'ask'>,
  {
    headers = {},
    cookies = new Map<string, string>(),
  }: { headers?: Record<string, string>; cookies?: Map<string, string> } = {},
): TestBrowser {
  async function askWithCookies(path: string, init: RequestInit): Promise<Answer> {
    const all = new Headers({ ...headers, ...(init.headers as Record<string, string>) });
    if (cookies.size > 0 && !all.has('Cookie')) all.set('Cookie', toCookieHeader(cookies));
    const answer = await collection.ask(path, { ...init, headers: all });
    for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line);
    return answer;
  }

  const browser: TestBrowser = {
    cookies,
    async ask(path, init = {}) {
      const own = (init.headers ?? {}) as Record<string, string>;
      if (READS.has(init.method ?? 'GET') || 'X-CSRF-Token' in own) return askWithCookies(path, init);
      const token = await browser.csrfToken();
      return askWithCookies(path, { ...init, headers: { 'X-CSRF-Token': token, ...own } });
    },
    send: (method, path, body) => browser.ask(path, body === undefined ? { method } : json(method, body)),
    async signIn(username, password = PASSWORD, code) {
      const { status, body } = await browser.send('POST', '/api/accounts/login/', {
        username,
        password,
        code,
      });
      if (status !== 200) throw new Error(`signing in is answered ${status}: ${JSON.stringify(body)}`);
    },
    csrfToken: async () => (await askWithCookies('/api/accounts/csrf/', {})).body.csrf_token as string,
    whoAmI: async () => (await askWithCookies('/api/accounts/session/', {})).body.user?.username as string,
    at: (other) => openBrowser(other, { headers, cookies }),
  };
  return browser;
}

function toCookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Keeps a cookie, or forgets it where it has expired. */
function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
  if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}
