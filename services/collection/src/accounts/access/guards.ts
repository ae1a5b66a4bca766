import { notFound } from '@kitroom/server/http/errors';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Contract } from '@kitroom/shared';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Throttle } from '../../variables/throttle-variable.ts';
import type { Context } from '../../context.ts';
import { IPV6_SUBNET } from '../../limits.ts';
import { findCaller } from '../sessions/caller.ts';
import { checkAccess } from './check-access.ts';
import { identify } from './identify.ts';
import { refuseForeignLink } from './refuse-foreign-link.ts';
import { refuseForgery } from './refuse-forgery.ts';
import { throttled } from '../../throttled.ts';

/**
 * Who is it, and how often: in this order, so that users behind one address do not share their count. `sessions` leave
 * the browser's session; `limits` are `createLimits`'s.
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

/** Counts what is asked of the API, and the forms of the account pages with it. */
export function createLimits(context: Context): RequestHandler[] {
  const { THROTTLE_ANON, THROTTLE_USER } = context.config;
  return [
    limitRate(context, {
      name: 'user',
      throttle: THROTTLE_USER,
      keyOf: (_request, response) => toText(findCaller(response)?.id),
    }),
    limitRate(context, {
      name: 'anon',
      throttle: THROTTLE_ANON,
      keyOf: (request, response) =>
        findCaller(response) ? undefined : ipKeyGenerator(request.ip ?? '', IPV6_SUBNET),
    }),
  ];
}

/** What stands before an endpoint: whoever asks needs the credentials that its contract names. */
export function guardEndpoint(context: Context): (contract: Contract) => RequestHandler[] {
  return ({ access }) => {
    if (access === 'public') return [];
    return [
      async (_request, response, next) => {
        await checkAccess(context, access, response);
        // What one user is shown is for no store that others share.
        response.set('Cache-Control', 'private, no-cache');
        next();
      },
    ];
  };
}

/** A path that is no UTF-8 names nothing; Express would call it a wrong request once a parameter is in it. */
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
  /** By what a request counts; undefined where this limit is not for it. */
  keyOf(request: Request, response: Response): string | undefined;
}

function limitRate({ redis, metrics }: Context, { name, throttle, keyOf }: Limit): RequestHandler {
  return rateLimit({
    windowMs: throttle.seconds * 1000,
    limit: throttle.limit,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: true,
    keyGenerator: (request, response) => keyOf(request, response) ?? '',
    skip: (request, response) => !isCounted(request) || keyOf(request, response) === undefined,
    store: createRateLimitStore(redis, `kitroom:collection:throttle:${name}:`),
    handler: (request: Request & { rateLimit?: { resetTime?: Date } }) => {
      metrics.rateLimited.inc({ limit: name });
      throw throttled(request.rateLimit?.resetTime, throttle.seconds);
    },
  });
}

/**
 * The files that belong to the page of the documentation do not count, as they would use up the limit at once; nor does
 * what every page of a front end asks first.
 */
function isCounted({ method, baseUrl, path: rest }: Request): boolean {
  const path = `${baseUrl}${rest}`;
  if (method === 'POST' && path.startsWith('/accounts/')) return true;
  return isApi(path) && !/^\/api\/(?:docs\/.|accounts\/(?:csrf|session)\/?$)/.test(path);
}

/** The archive's paths ask nobody who they are. */
function onApi(guard: RequestHandler): RequestHandler {
  return (request, response, next) => (isApi(request.path) ? guard(request, response, next) : next());
}

function isApi(path: string): boolean {
  return path.startsWith('/api/');
}

function toText(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}
