import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import { createRateLimitStore, limit } from '@kitroom/server/http/rate-limit';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import { openSessions } from '@kitroom/server/sessions/session-cookie';
import { openSessionStore, renewSession } from '@kitroom/server/sessions/session-store';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Config } from '../config.ts';
import {
  ADMIN_OPENINGS,
  ADMIN_SESSION_SECONDS,
  ADMIN_SIGN_IN_SECONDS,
  SESSION_PRUNE_SECONDS,
} from '../limits.ts';
import type { OperatorCredentials, Operators } from '../operators/operator-credentials.ts';

declare module 'express-session' {
  interface SessionData {
    /** The operator's name. */
    operator: string;
    /** Identifies the password used to sign in: changing the password ends the session. */
    credential: string;
    /** In milliseconds since 1970. */
    signedInAt: number;
  }
}

export interface Operator {
  name: string;
}

/**
 * Required by express-session to sign cookies, but not a secret: ids are random, and the database holds only
 * their hashes.
 */
const COOKIE_SIGNATURE_KEY = 'kitroom catalogue admin sessions';

/**
 * Loads operators' sessions. Requests without one are rate-limited, so that they cannot fill the session
 * table.
 */
export function operatorSessions(
  { db, log, config, metrics }: { db: Database; log: Logger; config: Config; metrics: CatalogueMetrics },
  operators: Operators,
): RequestHandler[] {
  const isProduction = config.NODE_ENV === 'production';
  const load = openSessions({
    cookie: { name: 'kitroom_catalogue_admin', root: ADMIN_ROOT, isProduction },
    publicUrl: config.PUBLIC_URL,
    secret: [COOKIE_SIGNATURE_KEY],
    store: openSessionStore({
      db,
      log,
      idleSeconds: ADMIN_SESSION_SECONDS,
      pruneSeconds: SESSION_PRUNE_SECONDS,
      // Read access to the database is not enough to hijack a session. Ids have 192 random bits: no salt is
      // needed.
      keyOf: hash,
    }),
    maxAgeSeconds: ADMIN_SESSION_SECONDS,
  });
  return [load, loadOperator(operators), limitNobody(metrics)];
}

/** The operator who is signed in, if any. */
export function findOperator({ locals }: Response): Operator | undefined {
  return locals['operator'] as Operator | undefined;
}

/** Signs an operator in under a new session id, to prevent session fixation. */
export async function beginOperatorSession(
  request: Request,
  { name, passwordHash }: OperatorCredentials,
): Promise<void> {
  await renewSession(request);
  request.session.operator = name;
  request.session.credential = hash(passwordHash);
  request.session.signedInAt = Date.now();
}

/**
 * Looks the operator up for each request: deleting the operator or changing the password ends the session.
 * Password hashes are salted, so setting any password changes them, even the same one.
 */
function loadOperator(operators: Operators): RequestHandler {
  return async ({ session: { operator, credential, signedInAt = 0 } }, response, next) => {
    const isOver = Date.now() - signedInAt > ADMIN_SESSION_SECONDS * 1000;
    if (operator !== undefined && !isOver) {
      const known = await operators.find(operator);
      if (known && hash(known.passwordHash) === credential) {
        response.locals['operator'] = { name: known.name } satisfies Operator;
      }
    }
    next();
  };
}

function limitNobody(metrics: CatalogueMetrics): RequestHandler {
  return limit({
    name: 'admin',
    sendsHeaders: false,
    seconds: ADMIN_SIGN_IN_SECONDS,
    store: createRateLimitStore(undefined, ''),
    metrics,
    limit: ADMIN_OPENINGS,
    skip: (_request, response) => findOperator(response) !== undefined,
    refuse: () =>
      new ServiceError('throttled', 'There were too many requests from your address. Try again in a while.', {
        headers: { 'Retry-After': String(ADMIN_SIGN_IN_SECONDS) },
      }),
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
