import type { Database } from '@kitroom/server/database/database';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { addMail, claimMailRequest } from '../accounts/mail/mail-queries.ts';
import { mayUsePassword } from '../accounts/passwords/password-rules.ts';
import { endSessions } from '../accounts/sessions/session-queries.ts';
import { deleteKeys } from '../accounts/sign-up/key-queries.ts';
import { withTakenFields } from '../accounts/sign-up/validate-account.ts';
import { deleteAppToken } from '../accounts/tokens/app-token-queries.ts';
import { deleteAllTokens, deleteToken } from '../accounts/tokens/token-queries.ts';
import { startVerificationPeriod, verifyAddress } from '../accounts/users/account-queries.ts';
import { changeStaff } from '../accounts/users/change-staff.ts';
import { insertUser, type NewUser, type UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry, onUser, type AuditEntry } from '../audit/audit-queries.ts';
import type { Config } from '../config.ts';
import { writeBytes, writeCount } from '../user-limits/read-limit.ts';
import type { OwnLimits } from '../user-limits/usage-queries.ts';
import { lockOtherStaff, lockUser, updateUser } from './admin-user-queries.ts';

interface AccountChange {
  actor: UserRow;
  userId: number;
}

type ChangeContext = { db: Database };
type PasswordContext = ChangeContext & { config: Pick<Config, 'PASSWORD_SIGN_IN'> };

/** An audit entry without the actor and the user; undefined if there was nothing to change. */
type Entry = Pick<AuditEntry, 'action' | 'before' | 'after'> & { subject?: string };

/**
 * Changes a locked user, and writes the change to the audit log; returns the user before the change.
 * `locksStaff` counts the other members of staff, and locks them before the user.
 */
function changeUser(
  { db }: ChangeContext,
  { actor, userId }: AccountChange,
  change: (transaction: Database, user: UserRow, otherStaff?: number) => Promise<Entry | undefined>,
  { locksStaff = false } = {},
): Promise<UserRow> {
  return db.transaction(async (transaction) => {
    const otherStaff = locksStaff ? await lockOtherStaff(transaction, userId) : undefined;
    const user = await lockUser(transaction, userId);
    if (!user) throw notFound('There is no such user.');
    const entry = await change(transaction, user, otherStaff);
    if (entry) {
      await insertAuditEntry(transaction, { actor, ...onUser(user), ...entry });
    }
    return user;
  });
}

/**
 * Verifies a user's e-mail address on their behalf. Throws a 400 if it is already verified, or the user is
 * blocked.
 */
export function verifyInPlace(context: ChangeContext, account: AccountChange): Promise<UserRow> {
  return changeUser(context, account, async (db, { id, email, email_verified_at: verifiedAt }) => {
    if (verifiedAt) throw refusal('The address is already verified.');
    if (!(await verifyAddress(db, id, email))) {
      throw refusal('Only the address of an active user can be verified.');
    }
    return { action: 'verify', before: { email, is_verified: false }, after: { email, is_verified: true } };
  });
}

/** Grants or revokes staff status. Throws a 400 if no member of staff who can sign in would remain. */
export function setStaff(context: ChangeContext, account: AccountChange, isStaff: boolean): Promise<UserRow> {
  const change = async (db: Database, user: UserRow, otherStaff?: number) => {
    if (!isStaff) refuseLast(user, otherStaff);
    return changeStaff(db, user.id, isStaff);
  };
  return changeUser(context, account, change, { locksStaff: true });
}

/**
 * Blocks a user, which ends all sessions and revokes all tokens and the keys of mails. Throws a 400 if no
 * member of staff who can sign in would remain.
 */
export function blockUser(context: ChangeContext, account: AccountChange): Promise<UserRow> {
  const block = async (db: Database, user: UserRow, otherStaff?: number) => {
    if (!user.is_active) return undefined;
    refuseLast(user, otherStaff);
    await updateUser(db, user.id, { is_active: false });
    await endSessions(db, user.id);
    const tokens = await deleteAllTokens(db, user.id);
    await deleteKeys(db, user.id);
    const before = { is_active: true, has_token: tokens > 0 };
    return { action: 'block', before, after: { is_active: false, has_token: false } };
  };
  return changeUser(context, account, block, { locksStaff: true });
}

