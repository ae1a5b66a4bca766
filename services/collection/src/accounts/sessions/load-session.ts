import { createHash } from 'node:crypto';
import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import { sendSecureCookie } from '@kitroom/server/sessions/secure-cookie';
import { openSessionStore } from '@kitroom/server/sessions/session-store';
import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS, SESSION_PRUNE_SECONDS } from '../../limits.ts';
import type { Config } from '../../config.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

const DAY_SECONDS = 86_400;

/** What sessions are loaded with. */
interface SessionContext {
  db: Database;
  log: Logger;
  config: Config;
  secretKeys: SecretKeys;
}

/** The name of the session's cookie, but in production. */
export const SESSION_COOKIE = 'kitroom_session';

/** The prefix makes browsers take the cookie over HTTPS alone, and from this very host: no other one can plant it. */
export function sessionCookieOf({ NODE_ENV }: Pick<Config, 'NODE_ENV'>): string {
  return NODE_ENV === 'production' ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

/** What a session remembers. */
declare module 'express-session' {
  interface SessionData {
    /** Who is signed in. */
    userId: number;
    /** The user's `session_epoch` when they signed in. */
    epoch: number;
    /** What tells the SECRET_KEY that the cookie is signed with, since there was a previous one. */
    keyId: string;
  }
}

/** Why the session could not be read; then the request has none. */
declare module 'http' {
  interface IncomingMessage {
    sessionRefusal?: unknown;
  }
}

/** Reads the session of a request that brings its cookie, or that may begin one; costs nothing elsewhere. */
export function loadSession({ db, log, config, secretKeys }: SessionContext): RequestHandler {
  const isProduction = config.NODE_ENV === 'production';
  const name = sessionCookieOf(config);
  const keyId = toKeyId(secretKeys[0]);
  const read = session({
    name,
    // The first one signs, all of them count.
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
      // The browser keeps it for as long as a session may last; the store knows when it ends for want of use.
      maxAge: SESSION_DAYS_MAX * DAY_SECONDS * 1000,
    },
  });
  return (request, response, next) => {
    if (!hasCookie(request, name) && !mayBegin(`${request.baseUrl}${request.path}`)) return next();
    if (isProduction) sendSecureCookie(request);
    void read(request, response, (error?: unknown) => {
      // Open endpoints go on without the database as far as they can.
      if (isDatabaseAway(error)) request.sessionRefusal = error;
      else if (error) return next(error);
      else if (secretKeys.length > 1) markKey(request.session, keyId);
      return next();
    });
  };
}

/** A session that has changed sends its cookie again, and that is signed with the current key. */
function markKey(current: Request['session'] | undefined, keyId: string): void {
  if (current?.userId !== undefined) current.keyId = keyId;
}

function toKeyId(secretKey: string): string {
  return createHash('sha256').update(`kitroom session key\0${secretKey}`).digest('base64url').slice(0, 8);
}

function hasCookie({ headers }: Request, name: string): boolean {
  return headers.cookie?.includes(`${name}=`) ?? false;
}

/** Where somebody signs in or asks for a CSRF token. */
function mayBegin(path: string): boolean {
  return /^\/(?:api\/accounts|accounts|admin)(?:\/|$)/.test(path);
}
