import { EMAIL_TAKEN } from '@kitroom/collection-client';
import type { ServiceError } from '@kitroom/server/http/errors';
import { addMail } from '../mail/mail-queries.ts';
import { invalidFields } from '../../invalid-input.ts';
import { isTaken } from '../users/change-user.ts';
import { verifyAddress } from '../users/account-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { deleteKeys, consumeKey } from './key-queries.ts';

/** The same text for keys that are unknown, used, expired, or for another purpose. */
export const KEY_INVALID = 'This key is not valid, or no longer: ask for another one.';

export function invalidKey(): ServiceError {
  return invalidFields({ key: [KEY_INVALID] });
}

/** Verifies the address that a key was sent to, and notifies the former address; 400 for an invalid key. */
export async function verifyEmail({ db }: { db: Database }, key: string): Promise<void> {
  try {
    await db.transaction(async (transaction) => {
      const found = await consumeKey(transaction, 'verify', key);
      if (!found) throw invalidKey();
      const { user_id: userId, email } = found;
      const former = await verifyAddress(transaction, userId, email);
      if (former === false) throw invalidKey();
      if (former !== email) await addMail(transaction, { kind: 'changed-notice', email: former, userId });
      // Keys sent to the former address are revoked.
      await deleteKeys(transaction, userId, { sentTo: email });
    });
  } catch (error) {
    if (isTaken(error, 'users_email_key')) throw invalidFields({ key: [EMAIL_TAKEN] });
    throw error;
  }
}
