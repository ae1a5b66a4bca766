import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Response } from 'express';
import type { BrowserSession } from './browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';

type Locals = Readonly<Record<string, unknown>>;

/** The caller: a user, with their session unless a token was used, or nobody, and why. */
export type Identity = { user: UserRow; session?: BrowserSession } | { user: undefined; refusal: unknown };

export function setIdentity(response: Response, identity: Identity): void {
  response.locals['identity'] = identity;
}

/** The calling user, if any. */
export function findCaller({ locals }: { locals: Locals }): UserRow | undefined {
  return readIdentity(locals)?.user;
}

/** The session that the caller is authenticated by, if any. */
export function findSessionOfCaller({ locals }: { locals: Locals }): BrowserSession | undefined {
  const identity = readIdentity(locals);
  return identity?.user ? identity.session : undefined;
}

/** The caller's session; for session-only endpoints. */
export function getSessionOfCaller(request: { locals: Locals }): BrowserSession {
  const session = findSessionOfCaller(request);
  if (!session) throw new Error('an endpoint that needs a session was called without one');
  return session;
}

/** Why the caller could not be identified; undefined if there is a caller. */
export function findRefusal({ locals }: { locals: Locals }): unknown {
  const identity = readIdentity(locals);
  return identity?.user ? undefined : identity?.refusal;
}

/** The calling user; throws the refusal if there is none. */
export function getCaller({ locals }: Pick<RequestContext, 'locals'>): UserRow {
  const identity = readIdentity(locals);
  if (identity?.user) return identity.user;
  throw identity?.refusal ?? unauthenticated('Authentication credentials were not provided.');
}

/** The user signed in in a browser; throws if the session cannot be read. */
export function findSignedIn(response: Response): UserRow | undefined {
  const refusal = findRefusal(response);
  if (isDatabaseUnavailable(refusal)) throw refusal;
  return findCaller(response);
}

/** 401 with the authentication scheme for clients. */
export function unauthenticated(detail: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}

function readIdentity(locals: Locals): Identity | undefined {
  return locals['identity'] as Identity | undefined;
}

/** 403: the resource is visible to the caller, but the action is not allowed. */
export function permissionDenied(): ServiceError {
  return new ServiceError('forbidden', 'You do not have permission to perform this action.');
}
