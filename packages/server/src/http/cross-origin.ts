import cors, { type CorsOptions, type CorsRequest } from 'cors';
import type { RequestHandler } from 'express';
import { RESPONSE_HEADERS } from '../documentation/response-headers.ts';
import { isOneOfOrigins } from './allowed-origins.ts';

/** The longest list of headers that a preflight may ask for. */
const ASKED_HEADERS_MAX = 1024;
const SHARED = { exposedHeaders: Object.keys(RESPONSE_HEADERS), maxAge: 7200, preflightContinue: true };

/** Allows these origins to read the responses that follow and to send credentials; answers preflights. */
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
 * Answers preflights.
 */
export function shareWithEveryOrigin(methods: readonly string[]): RequestHandler[] {
  const share = cors((request, done) => {
    done(null, { ...SHARED, ...limitAllowedHeaders(request), origin: '*', methods: [...methods] });
  });
  return [share, endPreflight];
}

/** By default, the headers that a preflight asks for are repeated; none are if they are too long. */
function limitAllowedHeaders({ headers }: CorsRequest): CorsOptions {
  const asked = headers['access-control-request-headers'] ?? '';
  return asked.length > ASKED_HEADERS_MAX ? { allowedHeaders: [] } : {};
}

/** Preflights end here, allowed or not, so that they need no key and are not rate-limited. */
const endPreflight: RequestHandler = (request, response, next) => {
  const isPreflight =
    request.method === 'OPTIONS' && request.get('Access-Control-Request-Method') !== undefined;
  if (isPreflight) response.status(204).end();
  else next();
};
