import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { Reply, type RequestContext } from '@kitroom/server/http/endpoint';
import { clearCookie, openSessions, type SessionCookie } from '@kitroom/server/sessions/session-cookie';
import { openSessionStore } from '@kitroom/server/sessions/session-store';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import {
  NEW_SESSIONS_FACTOR,
  NEW_SESSIONS_MIN,
  SESSION_DAYS_MAX,
  SESSION_IDLE_DAYS,
  SESSION_PRUNE_SECONDS,
} from '../../limits.ts';
import { throttle, type LimitContext } from '../../throttled.ts';

const DAY_SECONDS = 86_400;

/** The name of the session cookie outside production. */
export const SESSION_COOKIE = 'kitroom_session';

function sessionCookieOf({ NODE_ENV }: Pick<Config, 'NODE_ENV'>): SessionCookie {
  return { name: SESSION_COOKIE, root: '', isProduction: NODE_ENV === 'production' };
}

/** The data of a session. */
declare module 'express-session' {
  interface SessionData {
    userId: number;
    /** The user's `session_epoch` when they signed in. */
    epoch: number;
    /** Identifies the SECRET_KEY that signed the cookie. Set only if a previous key is configured. */
    keyId: string;
  }
}

/** The error if the session could not be read; the request then has no session. */
declare module 'http' {
  interface IncomingMessage {
    sessionRefusal?: unknown;
  }
}

/** Loads the session of a request that has its cookie or may start one. Other requests cost nothing. */
export function loadSession({ db, log, config, secretKeys }: Context): RequestHandler {
  const keyId = toKeyId(secretKeys[0]);
  const read = openSessions({
    cookie: sessionCookieOf(config),
    publicUrl: config.PUBLIC_URL,
    secret: [...secretKeys],
    store: openSessionStore({
      db,
      log,
      idleSeconds: SESSION_IDLE_DAYS * DAY_SECONDS,
      pruneSeconds: SESSION_PRUNE_SECONDS,
    }),
    // The browser keeps the cookie for the maximum lifetime; the store handles the idle timeout.
    maxAgeSeconds: SESSION_DAYS_MAX * DAY_SECONDS,
  });
  return (request, response, next) => {
    if (!hasCookie(request) && !mayStartSession(`${request.baseUrl}${request.path}`)) return next();
    void read(request, response, (error?: unknown) => {
      // Public endpoints work without the database as far as possible.
      if (isDatabaseUnavailable(error)) request.sessionRefusal = error;
      else if (error) return next(error);
      else if (secretKeys.length > 1) markKey(request.session, keyId);
      return next();
    });
  };
}

/**
 * Marks a session with the current key. If that changes it, its cookie is sent again, signed with this key.
 */
function markKey(current: Request['session'] | undefined, keyId: string): void {
  if (current?.userId !== undefined) current.keyId = keyId;
}

function toKeyId(secretKey: string): string {
  return createHash('sha256').update(`kitroom session key\0${secretKey}`).digest('base64url').slice(0, 8);
}

/** Whether a request has a session cookie. Its name may have a prefix that depends on the service's URL. */
function hasCookie({ headers }: Request): boolean {
  return headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;
}

/** Paths that sign in or issue a CSRF token. */
function mayStartSession(path: string): boolean {
  return /^\/(?:api\/accounts|accounts|admin)(?:\/|$)/.test(path);
}

/** The paths of pages, CSRF tokens and social sign-ins, which start a session. */
const SESSION_STARTS = /^\/(?:accounts|admin|api\/accounts\/(?:csrf|social))(?:\/|$)/;

/**
 * Limits how many new sessions an address may start: each is a row, and the requests that start one count
 * against no other throttle.
 */
export function limitNewSessions(context: LimitContext): RequestHandler {
  const { limit, seconds } = context.config.THROTTLE_ANON;
  return throttle(context, {
    name: 'openings',
    sendsHeaders: false,
    throttle: { limit: Math.max(NEW_SESSIONS_MIN, limit * NEW_SESSIONS_FACTOR), seconds },
    prefix: 'kitroom:collection:openings:',
    skip: (request) => !startsSession(request),
  });
}

/** Whether a request starts a session: its path does, and it has none yet. */
function startsSession(request: Request): boolean {
  const current = request.session as Request['session'] | undefined;
  if (!current || current.userId !== undefined || current.csrf !== undefined) return false;
  return SESSION_STARTS.test(`${request.baseUrl}${request.path}`);
}

/** Clears the session cookie, for a session that has ended. */
export function signOut({ config }: { config: Config }, { baseUrl }: Pick<RequestContext, 'baseUrl'>): Reply {
  return new Reply(undefined, { headers: { 'Set-Cookie': clearCookie(sessionCookieOf(config), baseUrl) } });
}
