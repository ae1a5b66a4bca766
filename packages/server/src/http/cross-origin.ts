import cors, { type CorsOptions, type CorsRequest } from 'cors';
import type { RequestHandler } from 'express';
import { RESPONSE_HEADERS } from '../documentation/response-headers.ts';

/** The longest list of headers that a preflight may request. */
const REQUESTED_HEADERS_MAX = 1024;
const SHARED = { exposedHeaders: Object.keys(RESPONSE_HEADERS), maxAge: 7200, preflightContinue: true };

/**
 * Allows these origins to read the responses that follow and to send credentials; responds to preflights.
 * Every origin may read them if `*` is among the origins, but without credentials, which browsers do not
 * allow with `*`.
 */
export function shareWithOrigins(
  origins: readonly string[],
  options: Pick<CorsOptions, 'methods'> = {},
): RequestHandler[] {
  const share = cors((request, done) => {
    const permission = allowsEveryOrigin(origins) ? { origin: EVERY_ORIGIN } : permit(request, origins);
    done(null, { ...SHARED, ...options, ...limitAllowedHeaders(request), ...permission });
  });
  return [share, endPreflight];
}

function permit({ headers: { origin = '' } }: CorsRequest, origins: readonly string[]): CorsOptions {
  const isAllowed = isOneOfOrigins(origin, origins);
  // An array, even an empty one, tells caches that the response depends on the origin.
  const allowed = isAllowed ? [origin] : [];
  return { origin: origins.length > 0 && allowed, credentials: isAllowed };
}

/**
 * By default, all headers that a preflight requests are allowed; none are allowed if the list is too long.
 */
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

/** The entry of CORS_ORIGINS that allows every origin. */
export const EVERY_ORIGIN = '*';

/** Whether CORS_ORIGINS allows every origin. */
export function allowsEveryOrigin(origins: readonly string[]): boolean {
  return origins.includes(EVERY_ORIGIN);
}

/**
 * Whether an origin is one of CORS_ORIGINS: equal, or for an entry that ends in `:*` the same scheme and host
 * on any port. The wildcard suits development, where ports are chosen at each start. `*` does not count:
 * origins that it allows may not send credentials.
 */
export function isOneOfOrigins(origin: string, allowed: readonly string[]): boolean {
  const named = allowed.filter((entry) => entry !== EVERY_ORIGIN);
  return named.some((entry) => (entry.endsWith(ANY_PORT) ? isOnAnyPort(origin, entry) : entry === origin));
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
