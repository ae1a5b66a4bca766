import type * as z from 'zod';
import {
  EMAIL_TAKEN,
  emailField,
  PASSWORD_MAX,
  toUsernameKey,
  USERNAME_TEXT,
  usernameField,
  type FieldErrors,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { invalidFields } from '../../invalid-input.ts';
import { validatePassword } from '../passwords/check-password.ts';
import { findTaken } from '../users/account-queries.ts';
import { isTaken, isUsernameTaken } from '../users/user-queries.ts';

/**
 * Reports a name or address that belongs to another user than `userId`, and a name that is someone else's
 * address.
 */
export async function checkTaken(db: Database, sent: unknown, userId = 0): Promise<FieldErrors> {
  const username = readField(usernameField, sent, 'username');
  const email = readField(emailField, sent, 'email');
  if (username === undefined && email === undefined) return {};
  const taken = await findTaken(db, { username, email, userId });
  return {
    ...(taken.username ? { username: [USERNAME_TEXT.taken] } : {}),
    ...(taken.isUnavailable ? { username: [USERNAME_TEXT.unavailable] } : {}),
    ...(taken.email ? { email: [EMAIL_TAKEN] } : {}),
  };
}

/**
 * Validates a new password, with errors under its field. Values that are not strings are reported elsewhere.
 */
export async function validateNewPassword(
  sent: unknown,
  field: string,
  username: string,
): Promise<FieldErrors> {
  const password = readText(sent, field);
  if (password === undefined || password === '' || password.length > PASSWORD_MAX) return {};
  const errors = await validatePassword(password, username);
  return errors.length > 0 ? { [field]: errors } : {};
}

/** Runs a write of a user. Throws a 400 on the field if a concurrent request took the name or address. */
export async function withTakenFields<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUsernameTaken(error)) throw invalidFields({ username: [USERNAME_TEXT.taken] });
    if (isTaken(error, 'users_email_key')) throw invalidFields({ email: [EMAIL_TAKEN] });
    throw error;
  }
}

/** Reads a string from an unvalidated body. */
export function readText(sent: unknown, field: string): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  const value = (sent as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : undefined;
}

/** The username that a password must not resemble, if one was sent. */
export function readUsername(sent: unknown): string {
  return toUsernameKey((readText(sent, 'username') ?? '').slice(0, PASSWORD_MAX));
}

function readField(field: z.ZodType<string>, sent: unknown, name: string): string | undefined {
  return field.safeParse(readText(sent, name)).data;
}
