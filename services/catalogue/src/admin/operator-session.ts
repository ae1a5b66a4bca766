import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import { createRateLimiter, createRateLimitStore } from '@kitroom/server/http/rate-limit';
import { ADMIN_ROOT } from '@kitroom/server/pages/resource';
import { openSessions } from '@kitroom/server/sessions/session-cookie';
import { openSessionStore, renewSession } from '@kitroom/server/sessions/session-store';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Config } from '../config.ts';
import {
  ADMIN_SESSION_SECONDS,
  ADMIN_SIGN_IN_SECONDS,
  ADMIN_SIGNED_OUT_REQUESTS,
  SESSION_PRUNE_SECONDS,
} from '../limits.ts';
import type { OperatorCredentials, Operators } from '../operators/operator-credentials.ts';

declare module 'express-session' {
  interface SessionData {
    /** The operator's name. */
    operator: string;
    /** A hash of the stored password hash at sign-in, so that changing the password ends the session. */
    credential: string;
    /** When the operator signed in, in milliseconds since 1970. */
    signedInAt: number;
  }
}

export interface Operator {
  name: string;
}

/**
 * The key that express-session requires to sign cookies. It need not be secret: session ids are random, and
 * the database stores only their hashes.
 */
const COOKIE_SIGNATURE_KEY = 'kitroom catalogue admin sessions';

/**
 * Loads operators' sessions. Requests without a session are rate-limited, so that they cannot fill the
 * session table.
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
      // Only hashes are stored, so read access to the database is not enough to hijack a session. Ids have
      // 192 random bits and need no salt.
      keyOf: hash,
    }),
    maxAgeSeconds: ADMIN_SESSION_SECONDS,
  });
  return [load, loadOperator(operators), limitSignedOut(metrics)];
}

/** The operator who is signed in, if any. */
export function findOperator({ locals }: Response): Operator | undefined {
  return locals['operator'] as Operator | undefined;
}

/** Signs an operator in under a new session id, to prevent session fixation. */
export async function startOperatorSession(
  request: Request,
  { name, passwordHash }: OperatorCredentials,
): Promise<void> {
  await renewSession(request);
  request.session.operator = name;
  request.session.credential = hash(passwordHash);
  request.session.signedInAt = Date.now();
}

/**
 * Looks the operator up for each request, so that deleting the operator or setting a password ends the
 * session. Password hashes are salted: setting the same password also changes the hash.
 */
function loadOperator(operators: Operators): RequestHandler {
  return async ({ session: { operator, credential, signedInAt = 0 } }, response, next) => {
    const isOver = Date.now() - signedInAt > ADMIN_SESSION_SECONDS * 1000;
    if (operator !== undefined && !isOver) {
      const stored = await operators.find(operator);
      if (stored && hash(stored.passwordHash) === credential) {
        response.locals['operator'] = { name: stored.name } satisfies Operator;
      }
    }
    next();
  };
}

function limitSignedOut(metrics: CatalogueMetrics): RequestHandler {
  return createRateLimiter({
    name: 'admin',
    sendsHeaders: false,
    seconds: ADMIN_SIGN_IN_SECONDS,
    store: createRateLimitStore(undefined, ''),
    metrics,
    limit: ADMIN_SIGNED_OUT_REQUESTS,
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
