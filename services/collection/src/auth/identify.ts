import { isDatabaseAway } from '@kitroom/server/database-errors';
import type { Request, RequestHandler, Response } from 'express';
import passport from 'passport';
import type { Context } from '../context.ts';
import { findTokenUser } from '../tokens/issue-token.ts';
import type { UserRow } from '../users/user-queries.ts';
import { setIdentity, unauthenticated, type Identity } from './caller.ts';
import { TokenStrategy } from './token-strategy.ts';

/** Finds out who asks; refusing nobody is left to the endpoints that need somebody. */
export function identify({ db, secretKey }: Context): RequestHandler {
  const authenticator = new passport.Passport();
  authenticator.use(
    new TokenStrategy((token, done) => {
      findTokenUser(db, secretKey, token).then(
        (user) => done(null, user ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return async (request, response, next) => {
    setIdentity(response, await readIdentity(authenticator, request, response));
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
    // Open endpoints go on without the database as far as they can: the client counts by its address.
    if (isDatabaseAway(error)) resolve({ user: undefined, refusal: error });
    else if (error) reject(error);
    else if (user) resolve({ user: user as UserRow });
    else resolve({ user: undefined, refusal: toRefusal(challenge) });
  };
  const authenticate = authenticator.authenticate('token', { session: false }, answer) as RequestHandler;
  void authenticate(request, response, reject);
  return promise;
}

/** Without a code there were no credentials; without a challenge there was something that cannot be a token. */
function toRefusal(challenge: unknown): Error {
  return unauthenticated(
    challenge === 'Token' ? 'Authentication credentials were not provided.' : 'Invalid token.',
  );
}
