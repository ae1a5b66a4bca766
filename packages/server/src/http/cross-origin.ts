import cors from 'cors';
import type { RequestHandler } from 'express';

/** What pages of other origins may read. */
const EXPOSED_HEADERS = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Cache',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
];
const SHARED = { exposedHeaders: EXPOSED_HEADERS, maxAge: 7200, preflightContinue: true };

/** Lets pages of these origins read what follows, and send credentials along; answers preflights. */
export function shareWithOrigins(origins: readonly string[]): RequestHandler[] {
  const share = cors((request, done) => {
    const isAllowed = origins.includes(request.headers.origin ?? '');
    done(null, { ...SHARED, origin: origins.length > 0 ? [...origins] : false, credentials: isAllowed });
  });
  return [share, endPreflight];
}

/**
 * Lets pages of every origin read what follows, without credentials: browsers refuse `*` together with them. Answers
 * preflights.
 */
export function shareWithEveryOrigin(methods: readonly string[]): RequestHandler[] {
  return [cors({ ...SHARED, origin: '*', methods: [...methods] }), endPreflight];
}

/** A preflight ends here, with or without permission, so that no limit counts it and no key is asked for. */
const endPreflight: RequestHandler = (request, response, next) => {
  const isPreflight =
    request.method === 'OPTIONS' && request.get('Access-Control-Request-Method') !== undefined;
  if (isPreflight) response.status(204).end();
  else next();
};
