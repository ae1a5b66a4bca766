import type { Database } from '@kitroom/server/database';
import { hashPassword } from '@kitroom/server/passwords/password-hash';
import { OperatorError } from '@kitroom/server/process';
import { complainOfPassword } from '../auth/check-password.ts';
import { isTaken } from './change-user.ts';
import { insertUser, type UserRow } from './user-queries.ts';
import { EMAIL_TAKEN, USERNAME_TEXT } from '@kitroom/collection-client';

/** What an operator says of a new user. */
export interface UserWish {
  username: string;
  email: string;
  name: string;
  password: string;
  isVerified: boolean;
  isStaff: boolean;
}

/** Creates a user at the operator's wish; an OperatorError tells all that is wrong with it. */
export async function createUser(db: Database, wish: UserWish): Promise<UserRow> {
  const complaints = await complainOfPassword(wish.password, wish.username);
  if (complaints.length > 0) throw new OperatorError(complaints.join(' '));
  const { password, ...user } = wish;
  try {
    return await insertUser(db, { ...user, passwordHash: await hashPassword(password) });
  } catch (error) {
    if (isTaken(error, 'users_username_key')) throw new OperatorError(USERNAME_TEXT.taken);
    if (isTaken(error, 'users_email_key')) throw new OperatorError(EMAIL_TAKEN);
    throw error;
  }
}
