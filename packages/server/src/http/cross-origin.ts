import cors, { type CorsOptions, type CorsRequest } from 'cors';
import type { RequestHandler } from 'express';
import { RESPONSE_HEADERS } from '../documentation/response-headers.ts';

/** The longest list of headers that a preflight may request. */
const REQUESTED_HEADERS_MAX = 1024;
const SHARED = { exposedHeaders: Object.keys(RESPONSE_HEADERS), maxAge: 7200, preflightContinue: true };

/** Allows these origins to read the responses that follow and to send credentials; responds to preflights. */
export function shareWithOrigins(origins: readonly string[]): RequestHandler[] {
  const share = cors((request, done) => {
    const { origin = '' } = request.headers;
    const isAllowed = isOneOfOrigins(origin, origins);
    // An array, even an empty one, tells caches that the response depends on the origin.
    const allowed = isAllowed ? [origin] : [];
    done(null, {
      ...SHARED,
      ...limitAllowedHeaders(request),
      origin: origins.length > 0 && allowed,
      credentials: isAllowed,
    });
  });
  return [share, endPreflight];
}

/**
 * Allows every origin to read the responses that follow, without credentials, which browsers do not allow with `*`.
 * Responds to preflights.
 */
export function shareWithEveryOrigin(methods: readonly string[]): RequestHandler[] {
  const share = cors((request, done) => {
    done(null, { ...SHARED, ...limitAllowedHeaders(request), origin: '*', methods: [...methods] });
  });
  return [share, endPreflight];
}

/** By default, the headers that a preflight requests are repeated; none are if they are too long. */
function limitAllowedHeaders({ headers }: CorsRequest): CorsOptions {
  const requested = headers['access-control-request-headers'] ?? '';
  return requested.length > REQUESTED_HEADERS_MAX ? { allowedHeaders: [] } : {};
}

/** Preflights end here, allowed or not, so that they need no key and are not rate-limited. */
const endPreflight: RequestHandler = (request, response, next) => {
  const isPreflight =
    request.method === 'OPTIONS' && request.get('Access-Control-Request-Method') !== undefined;
  if (isPreflight) response.status(204).end();
  else next();
};

/**
 * Whether an origin is one of CORS_ORIGINS: equal, or for an entry that ends in `:*` the same scheme and host on any
 * port. The wildcard suits development, where ports are chosen at each start.
 */
export function isOneOfOrigins(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.endsWith(ANY_PORT) ? isOnAnyPort(origin, entry) : entry === origin));
}

/** Whether an entry of CORS_ORIGINS is an origin, possibly with `*` as its port. */
export function isOriginEntry(entry: string): boolean {
  const origin = entry.endsWith(ANY_PORT) ? entry.slice(0, -ANY_PORT.length) : entry;
  return /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

const ANY_PORT = ':*';

function isOnAnyPort(origin: string, entry: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: normalized } = new URL(origin);
  return normalized === origin && `${protocol}//${hostname}${ANY_PORT}` === entry;
}
