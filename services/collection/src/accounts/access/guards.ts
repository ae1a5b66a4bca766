import { toMiddleware } from '@kitroom/server/http/check';
import { notFound } from '@kitroom/server/http/errors';
import { limitRate } from '@kitroom/server/http/limit-rate';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Contract } from '@kitroom/shared';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Throttle } from '../../variables/throttle-variable.ts';
import type { Context } from '../../context.ts';
import { IPV6_SUBNET } from '../../limits.ts';
import { isShared } from '../../paths.ts';
import { findCaller } from '../sessions/caller.ts';
import { checkAccess } from './check-access.ts';
import { identify } from './identify.ts';
import { refuseForeignLink } from './refuse-foreign-link.ts';
import { refuseForgery } from './refuse-forgery.ts';
import { throttled } from '../../throttled.ts';

/**
 * Identify, then rate-limit: in this order, so that users behind one address do not share a limit. `sessions` load
 * the browser's session; `limits` come from `createLimits`.
 */
export function createGuards(
  context: Context,
  { sessions, limits }: { sessions: readonly RequestHandler[]; limits: readonly RequestHandler[] },
): RequestHandler[] {
  return [
    ...sessions,
    onApi(identify(context)),
    ...limits,
    refuseUnreadablePath,
    onApi(refuseForgery(context)),
    onApi(refuseForeignLink(context)),
  ];
}

/** Rate-limits the API and the forms of the account pages. */
export function createLimits(context: Context): RequestHandler[] {
  const { THROTTLE_ANON, THROTTLE_USER } = context.config;
  return [
    limitCallers(context, {
      name: 'user',
      throttle: THROTTLE_USER,
      keyOf: (_request, response) => toText(findCaller(response)?.id),
    }),
    limitCallers(context, {
      name: 'anon',
      throttle: THROTTLE_ANON,
      keyOf: (request, response) =>
        findCaller(response) ? undefined : ipKeyGenerator(request.ip ?? '', IPV6_SUBNET),
    }),
  ];
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

/** A path that is not UTF-8 matches nothing; Express would answer 400 once it reaches a parameter. */
const refuseUnreadablePath: RequestHandler = (request, _response, next) => {
  if (!isReadable(request.path)) throw notFound('Not found.');
  next();
};

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

interface Limit {
  name: string;
  throttle: Throttle;
  /** The key that a request is counted under; undefined if the limit does not apply. */
  keyOf(request: Request, response: Response): string | undefined;
}

function limitCallers({ redis, metrics }: Context, { name, throttle, keyOf }: Limit): RequestHandler {
  return toMiddleware(
    limitRate({
      name,
      seconds: throttle.seconds,
      store: createRateLimitStore(redis, `kitroom:collection:throttle:${name}:`),
      limitOf: () => throttle.limit,
      keyOf: (request, response) => (isCounted(request) ? keyOf(request, response) : undefined),
      refuse(resetTime) {
        metrics.rateLimited.inc({ limit: name });
        return throttled(resetTime, throttle.seconds);
      },
    }),
  );
}

/**
 * The documentation's assets are not counted, as they would exhaust the limit at once; nor is the first request of
 * every front-end page. What links share has a limit of its own.
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

function toText(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}
