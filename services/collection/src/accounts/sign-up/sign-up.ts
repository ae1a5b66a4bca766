import type { FieldErrors } from '@kitroom/collection-client';
import { hashPassword } from '@kitroom/server/passwords/password-hash';
import { invalidFields } from '../../invalid-input.ts';
import { addMail } from '../mail/mail-queries.ts';
import { insertUser } from '../users/user-queries.ts';
import { findAccount, startVerificationPeriod, type AccountRow } from '../users/account-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { validateNewPassword, checkTaken, readUsername, toTakenFields } from './validate-account.ts';

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  name?: string | undefined;
}

/** Validates a new account, beyond the shape of its fields. */
export async function validateSignUp({ db }: { db: Database }, sent: unknown): Promise<FieldErrors> {
  const [taken, password] = await Promise.all([
    checkTaken(db, sent),
    validateNewPassword(sent, 'password', readUsername(sent)),
  ]);
  return { ...taken, ...password };
}

/** Creates an account and sends a key to its address; 400 if the name or address was taken in the meantime. */
export async function signUp({ db }: { db: Database }, newAccount: NewAccount): Promise<AccountRow> {
  const { username, email, password, name = '' } = newAccount;
  const passwordHash = await hashPassword(password);
  try {
    return await db.transaction(async (transaction) => {
      const user = { username, email, name, passwordHash, isVerified: false, isStaff: false };
      const { id: userId } = await insertUser(transaction, user);
      await startVerificationPeriod(transaction, userId);
      await addMail(transaction, { kind: 'verify', email, userId });
      const account = await findAccount(transaction, userId);
      if (!account) throw new Error('the new account was not found');
      return account;
    });
  } catch (error) {
    const taken = toTakenFields(error);
    throw taken ? invalidFields(taken) : error;
  }
}
