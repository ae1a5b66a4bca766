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

/** Creates the 401 for a caller who was deleted while the request ran. */
export function userDeleted(): ServiceError {
  return unauthenticated('User inactive or deleted.');
}

export function isUserDeleted(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'constraint' in error)) return false;
  return error.code === FOREIGN_KEY_VIOLATION && USER_CONSTRAINT.test(String(error.constraint));
}

/**
 * Translates the errors of requests whose user was deleted while they ran: 401 for the caller, 404 for
 * another user. Other errors are returned unchanged. A 400 may also be caused by the deletion of the caller's
 * records.
 */
export function translateUserDeleted({ db }: { db: Database }) {
  return async (thrown: unknown, response: Response): Promise<unknown> => {
    const caller = findCaller(response);
    const isDeleted = isUserDeleted(thrown);
    if (!isDeleted && !(thrown instanceof ServiceError && thrown.code === 'invalid')) return thrown;
    if (!caller) return isDeleted ? badCredentials() : thrown;
    // If the database is unavailable, the error is left unexplained.
    const exists = await findActiveUser(db, caller.id).catch(() => true);
    if (!exists) return userDeleted();
    return isDeleted ? notFound('Not found.') : thrown;
  };
}
