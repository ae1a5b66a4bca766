import { toMiddleware } from '@kitroom/server/http/check';
import { limitRate } from '@kitroom/server/http/limit-rate';
import { createRateLimitStore } from '@kitroom/server/http/rate-limit-store';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { throttled, type LimitContext } from '../../throttled.ts';
import { IPV6_SUBNET, OPENINGS_FACTOR, OPENINGS_MIN } from '../../limits.ts';

/** Pages, CSRF tokens, and social sign-ins. */
const BEGINNINGS = /^\/(?:accounts|admin|api\/accounts\/(?:csrf|social))(?:\/|$)/;

/**
 * Limits how many new sessions an address may begin: a page or a CSRF token begins one, which is a row, and these
 * requests count against no other throttle.
 */
export function limitOpenings(context: LimitContext): RequestHandler {
  const { config, metrics, redis } = context;
  const { limit, seconds } = config.THROTTLE_ANON;
  return toMiddleware(
    limitRate({
      seconds,
      store: createRateLimitStore(redis, 'kitroom:collection:openings:'),
      limitOf: () => Math.max(OPENINGS_MIN, limit * OPENINGS_FACTOR),
      keyOf: (request) => (isOpening(request) ? ipKeyGenerator(request.ip ?? '', IPV6_SUBNET) : undefined),
      refuse(resetTime) {
        metrics.rateLimited.inc({ limit: 'openings' });
        return throttled(resetTime, seconds);
      },
    }),
  );
}

/** Whether a request may begin a session: its path begins one, and it has none yet. */
function isOpening(request: Request): boolean {
  const session = request.session as Request['session'] | undefined;
  if (!session || session.userId !== undefined || session.csrf !== undefined) return false;
  return BEGINNINGS.test(`${request.baseUrl}${request.path}`);
}
