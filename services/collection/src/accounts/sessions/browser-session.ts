import type { Request, RequestHandler } from 'express';
import type { SessionData } from 'express-session';
import { CONFIRMATION_MINUTES } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { csrfTokenOf } from '@kitroom/server/sessions/csrf-token';
import { endSession, renewSession, saveSession } from '@kitroom/server/sessions/session-store';
import { ANONYMOUS_SESSION_SECONDS } from '../../limits.ts';
import { findSessionEpoch, recordSessionUse } from './session-queries.ts';

export interface BrowserSession {
  /** The secret id in the cookie, which is never shown. */
  sid: string;
  /** The session's data, without a `userId` if anonymous; changes are saved with the response. */
  data: Partial<SessionData>;
  /** The CSRF token, created and saved on first use, as an unsaved one would be rejected. */
  csrfToken(): Promise<string>;
  /**
   * Signs a user in under a new id, to prevent session fixation. `epoch` is the user's `session_epoch` when
   * the password was verified (default: the current one): if all sessions have been ended since, this one is
   * invalid. `withCode` says whether a second-factor code was required.
   */
  signIn(userId: number, options?: { epoch?: number; withCode?: boolean }): Promise<void>;
  /**
   * Continues under a new id after all sessions of the user were ended; `epoch` is the new session epoch. The
   * time of the last confirmation is kept. Does not reject, as the change that ended the sessions is
   * committed: if the session cannot be renewed, the user has to sign in again.
   */
  renew(userId: number, epoch: number): Promise<void>;
  end(): Promise<void>;
}

export const CSRF_HEADER = 'X-CSRF-Token';

/** Stores the session in the response's locals for handlers. */
export function provideSession({ db }: { db: Database }): RequestHandler {
  return (request, response, next) => {
    response.locals['browserSession'] = request.session ? toBrowserSession(request, db) : undefined;
    next();
  };
}

/** The session of a request; undefined if it has no session and cannot start one. */
export function findSession({ locals }: Pick<RequestContext, 'locals'>): BrowserSession | undefined {
  return locals['browserSession'] as BrowserSession | undefined;
}

/** The session of a request to an endpoint that may start one. Throws a 503 if it could not be read. */
export function getSession(request: Pick<RequestContext, 'locals'>): BrowserSession {
  const session = findSession(request);
  if (!session) throw unavailable(new Error('the session could not be read'));
  return session;
}

function toBrowserSession(request: Request, db: Database): BrowserSession {
  async function startSession(
    userId: number,
    epoch: number,
    confirmation?: SessionConfirmation,
  ): Promise<void> {
    // A CSRF token issued before remains valid, as the header alone keeps out other origins.
    const { csrf } = request.session;
    await renewSession(request, async () => {
      const data = { userId, epoch, ...(confirmation && { confirmation }), ...(csrf && { csrf }) };
      Object.assign(request.session, data);
      await saveSession(request);
      await recordSessionUse(db, request);
    });
    request.log.info({ userId, address: request.ip }, 'session started');
  }

  return {
    get sid() {
      return request.sessionID;
    },
    get data() {
      return request.session;
    },
    async csrfToken() {
      const { session } = request;
      // Anyone may start an anonymous session, so it expires soon.
      if (session.userId === undefined) session.cookie.maxAge = ANONYMOUS_SESSION_SECONDS * 1000;
      if (session.csrf === undefined) await saveSession(request);
      return csrfTokenOf(session);
    },
    async signIn(userId, { epoch, withCode = false } = {}) {
      const confirmation = { at: Date.now(), withCode };
      await startSession(userId, epoch ?? (await findSessionEpoch(db, userId)), confirmation);
    },
    renew: (userId, epoch) =>
      startSession(userId, epoch, request.session.confirmation).catch((error: unknown) => {
        request.log.warn({ err: error, userId }, 'could not renew the session; its browser is signed out');
      }),
    end: () => endSession(request),
  };
}

/** The user's last sign-in or reauthentication. */
interface SessionConfirmation {
  /** In milliseconds since 1970. */
  at: number;
  /** Whether a second-factor code was used. */
  withCode: boolean;
}

declare module 'express-session' {
  interface SessionData {
    /** Missing in sessions created by older versions. */
    confirmation: SessionConfirmation;
  }
}

export function confirmedUntil({ at }: SessionConfirmation): Date {
  return new Date(at + CONFIRMATION_MINUTES * 60_000);
}

/** The session's confirmation, unless expired. */
export function findConfirmation({ confirmation }: Partial<SessionData>): SessionConfirmation | undefined {
  return confirmation && confirmedUntil(confirmation).getTime() > Date.now() ? confirmation : undefined;
}
