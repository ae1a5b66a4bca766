import type { Request, RequestHandler } from 'express';
import { deleteToken } from '@kitroom/collection-client';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { limit } from '@kitroom/server/http/rate-limit';
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
 * Identify, then rate-limit: in this order, so that users behind one address do not share a limit. Tokens
 * unknown to this process are limited first, because they are looked up in the database. `sessions` load the
 * browser's session; `limits` come from `createLimits`.
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
 * Limits how many tokens of an address are looked up in the database, except those that were valid before.
 */
function limitLookups({ config, metrics }: Context, tokens: KnownTokens): RequestHandler {
  const { limit: requests, seconds } = config.THROTTLE_ANON;
  return limit({
    name: 'unknown-token',
    metrics,
    seconds,
    limit: requests * UNKNOWN_TOKENS_FACTOR,
    skip: (request) => !tokens.isUnknown(readTokenHeader(request)),
    sendsHeaders: 'if rejected',
    refuse: (resetTime) => throttled(resetTime, seconds),
  });
}

/** Requires the credentials that an endpoint's contract names. */
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

/** A path that is not UTF-8 matches nothing; Express would respond with 400 once it reaches a parameter. */
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
 * The documentation's assets are not counted, as they would exhaust the limit at once; nor is the first
 * request of every front-end page. What links share has a limit of its own.
 */
function isCounted({ method, baseUrl, path: rest }: Request): boolean {
  const path = `${baseUrl}${rest}`;
  if (method === 'POST' && path.startsWith('/accounts/')) return true;
  return isApi(path) && !isShared(path) && !/^\/api\/(?:docs\/.|accounts\/(?:csrf|session)\/?$)/.test(path);
}

/** The archive's paths are public. */
function onApi(guard: RequestHandler): RequestHandler {
  return (request, response, next) => (isApi(request.path) ? guard(request, response, next) : next());
}

function isApi(path: string): boolean {
  return path.startsWith('/api/');
}

/**
 * Rejects changes by a token that may only read, before any other check, limits included: such a request
 * costs no more than one that a limit rejects. The token may delete itself.
 */
const refuseReadOnlyToken: RequestHandler = (request, response, next) => {
  const isReadOnly = findTokenOfCaller(response)?.scope === 'read';
  if (isReadOnly && !isRead(request) && !isEndpoint(request, deleteToken)) {
    throw new ServiceError('forbidden', 'This token may only read.');
  }
  next();
};
