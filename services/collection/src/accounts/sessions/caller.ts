import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { findTask } from '@kitroom/server/http/trace-requests';
import type { Response } from 'express';
import type { BrowserSession } from './browser-session.ts';
import type { UserRow } from '../users/user-queries.ts';

type Located = Pick<RequestContext, 'locals'>;

/** The caller, with their session unless a token was used; of an anonymous one, why its credentials were refused. */
export interface Identity {
  user?: UserRow;
  session?: BrowserSession;
  refusal?: unknown;
}

export function setIdentity(response: Response, identity: Identity): void {
  response.locals['identity'] = identity;
  const task = findTask(response);
  if (task) task.userId = identity.user?.id;
}

function readIdentity({ locals }: Located): Identity {
  return locals['identity'] ?? {};
}

/** The calling user, if any. */
export function findCaller(request: Located): UserRow | undefined {
  return readIdentity(request).user;
}

/** The session that the caller is authenticated by, if any. */
export function findSessionOfCaller(request: Located): BrowserSession | undefined {
  return readIdentity(request).session;
}

/** The calling user; throws the refusal if there is none. */
export function getCaller(request: Located): UserRow {
  const { user, refusal } = readIdentity(request);
  if (user) return user;
  throw refusal ?? unauthenticated('Authentication credentials were not provided.');
}

/** The user signed in in a browser; throws if the session cannot be read. */
export function findSignedIn(request: Located): UserRow | undefined {
  const { user, refusal } = readIdentity(request);
  if (isDatabaseUnavailable(refusal)) throw refusal;
  return user;
}

/** 401 with the authentication scheme for clients. */
export function unauthenticated(detail: string): ServiceError {
  return new ServiceError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}

/** 403: the resource is visible to the caller, but the action is not allowed. */
export function permissionDenied(): ServiceError {
  return new ServiceError('forbidden', 'You do not have permission to perform this action.');
}
