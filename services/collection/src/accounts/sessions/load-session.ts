import { createHash } from 'node:crypto';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { sendSecureCookie, openSessionStore } from '@kitroom/server/sessions/session-store';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import {
  OPENINGS_FACTOR,
  OPENINGS_MIN,
  SESSION_DAYS_MAX,
  SESSION_IDLE_DAYS,
  SESSION_PRUNE_SECONDS,
} from '../../limits.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { type LimitContext, throttle } from '../../throttled.ts';
import { Reply } from '@kitroom/server/http/endpoint';

const DAY_SECONDS = 86_400;

/** The name of the session cookie outside production. */
export const SESSION_COOKIE = 'kitroom_session';

/** The prefix makes browsers accept the cookie only over HTTPS and from this very host. */
function sessionCookieOf({ NODE_ENV }: Pick<Config, 'NODE_ENV'>): string {
  return NODE_ENV === 'production' ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/** The data of a session. */
declare module 'express-session' {
  interface SessionData {
    userId: number;
    /** The user's `session_epoch` when they signed in. */
    epoch: number;
    /** Identifies the SECRET_KEY that signed the cookie; set since a previous key was configured. */
    keyId: string;
  }
}

/** Why the session could not be read; the request then has none. */
declare module 'http' {
  interface IncomingMessage {
    sessionRefusal?: unknown;
  }
}

/** Loads the session of a request that has its cookie or may begin one; costs nothing elsewhere. */
export function loadSession({ db, log, config, secretKeys }: Context): RequestHandler {
  const isProduction = config.NODE_ENV === 'production';
  const name = sessionCookieOf(config);
  const keyId = toKeyId(secretKeys[0]);
  const read = session({
    name,
    // The first one signs, all of them are accepted.
    secret: [...secretKeys],
    store: openSessionStore({
      db,
      log,
      idleSeconds: SESSION_IDLE_DAYS * DAY_SECONDS,
      pruneSeconds: SESSION_PRUNE_SECONDS,
    }),
    resave: false,
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: isProduction,
      // The browser keeps it for the maximum lifetime; the store handles the idle timeout.
      maxAge: SESSION_DAYS_MAX * DAY_SECONDS * 1000,
    },
  });
  return (request, response, next) => {
    if (!hasCookie(request, name) && !mayBegin(`${request.baseUrl}${request.path}`)) return next();
    if (isProduction) sendSecureCookie(request);
    void read(request, response, (error?: unknown) => {
      // Public endpoints work without the database as far as possible.
      if (isDatabaseUnavailable(error)) request.sessionRefusal = error;
      else if (error) return next(error);
      else if (secretKeys.length > 1) markKey(request.session, keyId);
      return next();
    });
  };
}

/** A changed session sends its cookie again, signed with the current key. */
function markKey(current: Request['session'] | undefined, keyId: string): void {
  if (current?.userId !== undefined) current.keyId = keyId;
}

function toKeyId(secretKey: string): string {
  return createHash('sha256').update(`kitroom session key\0${secretKey}`).digest('base64url').slice(0, 8);
}

function hasCookie({ headers }: Request, name: string): boolean {
  return headers.cookie?.includes(`${name}=`) ?? false;
}

/** Paths that sign in or issue a CSRF token. */
function mayBegin(path: string): boolean {
  return /^\/(?:api\/accounts|accounts|admin)(?:\/|$)/.test(path);
}

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
    sendsHeaders: false,
    throttle: { limit: Math.max(OPENINGS_MIN, limit * OPENINGS_FACTOR), seconds },
    prefix: 'kitroom:collection:openings:',
    skip: (request) => !isOpening(request),
  });
}

/** Whether a request may begin a session: its path begins one, and it has none yet. */
function isOpening(request: Request): boolean {
  const current = request.session as Request['session'] | undefined;
  if (!current || current.userId !== undefined || current.csrf !== undefined) return false;
  return BEGINNINGS.test(`${request.baseUrl}${request.path}`);
}

/** Clears the session cookie, for a session that has ended. */
export function signOut({ config }: { config: Config }): Reply {
  const marks = ['Path=/', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'HttpOnly', 'SameSite=Lax'];
  if (config.NODE_ENV === 'production') marks.push('Secure');
  return new Reply(undefined, {
    headers: { 'Set-Cookie': [`${sessionCookieOf(config)}=`, ...marks].join('; ') },
  });
}
