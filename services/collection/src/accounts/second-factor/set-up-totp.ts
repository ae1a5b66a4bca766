import { generateSecret } from 'otplib';
import { TEXT } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { invalidAsWhole, invalidFields } from '../../invalid-input.ts';
import { openSecret, sealSecret, type SealedFor, type SecretKeys } from '../../secrets/sealed-secret.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import { checkOwnPassword, type CredentialVerifier } from '../passwords/verify-credentials.ts';
import { endSessions } from '../sessions/session-queries.ts';
import { getAccount } from '../users/account-queries.ts';
import { withUserLocked, type UserRow } from '../users/user-queries.ts';
import { wrongCode } from './check-code.ts';
import { findTotpStep, generateRecoveryCodes, hashRecoveryCode, readCode, toOtpauthUrl } from './codes.ts';
import {
  confirmTotpSecret,
  deleteTotp,
  findTotp,
  hasSecondFactor,
  putTotp,
  replaceRecoveryCodes,
} from './totp-queries.ts';

type SetUpContext = { db: Database; secretKeys: SecretKeys };

const ON = 'Multi-factor sign-in is already on.';
const OFF = 'Multi-factor sign-in is off.';

/** Creates a secret that has no effect until confirmed. Throws a 400 if there is a confirmed one. */
export async function startTotp(
  { db, secretKeys }: SetUpContext,
  user: UserRow,
): Promise<{ secret: string; otpauth_url: string }> {
  // 160 bits in base 32, as recommended by RFC 4226.
  const secret = generateSecret();
  const sealed = sealSecret(secretKeys, ownerOf(user.id), secret);
  if (!(await putTotp(db, user.id, sealed))) throw invalidAsWhole(ON);
  return { secret, otpauth_url: toOtpauthUrl(user.username, secret) };
}

/** The secret that awaits its confirmation, if any. */
export async function findStartedTotp(
  { db, secretKeys }: SetUpContext,
  user: UserRow,
): Promise<{ secret: string; otpauth_url: string } | undefined> {
  const row = await findTotp(db, user.id);
  if (!row || row.is_confirmed) return undefined;
  const secret = openSecret(secretKeys, ownerOf(user.id), row.secret)?.secret;
  return secret === undefined ? undefined : { secret, otpauth_url: toOtpauthUrl(user.username, secret) };
}

/**
 * Enables the secret that the code belongs to, and ends all sessions, as they were started without a code.
 * Returns the recovery codes and the new session epoch.
 */
export async function confirmTotp(
  { db, secretKeys }: SetUpContext,
  userId: number,
  text: string,
): Promise<{ codes: string[]; epoch: number }> {
  const row = await findTotp(db, userId);
  if (row?.is_confirmed) throw invalidAsWhole(ON);
  const secret = row && openSecret(secretKeys, ownerOf(userId), row.secret)?.secret;
  if (!row || secret === undefined) throw invalidAsWhole('Begin with POST /api/accounts/mfa/totp/.');
  const code = readCode(text);
  const step = code && 'totp' in code ? await findTotpStep(secret, code.totp) : undefined;
  if (step === undefined) throw wrongCode();
  return withUserLocked(db, userId, async (transaction) => {
    const isOn = await confirmTotpSecret(transaction, { userId, secret: row.secret, step });
    if (!isOn) throw invalidAsWhole('The set-up was restarted in the meantime.');
    const codes = await putRecoveryCodes(transaction, userId);
    await notifyOwner(transaction, userId, 'factor-on-notice');
    return { codes, epoch: await endSessions(transaction, userId) };
  });
}

/** Disables multi-factor sign-in and ends all sessions; returns the new session epoch. */
export function disableTotp({ db }: { db: Database }, userId: number): Promise<number> {
  return withUserLocked(db, userId, async (transaction) => {
    await deleteTotp(transaction, userId);
    await notifyOwner(transaction, userId, 'factor-off-notice');
    return endSessions(transaction, userId);
  });
}

/** Replaces all recovery codes. Throws a 400 if multi-factor sign-in is off. */
export function renewRecoveryCodes({ db }: { db: Database }, userId: number): Promise<string[]> {
  return withUserLocked(db, userId, async (transaction) => {
    const codes = await putRecoveryCodes(transaction, userId);
    await notifyOwner(transaction, userId, 'codes-notice');
    return codes;
  });
}

function ownerOf(userId: number): SealedFor {
  return { kind: 'totp', userId };
}

async function putRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = generateRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(userId, code.replaceAll('-', '')));
  if (!(await replaceRecoveryCodes(db, userId, hashes))) throw invalidAsWhole(OFF);
  return codes;
}

/**
 * Verifies by password, if the account has one, that its owner changes an enabled second factor. The caller
 * has already confirmed with a code. Throws a 400 if the second factor is off or the password is missing or
 * wrong, and a 429 after too many attempts.
 */
export async function confirmOwner(
  { db, credentials }: { db: Database; credentials: CredentialVerifier },
  user: UserRow,
  { password, address }: { password?: string | undefined; address: string },
): Promise<void> {
  if (!(await hasSecondFactor(db, user.id))) throw invalidAsWhole(OFF);
  if (!(await getAccount(db, user.id)).has_password) return;
  if (!password) throw invalidFields({ password: [TEXT.required] });
  await checkOwnPassword(credentials, { user, password, address, field: 'password' });
}
