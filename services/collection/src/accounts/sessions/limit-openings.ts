import type { Request, RequestHandler } from 'express';
import { OPENINGS_FACTOR, OPENINGS_MIN } from '../../limits.ts';
import { throttle, type LimitContext } from '../../throttled.ts';

/** Pages, CSRF tokens, and social sign-ins. */
const BEGINNINGS = /^\/(?:accounts|admin|api\/accounts\/(?:csrf|social))(?:\/|$)/;

/**
 * Limits how many new sessions an address may begin: a page or a CSRF token begins one, which is a row, and these
 * requests count against no other throttle.
 */
export function limitOpenings(context: LimitContext): RequestHandler {
  const { limit, seconds } = context.config.THROTTLE_ANON;
  return throttle(context, {
    name: 'openings',
    isTold: false,
    throttle: { limit: Math.max(OPENINGS_MIN, limit * OPENINGS_FACTOR), seconds },
    prefix: 'kitroom:collection:openings:',
    skip: (request) => !isOpening(request),
  });
}

/** Whether a request may begin a session: its path begins one, and it has none yet. */
function isOpening(request: Request): boolean {
  const session = request.session as Request['session'] | undefined;
  if (!session || session.userId !== undefined || session.csrf !== undefined) return false;
  return BEGINNINGS.test(`${request.baseUrl}${request.path}`);
}
