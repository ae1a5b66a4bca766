import type { Database } from '@kitroom/server/database/database';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { csrfTokenOf } from '@kitroom/server/sessions/csrf-token';
import { endSession, renewSession, saveSession } from '@kitroom/server/sessions/session-steps';
import type { Request, RequestHandler } from 'express';
import type { SessionData } from 'express-session';
import { ANONYMOUS_SESSION_SECONDS } from '../../limits.ts';
import type { SessionConfirmation } from './confirmation.ts';
import { findSessionEpoch, recordSessionUse, type SessionUse } from './session-queries.ts';

/** The session of a browser, as the service's features see it. */
export interface BrowserSession {
  /** The secret id, which the cookie brings; nobody is shown it. */
  sid: string;
  /** Who is signed in; undefined where nobody is. */
  userId: number | undefined;
  /** What the session remembers; what is set here is saved with the answer. */
  data: Partial<SessionData>;
  /** The token that changes must bring along; it is made with the first question for it. */
  csrfToken(): string;
  /**
   * Signs a user in, under a new id: whoever knew the old one has nothing. `epoch` is the user's `session_epoch` as it
   * was when the password was found to be right: if all sessions were ended since, this one has ended too. Without it,
   * it is read now. `withCode` says whether a code of the second factor was asked for.
   */
  signIn(userId: number, options?: { epoch?: number; withCode?: boolean }): Promise<void>;
  /**
   * Goes on under a new id after all sessions of the user were ended; `epoch` is the number since then. How long ago
   * the user has confirmed to be there stays as it was.
   */
  renew(userId: number, epoch: number): Promise<void>;
  /** Ends the session. */
  end(): Promise<void>;
}

/** The header that brings the CSRF token. */
export const CSRF_HEADER = 'X-CSRF-Token';

/** Leaves the session where handlers find it. */
export function leaveSession({ db }: { db: Database }): RequestHandler {
  return (request, response, next) => {
    response.locals['browserSession'] = request.session ? toBrowserSession(request, db) : undefined;
    next();
  };
}

/** The session of a request; undefined where there is none and none can begin. */
export function findSession({ locals }: Pick<RequestContext, 'locals'>): BrowserSession | undefined {
  return locals['browserSession'] as BrowserSession | undefined;
}

/** The session of a request to an endpoint that may begin one. */
export function getSession(request: Pick<RequestContext, 'locals'>): BrowserSession {
  const session = findSession(request);
  if (!session) throw unavailable(new Error('the session could not be read'));
  return session;
}

function toBrowserSession(request: Request, db: Database): BrowserSession {
  async function begin(userId: number, epoch: number, confirmation?: SessionConfirmation): Promise<void> {
    // A page that has asked for its token before goes on with it: the header alone keeps other origins out.
    const { csrf } = request.session;
    await renewSession(request);
    const { session } = request;
    Object.assign(session, { userId, epoch, ...(confirmation && { confirmation }), ...(csrf && { csrf }) });
    await saveSession(request);
    await recordSessionUse(db, request.sessionID, toUse(request));
    request.log.info({ userId, address: request.ip }, 'a session has begun');
  }

  return {
    get sid() {
      return request.sessionID;
    },
    get userId() {
      return request.session.userId;
    },
    get data() {
      return request.session;
    },
    csrfToken() {
      const { session } = request;
      // Anyone may begin one: those in which nobody signs in are soon gone.
      if (session.userId === undefined) session.cookie.maxAge = ANONYMOUS_SESSION_SECONDS * 1000;
      return csrfTokenOf(session);
    },
    async signIn(userId, { epoch, withCode = false } = {}) {
      const confirmation = { at: Date.now(), withCode };
      await begin(userId, epoch ?? (await findSessionEpoch(db, userId)), confirmation);
    },
    renew: (userId, epoch) => begin(userId, epoch, request.session.confirmation),
    end: () => endSession(request),
  };
}

/** From where a request uses its session. */
export function toUse(request: Request): SessionUse {
  return { userAgent: request.get('User-Agent'), address: request.ip ?? '' };
}
