import type { Response } from 'express';
import type { TokenScope } from '@kitroom/collection-client';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { findTask } from '@kitroom/server/http/request-task';
import type { UserRow } from '../users/user-queries.ts';
import type { BrowserSession } from './browser-session.ts';

type HasLocals = Pick<RequestContext, 'locals'>;

/** The token of a request: an app token, or without an id the user's one token. */
export interface CallerToken {
  appTokenId?: number;
  scope: TokenScope;
}

/** A caller who is authenticated by a token. */
export interface CallerByToken {
  user: UserRow;
  token: CallerToken;
}

/**
 * The caller with their session or token. For an anonymous caller, `refusal` says why its credentials were
 * refused.
 */
export interface Identity extends Partial<CallerByToken> {
  session?: BrowserSession;
  refusal?: unknown;
}

export function setIdentity(response: Response, identity: Identity): void {
  response.locals['identity'] = identity;
  const task = findTask(response);
  if (task) task.userId = identity.user?.id;
}

function readIdentity({ locals }: HasLocals): Identity {
  return locals['identity'] ?? {};
}

/** The user who makes the request, if any. */
export function findCaller(request: HasLocals): UserRow | undefined {
  return readIdentity(request).user;
}

/** The session that the caller is authenticated by, if any. */
export function findSessionOfCaller(request: HasLocals): BrowserSession | undefined {
  return readIdentity(request).session;
}

/** The token that the caller is authenticated by, if any. */
export function findTokenOfCaller(request: HasLocals): CallerToken | undefined {
  return readIdentity(request).token;
}

/** Throws if a request has a token: 403, or 401 if it is invalid. Anonymous requests are accepted. */
export function refuseToken(request: HasLocals): void {
  const { token, refusal } = readIdentity(request);
  if (refusal !== undefined) throw refusal;
  if (token) throw sessionRequired();
}

/** The user who makes the request. Throws the refusal for anonymous requests. */
export function getCaller(request: HasLocals): UserRow {
  const { user, refusal } = readIdentity(request);
  if (user) return user;
  throw refusal ?? unauthenticated('Authentication credentials were not provided.');
}

/** The user signed in in a browser, if any. Throws if the session cannot be read. */
export function findSignedIn(request: HasLocals): UserRow | undefined {
  const { user, refusal } = readIdentity(request);
  if (isDatabaseUnavailable(refusal)) throw refusal;
  return user;
}

/** Creates the 403 for a token at an endpoint that requires a session. */
export function sessionRequired(): ServiceError {
  return new ServiceError('forbidden', 'This needs a session, not a token.');
}

/** Creates the 401 for a token that is unknown, deleted or expired. */
export function invalidToken(): ServiceError {
  return unauthenticated('Invalid token.');
}

/** Creates a 401 with the authentication scheme. */
export function unauthenticated(detail: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}

/** Creates the 403 for an action that the caller may not perform on a visible resource. */
export function permissionDenied(): ServiceError {
  return new ServiceError('forbidden', 'You do not have permission to perform this action.');
}
