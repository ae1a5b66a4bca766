import { createHash } from 'node:crypto';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
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

interface SessionContext {
  db: Database;
  log: Logger;
  config: Config;
  secretKeys: SecretKeys;
}

/** The name of the session cookie outside production. */
export const SESSION_COOKIE = 'kitroom_session';

/** The prefix makes browsers accept the cookie only over HTTPS and from this very host. */
export function sessionCookieOf({ NODE_ENV }: Pick<Config, 'NODE_ENV'>): string {
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
export function loadSession({ db, log, config, secretKeys }: SessionContext): RequestHandler {
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
