import type { Database } from '@kitroom/server/database/database';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { startVerificationPeriod, verifyAddress } from '../accounts/users/account-queries.ts';
import { deleteKeys } from '../accounts/sign-up/key-queries.ts';
import { endSessions } from '../accounts/sessions/session-queries.ts';
import { deleteToken } from '../accounts/tokens/token-queries.ts';
import { insertUser, type NewUser, type UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { lockOtherStaff, lockToken, lockUser, updateUser } from './admin-user-queries.ts';
import { addMail, claimMailTurn } from '../accounts/mail/mail-queries.ts';
import { withTakenFields } from '../accounts/sign-up/validate-account.ts';

interface AccountChange {
  actor: UserRow;
  userId: number;
}

type ChangeContext = { db: Database };

/** Verifies a user's e-mail address for them; throws 400 if it is verified, or the user is blocked. */
export function verifyInPlace({ db }: ChangeContext, { actor, userId }: AccountChange): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const user = await getLockedUser(transaction, userId);
    if (user.email_verified_at) throw refusal('The address is verified already.');
    if (!(await verifyAddress(transaction, userId, user.email))) {
      throw refusal('Only the address of an active user can be verified.');
    }
    await insertAuditEntry(transaction, {
      ...entryOf(actor, user, 'verify'),
      before: { email: user.email, is_verified: false },
      after: { email: user.email, is_verified: true },
    });
    return user;
  });
}

/** Grants or revokes staff status; throws 400 if no member of staff who can sign in would remain. */
export function setStaff(
  { db }: ChangeContext,
  { actor, userId }: AccountChange,
  isStaff: boolean,
): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const others = await lockOtherStaff(transaction, userId);
    const user = await getLockedUser(transaction, userId);
    if (user.is_staff === isStaff) return user;
    if (!isStaff) refuseLast(user, others);
    await updateUser(transaction, userId, { is_staff: isStaff });
    await insertAuditEntry(transaction, {
      ...entryOf(actor, user, isStaff ? 'make staff' : 'unmake staff'),
      before: { is_staff: user.is_staff },
      after: { is_staff: isStaff },
    });
    return user;
  });
}

/**
 * Blocks a user, which ends all sessions and revokes the token and the keys of mails. Throws 400 if no member of
 * staff who can sign in would remain.
 */
export function blockUser({ db }: ChangeContext, { actor, userId }: AccountChange): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const others = await lockOtherStaff(transaction, userId);
    const user = await getLockedUser(transaction, userId);
    if (!user.is_active) return user;
    refuseLast(user, others);
    await updateUser(transaction, userId, { is_active: false });
    await endSessions(transaction, userId);
    const hadToken = await deleteToken(transaction, userId);
    await deleteKeys(transaction, userId);
    await insertAuditEntry(transaction, {
      ...entryOf(actor, user, 'block'),
      before: { is_active: true, has_token: hadToken },
      after: { is_active: false, has_token: false },
    });
    return user;
  });
}

/** Unblocks a user; sessions and token are not restored. */
export function unblockUser({ db }: ChangeContext, { actor, userId }: AccountChange): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const user = await getLockedUser(transaction, userId);
    if (user.is_active) return user;
    await updateUser(transaction, userId, { is_active: true });
    const entry = entryOf(actor, user, 'unblock');
    await insertAuditEntry(transaction, {
      ...entry,
      before: { is_active: false },
      after: { is_active: true },
    });
    return user;
  });
}

/** Revokes a user's token; throws 400 if there is none. */
export function removeToken({ db }: ChangeContext, { actor, userId }: AccountChange): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const user = await getLockedUser(transaction, userId);
    const createdAt = await lockToken(transaction, userId);
    if (!createdAt || !(await deleteToken(transaction, userId))) throw refusal('The user has no token.');
    const entry = { ...entryOf(actor, user, 'delete'), subject: 'token' };
    await insertAuditEntry(transaction, { ...entry, before: { created_at: createdAt.toISOString() } });
    return user;
  });
}

function entryOf(actor: UserRow, { id, username }: UserRow, action: string) {
  return { actor, action, subject: 'user', subjectId: id, label: username, ownerId: id };
}

async function getLockedUser(db: Database, id: number): Promise<UserRow> {
  const user = await lockUser(db, id);
  if (!user) throw notFound('There is no such user.');
  return user;
}

function refuseLast({ is_staff: isStaff, is_active: isActive }: UserRow, others: number): void {
  if (isStaff && isActive && others === 0) {
    throw refusal('This is the last member of staff: make somebody else staff first.');
  }
}

function refusal(sentence: string): ServiceError {
  return new ServiceError('invalid', sentence);
}

/** Creates a user without a password, and mails them a key for setting one; returns the id. */
export async function createUserByStaff(
  { db }: { db: Database },
  actor: UserRow,
  user: Omit<NewUser, 'passwordHash'>,
): Promise<number> {
  const { username, email, name, isVerified, isStaff } = user;
  return withTakenFields(() =>
    db.transaction(async (transaction) => {
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
    }),
  );
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
