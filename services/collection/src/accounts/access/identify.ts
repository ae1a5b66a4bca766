import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import passport from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import type { Database } from '@kitroom/server/database/database';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { KNOWN_TOKENS_MAX } from '../../limits.ts';
import type { SecretKeys } from '../../secrets/sealed-secret.ts';
import { findSession } from '../sessions/browser-session.ts';
import { invalidToken, setIdentity, type CallerByToken, type Identity } from '../sessions/caller.ts';
import { findSessionUser, recordSessionUse } from '../sessions/session-queries.ts';
import { findAppTokenUser, isAppToken } from '../tokens/app-tokens.ts';
import { findTokenUser, hashToken, isToken } from '../tokens/issue-token.ts';

/** Identifies the caller. Endpoints that require a user reject anonymous requests. */
export function identify({ db }: { db: Database }, tokens: KnownTokens): RequestHandler {
  const authenticator = new passport.Passport();
  authenticator.use(
    new TokenStrategy((token, done) => {
      tokens.findCaller(token).then(
        (caller) => done(null, caller ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return async (request, response, next) => {
    // If a request has a token, its session is ignored, even if the token is invalid.
    const hasToken = request.headers.authorization !== undefined;
    const identity = hasToken
      ? identifyByToken(authenticator, request, response)
      : readSession(db, request, response);
    setIdentity(response, await identity);
    next();
  };
}

/** Identifies the user signed in in a browser, for pages, which accept no token. */
export function identifyBrowser({ db }: { db: Database }): RequestHandler {
  return async (request, response, next) => {
    setIdentity(response, await readSession(db, request, response));
    next();
  };
}

function identifyByToken(
  authenticator: passport.Authenticator,
  request: Request,
  response: Response,
): Promise<Identity> {
  const { promise, resolve, reject } = Promise.withResolvers<Identity>();
  const onResult: passport.AuthenticateCallback = (error: unknown, caller, challenge) => {
    // Public endpoints work without the database as far as possible, with clients counted by address.
    if (isDatabaseUnavailable(error)) resolve({ refusal: error });
    else if (error) reject(error);
    else if (caller) resolve(caller);
    else resolve(challenge === OTHER_SCHEME ? {} : { refusal: invalidToken() });
  };
  const authenticate = authenticator.authenticate('token', { session: false }, onResult) as RequestHandler;
  void authenticate(request, response, reject);
  return promise;
}

/** Reads the user of this browser's session; an anonymous session is left unchanged. */
async function readSession(db: Database, request: Request, response: Response): Promise<Identity> {
  if (request.sessionRefusal !== undefined) return { refusal: request.sessionRefusal };
  const session = findSession(response);
  if (session?.data.userId === undefined) return {};
  try {
    const row = await findSessionUser(db, session.sid);
    if (!row || row.session_epoch !== session.data.epoch) return {};
    const { is_use_due: isUseDue, ...user } = row;
    if (isUseDue) await recordSessionUse(db, request);
    return { user, session };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return { refusal: error };
    throw error;
  }
}

const TOKEN_SCHEME = /^(?:token|bearer)(?: (.*))?$/i;
const TOKEN = /^ *[A-Za-z0-9._~+/=-]+ *$/;

/** The strategy's challenge for credentials of another scheme, which are ignored. */
const OTHER_SCHEME = 'other scheme';

/** The token that a request was sent with; empty without a token. */
export function readTokenHeader({ headers }: Pick<Request, 'headers'>): string {
  return TOKEN_SCHEME.exec(headers.authorization ?? '')?.[1]?.trim() ?? '';
}

/** Accepts `Authorization: Token …`, and `Bearer …` for clients that can send only that. */
class TokenStrategy extends BearerStrategy {
  override name = 'token';

  override authenticate(request: Request): void {
    const scheme = TOKEN_SCHEME.exec(request.headers.authorization ?? '');
    const token = scheme?.[1] ?? '';
    // The base class would also accept tokens from the query string and the body, which end up in logs.
    const overrides = {
      headers: { value: { authorization: `Bearer ${token.trim()}` } },
      body: { value: undefined },
      query: { value: {} },
    };
    if (TOKEN.test(token)) super.authenticate(Object.create(request, overrides) as Request);
    else this.fail(scheme ? 400 : OTHER_SCHEME);
  }
}

export type KnownTokens = ReturnType<typeof openKnownTokens>;

/** Looks up tokens, and remembers which ones were valid. */
export function openKnownTokens({ db, secretKeys }: { db: Database; secretKeys: SecretKeys }) {
  const valid = new LRUCache<string, true>({ max: KNOWN_TOKENS_MAX });
  const hasShape = (token: string) => isToken(token) || isAppToken(token);
  const find = async (token: string): Promise<CallerByToken | undefined> => {
    if (isAppToken(token)) return findAppTokenUser(db, token);
    const user = await findTokenUser(db, secretKeys, token);
    return user && { user, token: { scope: 'write' } };
  };
  const hashOf = (token: string) => hashToken(token).toString('base64url');
  return {
    /** Whether a string has the shape of a token but is not known to be valid. */
    isUnknown: (token: string): boolean => hasShape(token) && !valid.has(hashOf(token)),
    /** The active user of a token. It is looked up each time, as the token may have been deleted. */
    async findCaller(token: string): Promise<CallerByToken | undefined> {
      if (!hasShape(token)) return undefined;
      const caller = await find(token);
      if (caller) valid.set(hashOf(token), true);
      else valid.delete(hashOf(token));
      return caller;
    },
  };
}
