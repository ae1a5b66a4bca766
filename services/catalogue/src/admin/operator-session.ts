import { scryptSync } from 'node:crypto';
import { ServiceError } from '@kitroom/server/errors';
import { sendSecureCookie } from '@kitroom/server/sessions/secure-cookie';
import { openSessionStore } from '@kitroom/server/sessions/session-store';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import session from 'express-session';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Context } from '../context.ts';
import {
  ADMIN_OPENINGS,
  ADMIN_SESSION_SECONDS,
  ADMIN_SIGN_IN_SECONDS,
  IPV6_SUBNET,
  SESSION_PRUNE_SECONDS,
} from '../limits.ts';

declare module 'express-session' {
  interface SessionData {
    /** The name that the operator gave. */
    operator: string;
    /** When they signed in, in milliseconds since 1970. */
    signedInAt: number;
  }
}

/** Who is signed in to the admin interface. */
export interface Operator {
  name: string;
}

/** The path below which the admin interface lies, and its cookie counts. */
export const ADMIN_ROOT = '/admin';

/** In production with the prefix that makes browsers take it over HTTPS alone. */
const COOKIE = 'kitroom_catalogue_admin';

/** Reads the sessions of operators; those of nobody are limited, so that nobody fills the table with them. */
export function operatorSessions({ db, log, config, metrics }: Context, password: string): RequestHandler[] {
  const isProduction = config.NODE_ENV === 'production';
  const read = session({
    name: isProduction ? `__Secure-${COOKIE}` : COOKIE,
    secret: deriveSecret(password),
    store: openSessionStore({ db, log, pruneSeconds: SESSION_PRUNE_SECONDS }),
    resave: false,
    saveUninitialized: false,
    cookie: {
      path: ADMIN_ROOT,
      httpOnly: true,
      sameSite: 'lax',
      secure: isProduction,
      maxAge: ADMIN_SESSION_SECONDS * 1000,
    },
  });
  const load: RequestHandler = (request, response, next) => {
    if (isProduction) sendSecureCookie(request);
    return read(request, response, next);
  };
  return [load, limitNobody(metrics)];
}

/** Who is signed in; undefined where nobody is, or has been for longer than a session lasts. */
export function findOperator({ session: { operator, signedInAt = 0 } }: Request): Operator | undefined {
  const isOver = Date.now() - signedInAt > ADMIN_SESSION_SECONDS * 1000;
  return operator === undefined || isOver ? undefined : { name: operator };
}

/**
 * The key that signs the cookie follows from the password: all replicas agree on it, and another password ends all
 * sessions. Deriving it takes its time on purpose: anyone can get a signed cookie, and must not find the password by
 * trying many against it.
 */
function deriveSecret(password: string): Buffer {
  return scryptSync(password, 'kitroom catalogue admin sessions', 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 64 * 1024 * 1024,
  });
}

function limitNobody({ rateLimited }: CatalogueMetrics): RequestHandler {
  return rateLimit({
    windowMs: ADMIN_SIGN_IN_SECONDS * 1000,
    limit: ADMIN_OPENINGS,
    standardHeaders: false,
    legacyHeaders: false,
    keyGenerator: (request: Request) => ipKeyGenerator(request.ip ?? '', IPV6_SUBNET),
    skip: (request: Request) => findOperator(request) !== undefined,
    handler: () => {
      rateLimited.inc({ limit: 'admin' });
      throw new ServiceError(
        'throttled',
        'There were too many requests from your address. Try again in a while.',
      );
    },
  });
}