/** Unblocks a user; sessions and tokens are not restored. */
export function unblockUser(context: ChangeContext, account: AccountChange): Promise<UserRow> {
  return changeUser(context, account, async (db, user) => {
    if (user.is_active) return undefined;
    await updateUser(db, user.id, { is_active: true });
    return { action: 'unblock', before: { is_active: false }, after: { is_active: true } };
  });
}

/**
 * Sets the limits of a user: null for the service's, Infinity for none. Returns whether they have changed.
 */
export async function setLimits(
  context: ChangeContext,
  account: AccountChange,
  limits: Omit<OwnLimits, 'id'>,
): Promise<boolean> {
  let isChanged = false;
  await changeUser(context, account, async (db, user) => {
    const [before, after] = [describeLimits(user), describeLimits(limits)];
    isChanged = JSON.stringify(before) !== JSON.stringify(after);
    if (!isChanged) return undefined;
    await updateUser(db, user.id, limits);
    return { action: 'set limits', before, after };
  });
  return isChanged;
}

/** Writes limits as in the form, as JSON has no Infinity. */
function describeLimits({ storage_max: storage, items_max: items }: Omit<OwnLimits, 'id'>) {
  return {
    storage_max: storage === null ? null : writeBytes(storage),
    items_max: items === null ? null : writeCount(items),
  };
}

/** Revokes a user's token. Throws a 400 if the user has no token. */
export function removeToken(context: ChangeContext, account: AccountChange): Promise<UserRow> {
  return changeUser(context, account, async (db, { id }) => {
    const createdAt = await deleteToken(db, id);
    if (!createdAt) throw refusal('The user has no token.');
    return { action: 'delete', subject: 'token', before: { created_at: createdAt.toISOString() } };
  });
}

/** Deletes an app token of a user. Throws a 400 if there is no such token. */
export function removeAppToken(context: ChangeContext, account: AccountChange, id: number): Promise<UserRow> {
  return changeUser(context, account, async (db, { id: userId }) => {
    const token = await deleteAppToken(db, { id, userId });
    if (!token) throw refusal('The user has no such app token.');
    const { name, scope, created_at: createdAt } = token;
    const before = { name, scope, created_at: createdAt.toISOString() };
    return { action: 'delete', subject: 'app token', before };
  });
}

function refuseLast({ is_staff: isStaff, is_active: isActive }: UserRow, otherStaff?: number): void {
  if (isStaff && isActive && otherStaff === 0) {
    throw refusal('This is the last member of staff: make somebody else staff first.');
  }
}

function refusal(message: string): ServiceError {
  return new ServiceError('invalid', message);
}

/**
 * Creates a user without a password, and mails them a key for setting one if they may sign in with it;
 * returns the id.
 */
export async function createUserByStaff(
  { db, config }: PasswordContext,
  actor: UserRow,
  user: Omit<NewUser, 'passwordHash'>,
): Promise<number> {
  const { username, email, name, isVerified, isStaff } = user;
  return withTakenFields(() =>
    db.transaction(async (transaction) => {
      const created = await insertUser(transaction, { ...user, passwordHash: null });
      const { id } = created;
      if (!isVerified) await startVerificationPeriod(transaction, id);
      if (mayUsePassword(config.PASSWORD_SIGN_IN, created)) {
        await addMail(transaction, { kind: 'reset', email, userId: id });
      }
      await insertAuditEntry(transaction, {
        actor,
        action: 'create',
        ...onUser(created),
        after: { username, email, name, is_verified: isVerified, is_staff: isStaff },
      });
      return id;
    }),
  );
}

const MAILS = {
  reset: 'A new password can be set only by active users who may sign in with it.',
  verify: 'The address is already verified, or the user is blocked.',
} as const;

/**
 * Mails a user a key for setting a password or verifying the address. Throws a 400 if there is nothing to
 * send.
 */
export function mailUser(
  context: PasswordContext,
  account: AccountChange,
  kind: keyof typeof MAILS,
): Promise<UserRow> {
  return changeUser(context, account, async (db, user) => {
    const { id: userId, email, is_active: isActive, email_verified_at: verifiedAt } = user;
    const isApplicable =
      kind === 'verify' ? verifiedAt === null : mayUsePassword(context.config.PASSWORD_SIGN_IN, user);
    if (!isActive || !isApplicable) throw refusal(MAILS[kind]);
    if (!(await claimMailRequest(db, kind, email))) throw refusal('Such a mail was sent a minute ago.');
    await addMail(db, { kind, email, userId });
    return { action: kind === 'reset' ? 'mail password reset' : 'mail verification' };
  });
}
