import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import { findSession, toUse } from '../sessions/browser-session.ts';
import { findSessionUser, recordSessionUse } from '../sessions/session-queries.ts';
import { findTokenUser } from '../tokens/issue-token.ts';
import type { UserRow } from '../users/user-queries.ts';
import { type Identity, setIdentity, unauthenticated } from '../sessions/caller.ts';
import type { SecretKeys } from '../../secrets/sealed-secret.ts';
import { Strategy as BearerStrategy } from 'passport-http-bearer';

/** Identifies the caller; rejecting anonymous requests is left to the endpoints that require a user. */
export function identify({ db, secretKeys }: { db: Database; secretKeys: SecretKeys }): RequestHandler {
  const authenticator = new passport.Passport();
  authenticator.use(
    new TokenStrategy((token, done) => {
      findTokenUser(db, secretKeys, token).then(
        (user) => done(null, user ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return async (request, response, next) => {
    const byToken = await readIdentity(authenticator, request, response);
    // A request with a token is decided by it, valid or not.
    const isAnonymous = !byToken.user && request.headers.authorization === undefined;
    setIdentity(response, isAnonymous ? await readSession(db, request, response, byToken) : byToken);
    next();
  };
}

/** Identifies the user signed in in a browser, for pages: they accept no token. */
export function identifyBrowser({ db }: { db: Database }): RequestHandler {
  return async (request, response, next) => {
    const anonymous = { user: undefined, refusal: toRefusal(NO_TOKEN) };
    setIdentity(response, await readSession(db, request, response, anonymous));
    next();
  };
}

function readIdentity(
  authenticator: passport.Authenticator,
  request: Request,
  response: Response,
): Promise<Identity> {
  const { promise, resolve, reject } = Promise.withResolvers<Identity>();
  const answer: passport.AuthenticateCallback = (error: unknown, user, challenge) => {
    // Public endpoints work without the database as far as possible: clients are counted by address.
    if (isDatabaseUnavailable(error)) resolve({ user: undefined, refusal: error });
    else if (error) reject(error);
    else if (user) resolve({ user: user as UserRow });
    else resolve({ user: undefined, refusal: toRefusal(challenge) });
  };
  const authenticate = authenticator.authenticate('token', { session: false }, answer) as RequestHandler;
  void authenticate(request, response, reject);
  return promise;
}

/** Reads the user of this browser's session; an anonymous session is left unchanged. */
async function readSession(
  db: Database,
  request: Request,
  response: Response,
  fallback: Identity,
): Promise<Identity> {
  if (request.sessionRefusal !== undefined) return { user: undefined, refusal: request.sessionRefusal };
  const session = findSession(response);
  if (session?.userId === undefined) return fallback;
  try {
    const row = await findSessionUser(db, session.sid);
    if (!row || row.session_epoch !== session.data.epoch) return fallback;
    const { is_use_due: isUseDue, ...user } = row;
    if (isUseDue) await recordSessionUse(db, session.sid, toUse(request));
    return { user, session };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { user: undefined, refusal: error };
    throw error;
  }
}

function toRefusal(challenge: unknown): Error {
  return unauthenticated(
    challenge === NO_TOKEN ? 'Authentication credentials were not provided.' : 'Invalid token.',
  );
}

const TOKEN_SCHEME = /^(?:token|bearer)(?: (.*))?$/i;
const TOKEN = /^ *[A-Za-z0-9._~+/=-]+ *$/;

/** The strategy's challenge without a token; the response says `unauthenticated`. */
const NO_TOKEN = 'no token';

/** Accepts `Authorization: Token …`, and `Bearer …` for clients limited to that. */
class TokenStrategy extends BearerStrategy {
  override name = 'token';

  override authenticate(request: Request): void {
    const scheme = TOKEN_SCHEME.exec(request.headers.authorization ?? '');
    if (!scheme) {
      this.fail(NO_TOKEN);
      return;
    }
    if (!TOKEN.test(scheme[1] ?? '')) {
      this.fail(400);
      return;
    }
    // The base class would also accept a token from the query string and the body, which end up in logs.
    const shown: Request = Object.create(request, {
      headers: { value: { authorization: `Bearer ${scheme[1]?.trim()}` } },
      body: { value: undefined },
      query: { value: {} },
    }) as Request;
    super.authenticate(shown);
  }
}
