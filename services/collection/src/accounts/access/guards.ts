import type { Request, RequestHandler } from 'express';
import { deleteToken } from '@kitroom/collection-client';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { createRateLimiter } from '@kitroom/server/http/rate-limit';
import type { Contract } from '@kitroom/shared';
import type { Context } from '../../context.ts';
import { UNKNOWN_TOKENS_FACTOR } from '../../limits.ts';
import { isShared } from '../../paths.ts';
import { throttle, throttled } from '../../throttled.ts';
import { findCaller, findTokenOfCaller } from '../sessions/caller.ts';
import { checkAccess } from './check-access.ts';
import { identify, openKnownTokens, readTokenHeader, type KnownTokens } from './identify.ts';
import {
  isEndpoint,
  isRead,
  refuseCrossSiteLogin,
  refuseForeignLink,
  refuseForgery,
} from './refuse-forgery.ts';

/**
 * Identifies the caller before applying rate limits, so that users behind one address do not share a limit.
 * Tokens unknown to this process are limited first, as they are looked up in the database. `sessions` load
 * the browser's session; `limits` come from `createLimits`.
 */
export function createGuards(
  context: Context,
  { sessions, limits }: { sessions: readonly RequestHandler[]; limits: readonly RequestHandler[] },
): RequestHandler[] {
  const tokens = openKnownTokens(context);
  return [
    ...sessions,
    onApi(limitLookups(context, tokens)),
    onApi(identify(context, tokens)),
    onApi(refuseReadOnlyToken),
    ...limits,
    refuseUnreadablePath,
    onApi(refuseCrossSiteLogin),
    onApi(refuseForgery(context)),
    onApi(refuseForeignLink(context)),
  ];
}

/** Rate-limits the API and the forms of the account pages. */
export function createLimits(context: Context): RequestHandler[] {
  const { THROTTLE_ANON, THROTTLE_USER } = context.config;
  return [
    throttle(context, {
      name: 'user',
      throttle: THROTTLE_USER,
      prefix: 'kitroom:collection:throttle:user:',
      keyGenerator: (_request, response) => String(findCaller(response)?.id),
      skip: (request, response) => !isCounted(request) || !findCaller(response),
    }),
    throttle(context, {
      name: 'anon',
      throttle: THROTTLE_ANON,
      prefix: 'kitroom:collection:throttle:anon:',
      skip: (request, response) => !isCounted(request) || findCaller(response) !== undefined,
    }),
  ];
}

/**
 * Limits how many tokens from an address are looked up in the database, except those that were valid before.
 */
function limitLookups({ config, metrics }: Context, tokens: KnownTokens): RequestHandler {
  const { limit: requests, seconds } = config.THROTTLE_ANON;
  return createRateLimiter({
    name: 'unknown-token',
    metrics,
    seconds,
    limit: requests * UNKNOWN_TOKENS_FACTOR,
    skip: (request) => !tokens.isUnknown(readTokenHeader(request)),
    sendsHeaders: 'if rejected',
    refuse: (resetTime) => throttled(resetTime, seconds),
  });
}

/** Requires the credentials named in an endpoint's contract. */
export function guardEndpoint(context: Context): (contract: Contract) => RequestHandler[] {
  return ({ access }) => {
    if (access === 'public') return [];
    return [
      async (_request, response, next) => {
        await checkAccess(context, access, response);
        // Responses for one user must not be stored by shared caches.
        response.set('Cache-Control', 'private, no-cache');
        next();
      },
    ];
  };
}

/**
 * Rejects paths that are not UTF-8 with a 404. Express would respond with 400 once such a path reaches a
 * parameter.
 */
const refuseUnreadablePath: RequestHandler = (request, _response, next) => {
  if (!isReadable(request.path)) throw notFound('Not found.');
  next();
};

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // A malformed escape sequence.
    return false;
  }
}

/**
 * The documentation's assets are not counted, as they would exhaust the limit immediately, nor is the first
 * request of every front-end page. Shared collections have their own limit.
 */
function isCounted({ method, baseUrl, path: subpath }: Request): boolean {
  const path = `${baseUrl}${subpath}`;
  if (method === 'POST' && path.startsWith('/accounts/')) return true;
  return isApi(path) && !isShared(path) && !/^\/api\/(?:docs\/.|accounts\/(?:csrf|session)\/?$)/.test(path);
}

/** Applies a guard only to the API, as the archive's paths are public. */
function onApi(guard: RequestHandler): RequestHandler {
  return (request, response, next) => (isApi(request.path) ? guard(request, response, next) : next());
}

function isApi(path: string): boolean {
  return path.startsWith('/api/');
}

/**
 * Rejects changes by read-only tokens before any other check, including limits, as this costs no more than a
 * rejection by a limit. The token may delete itself.
 */
const refuseReadOnlyToken: RequestHandler = (request, response, next) => {
  const isReadOnly = findTokenOfCaller(response)?.scope === 'read';
  if (isReadOnly && !isRead(request) && !isEndpoint(request, deleteToken)) {
    throw new ServiceError('forbidden', 'This token may only read.');
  }
  next();
};
