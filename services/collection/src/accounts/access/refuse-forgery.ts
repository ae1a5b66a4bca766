import type { Request, RequestHandler, Response } from 'express';
import { finishLogin, login, logout } from '@kitroom/collection-client';
import { allowsEveryOrigin, isOneOfOrigins } from '@kitroom/server/http/cross-origin';
import { ServiceError } from '@kitroom/server/http/errors';
import { readBaseUrl } from '@kitroom/server/http/request-context';
import { isCsrfToken } from '@kitroom/server/sessions/csrf-token';
import type { Contract } from '@kitroom/shared';
import type { Config } from '../../config.ts';
import { isShared } from '../../paths.ts';
import { CSRF_HEADER, findSession } from '../sessions/browser-session.ts';
import { findSessionOfCaller, findTokenOfCaller } from '../sessions/caller.ts';

/**
 * Rejects sign-ins from another site, whatever its origin: browsers do not store the session cookie there, so
 * a success would be misleading.
 */
export const refuseCrossSiteLogin: RequestHandler = (request, _response, next) => {
  if (isEndpoint(request, login) && request.get('Sec-Fetch-Site') === 'cross-site') {
    throw new ServiceError('forbidden', CROSS_SITE_LOGIN);
  }
  next();
};

const CROSS_SITE_LOGIN =
  'Browsers do not keep a session for another site: use a token instead, which the user creates for your app or ' +
  'which POST /api/auth-token/ returns.';

/** Endpoints that act on the browser's session, even if the request has a token. */
const SESSION_ENDPOINTS = [login, logout, finishLogin];

/**
 * Rejects cross-site request forgery. Requests with a token in the `Authorization` header are exempt, as
 * browsers do not add it by themselves, unless they act on the session of a cookie. So are requests for a
 * shared collection, whose secret is in the URL.
 */
export function refuseForgery({ config }: { config: Config }): RequestHandler {
  return (request, response, next) => {
    if (isRead(request) || isByToken(request, response) || isShared(request.path)) return next();
    const session = findSession(response);
    const hasSession = session?.data.userId !== undefined || session?.data.csrf !== undefined;
    // If all origins are allowed, any of them may get a token or sign up a user, but not use a session.
    const isOpen = allowsEveryOrigin(config.CORS_ORIGINS) && !hasSession && !usesSession(request);
    if (!isOpen && !isOwnOrigin(request, config)) throw forged('The origin is not allowed.');
    if (hasSession && !isCsrfToken(session.data, request.get(CSRF_HEADER))) {
      throw forged(
        `The ${CSRF_HEADER} header is missing or wrong: GET /api/accounts/csrf/ returns the token.`,
      );
    }
    return next();
  };
}

function isByToken(request: Request, response: Response): boolean {
  if (request.headers.authorization === undefined) return false;
  // Signing out with a token changes nothing, as the endpoint rejects it.
  if (isEndpoint(request, logout)) return findTokenOfCaller(response) !== undefined;
  return !usesSession(request);
}

function usesSession(request: Request): boolean {
  return SESSION_ENDPOINTS.some((contract) => isEndpoint(request, contract));
}

/**
 * Whether a change comes from an allowed origin. Browsers send `Origin` with every change; other clients do
 * not.
 */
function isOwnOrigin(request: Request, config: Config): boolean {
  const origin = request.get('Origin');
  if (origin === undefined) return request.get('Sec-Fetch-Site') !== 'cross-site';
  return isAllowedOrigin(origin, request, config);
}

function forged(reason: string): ServiceError {
  return new ServiceError('forbidden', `CSRF check failed. ${reason}`);
}

/** Whether an origin is this service's own, as seen by clients, or that of an allowed front end. */
function isAllowedOrigin(origin: string, request: Request, config: Config): boolean {
  const ownOrigin = new URL(readBaseUrl(request, { publicUrl: config.PUBLIC_URL })).origin;
  return origin === ownOrigin || isOneOfOrigins(origin, config.CORS_ORIGINS);
}

const LINKING = /^\/api\/accounts\/social\/[^/]+\/login\/?$/;

/**
 * Rejects links on foreign pages that would link a provider to the signed-in user's account. The page may
 * have signed the browser in at the provider as another person, who could then sign in here.
 */
export function refuseForeignLink({ config }: { config: Config }): RequestHandler {
  return (request, response, next) => {
    const isLinking = LINKING.test(request.path) && findSessionOfCaller(response) !== undefined;
    if (isLinking && isForeign(request, config)) {
      throw new ServiceError('forbidden', 'CSRF check failed. The page with the link is not allowed.');
    }
    next();
  };
}

/**
 * Whether a page of another site led here. Browsers report that, and which page, unless it suppresses its
 * address.
 */
function isForeign(request: Request, config: Config): boolean {
  const site = request.get('Sec-Fetch-Site');
  // The user entered the URL, or a page of this origin led here.
  if (site === 'none' || site === 'same-origin') return false;
  const referrer = request.get('Referer');
  if (referrer === undefined || !URL.canParse(referrer)) return site !== undefined;
  return !isAllowedOrigin(new URL(referrer).origin, request, config);
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return READS.has(method);
}

/** Whether a request is for an endpoint without path parameters; a trailing slash is optional. */
export function isEndpoint(
  { method, path }: Pick<Request, 'method' | 'path'>,
  endpoint: Pick<Contract, 'method' | 'path'>,
): boolean {
  return method === endpoint.method && (path === endpoint.path || `${path}/` === endpoint.path);
}
