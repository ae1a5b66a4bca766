import type { Response } from 'express';
import type { Database } from '@kitroom/server/database/database';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { badCredentials } from '../passwords/verify-credentials.ts';
import { findCaller, unauthenticated } from '../sessions/caller.ts';
import { findActiveUser } from '../users/user-queries.ts';

/** PostgreSQL's foreign_key_violation. */
const FOREIGN_KEY_VIOLATION = '23503';

/** The constraints of rows that belong to a user, or record a user's actions: `items_user_id_fkey`. */
const USER_CONSTRAINT = /_(?:user|actor|owner)_id_fkey$/;

/** 401: the caller was deleted while the request ran. */
export function userDeleted(): ServiceError {
  return unauthenticated('User inactive or deleted.');
}

export function isUserDeleted(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'constraint' in error)) return false;
  return error.code === FOREIGN_KEY_VIOLATION && USER_CONSTRAINT.test(String(error.constraint));
}

/**
 * Translates the errors of requests whose user was deleted while they ran, and returns all others unchanged:
 * 401 for the caller, 404 for another user. The caller's records are gone as well, and may be the cause of a
 * 400.
 */
export function translateUserDeleted({ db }: { db: Database }) {
  return async (thrown: unknown, response: Response): Promise<unknown> => {
    const caller = findCaller(response);
    const isDeleted = isUserDeleted(thrown);
    if (!isDeleted && !(thrown instanceof ServiceError && thrown.code === 'invalid')) return thrown;
    if (!caller) return isDeleted ? badCredentials() : thrown;
    // If the database does not say, the error is not explained by it.
    const isThere = await findActiveUser(db, caller.id).catch(() => true);
    if (!isThere) return userDeleted();
    return isDeleted ? notFound('Not found.') : thrown;
  };
}
