import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Response } from 'express';
import type { BrowserSession } from './browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';

type Locals = Readonly<Record<string, unknown>>;

/** Who asks: a user, by a session where it is no token, or nobody, and why nobody. */
export type Identity = { user: UserRow; session?: BrowserSession } | { user: undefined; refusal: unknown };

/** Remembers who asks. */
export function setIdentity(response: Response, identity: Identity): void {
  response.locals['identity'] = identity;
}

/** The user who asks, if anyone does. */
export function findCaller({ locals }: { locals: Locals }): UserRow | undefined {
  return readIdentity(locals)?.user;
}

/** Who asks by a session, if anyone does, with that session. */
export function findSessionOfCaller({ locals }: { locals: Locals }): BrowserSession | undefined {
  const identity = readIdentity(locals);
  return identity?.user ? identity.session : undefined;
}

/** The session by which the caller asks; for endpoints that only a session may ask. */
export function getSessionOfCaller(request: { locals: Locals }): BrowserSession {
  const session = findSessionOfCaller(request);
  if (!session) throw new Error('an endpoint that needs a session was asked without one');
  return session;
}

/** Why nobody asks, where somebody might; undefined where it is known who does. */
export function findRefusal({ locals }: { locals: Locals }): unknown {
  const identity = readIdentity(locals);
  return identity?.user ? undefined : identity?.refusal;
}

/** The user who asks; throws why there is none. */
export function getCaller({ locals }: Pick<RequestContext, 'locals'>): UserRow {
  const identity = readIdentity(locals);
  if (identity?.user) return identity.user;
  throw identity?.refusal ?? unauthenticated('Authentication credentials were not provided.');
}

/** 401 with the scheme that clients should use. */
export function unauthenticated(detail: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}

function readIdentity(locals: Locals): Identity | undefined {
  return locals['identity'] as Identity | undefined;
}
