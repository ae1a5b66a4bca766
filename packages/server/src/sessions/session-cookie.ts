import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import { readBaseUrl, type PublicAddress } from '../http/request-context.ts';

/** The cookie of a service's sessions. */
export interface SessionCookie {
  /** Its name outside production. */
  name: string;
  /** Its path below that of the service, without a trailing slash; empty for the whole service. */
  root: string;
  /** Browsers then accept and send it over HTTPS only. */
  isProduction: boolean;
}

interface SessionOptions extends PublicAddress {
  cookie: SessionCookie;
  store: session.Store;
  /** The first one signs cookies, all of them are accepted. */
  secret: string[];
  maxAgeSeconds: number;
}

/** Loads the session of a request, or creates one, which is stored once it contains something. */
export function openSessions({
  cookie,
  store,
  secret,
  maxAgeSeconds,
  ...address
}: SessionOptions): RequestHandler {
  const { isProduction } = cookie;
  const place = (request: Request) => placeCookie(cookie, readBaseUrl(request, address));
  const open = (name: string) =>
    session({
      name,
      secret,
      store,
      resave: false,
      saveUninitialized: false,
      cookie: (request) => ({
        // Before there is a session, this path is compared with that of the request, from which the proxy has
        // stripped its prefix.
        path: request.session === undefined ? '/' : place(request).path,
        httpOnly: true,
        sameSite: 'lax',
        secure: isProduction,
        maxAge: maxAgeSeconds * 1000,
      }),
    });
  const readers = new Map(namesOf(cookie).map((name) => [name, open(name)]));
  return (request, response, next) => {
    if (isProduction) sendSecureCookie(request);
    void readers.get(place(request).name)?.(request, response, next);
  };
}

/** The value of a `Set-Cookie` header that deletes the cookie. */
export function clearCookie(cookie: SessionCookie, baseUrl: string): string {
  const { name, path } = placeCookie(cookie, baseUrl);
  const marks = [`Path=${path}`, 'Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'HttpOnly', 'SameSite=Lax'];
  if (cookie.isProduction) marks.push('Secure');
  return [`${name}=`, ...marks].join('; ');
}

/** With `__Host-`, browsers accept the cookie from this host only, but require the path `/`. */
function placeCookie(cookie: SessionCookie, baseUrl: string): { name: string; path: string } {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '') + cookie.root || '/';
  const [atRoot, below] = namesOf(cookie);
  return { name: path === '/' ? atRoot : below, path };
}

function namesOf({ name, isProduction }: SessionCookie): [atRoot: string, below: string] {
  return isProduction ? [`__Host-${name}`, `__Secure-${name}`] : [name, name];
}

/**
 * In production browsers always connect over HTTPS, whatever protocol the last proxy uses to reach this
 * service. Makes Express set the `Secure` session cookie even if TRUST_PROXY does not cover that proxy;
 * otherwise users could not sign in.
 */
function sendSecureCookie(request: Request): void {
  Object.defineProperty(request, 'secure', { value: true, configurable: true });
}
