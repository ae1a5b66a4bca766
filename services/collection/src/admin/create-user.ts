import { addMail, claimMailTurn } from '../accounts/mail/mail-queries.ts';
import { toTakenFields } from '../accounts/sign-up/validate-account.ts';
import { startVerificationPeriod } from '../accounts/users/account-queries.ts';
import { insertUser, type NewUser, type UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { invalidFields } from '../invalid-input.ts';
import type { Database } from '@kitroom/server/database/database';
import { getLockedUser, refusal, type AccountChange } from './change-account.ts';

/** Creates a user without a password, and mails them a key for setting one; returns the id. */
export async function createUserByStaff(
  { db }: { db: Database },
  actor: UserRow,
  user: Omit<NewUser, 'passwordHash'>,
): Promise<number> {
  const { username, email, name, isVerified, isStaff } = user;
  try {
    return await db.transaction(async (transaction) => {
      const { id } = await insertUser(transaction, { ...user, passwordHash: null });
      if (!isVerified) await startVerificationPeriod(transaction, id);
      await addMail(transaction, { kind: 'reset', email, userId: id });
      await insertAuditEntry(transaction, {
        actor,
        action: 'create',
        subject: 'user',
        subjectId: id,
        label: username,
        ownerId: id,
        after: { username, email, name, is_verified: isVerified, is_staff: isStaff },
      });
      return id;
    });
  } catch (error) {
    const taken = toTakenFields(error);
    throw taken ? invalidFields(taken) : error;
  }
}

const MAILS = {
  reset: 'A new password can be set by active users only.',
  verify: 'The address is verified already, or the user is blocked.',
} as const;

/** Mails a user a key for setting a password or verifying the address; throws 400 if there is nothing to send. */
export function mailUser(
  { db }: { db: Database },
  { actor, userId }: AccountChange,
  kind: keyof typeof MAILS,
): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const user = await getLockedUser(transaction, userId);
    const { email, is_active: isActive, email_verified_at: verifiedAt } = user;
    if (!isActive || (kind === 'verify' && verifiedAt !== null)) throw refusal(MAILS[kind]);
    if (!(await claimMailTurn(transaction, kind, email))) throw refusal('Such a mail was sent a minute ago.');
    await addMail(transaction, { kind, email, userId });
    await insertAuditEntry(transaction, {
      actor,
      action: kind === 'reset' ? 'mail password reset' : 'mail verification',
      subject: 'user',
      subjectId: userId,
      label: user.username,
      ownerId: userId,
    });
    return user;
  });
}
