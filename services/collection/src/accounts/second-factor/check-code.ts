import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import { openFailedAttempts, type FailedAttempts } from '@kitroom/server/passwords/failed-attempts';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { invalidFields } from '../../invalid-input.ts';
import { WRONG_CODES_FACTOR } from '../../limits.ts';
import { openSecret, sealSecret, type SecretKeys } from '../../secrets/sealed-secret.ts';
import { throttled, type LimitContext } from '../../throttled.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import type { UserRow } from '../users/user-queries.ts';
import { findTotpStep, hashRecoveryCode, readCode } from './codes.ts';
import { consumeRecoveryCode, consumeTotpStep, findTotp, hasSecondFactor } from './totp-queries.ts';

export type CodeContext = { db: Database; log: Logger; secretKeys: SecretKeys; wrongCodes: WrongCodes };

/**
 * Consumes a user's TOTP code or recovery code. Throws a 400 for a wrong one, and a 429 after too many; the
 * owner is then notified by mail.
 */
export function checkCode(context: CodeContext, userId: number, text: string): Promise<void> {
  const notify = () => notifyOwner(context.db, userId, 'wrong-codes-notice');
  return context.wrongCodes.attempt(
    userId,
    async () => {
      if (!(await consumeCode(context, userId, text))) throw wrongCode();
    },
    notify,
  );
}

export const WRONG_CODE = 'The code is wrong or has expired.';

/** Creates the 400 for a code that is wrong, expired or used. */
export function wrongCode(): ServiceError {
  return invalidFields({ code: [WRONG_CODE] });
}

async function consumeCode(context: CodeContext, userId: number, text: string): Promise<boolean> {
  const code = readCode(text);
  if (code === undefined) return false;
  if ('totp' in code) return consumeTotp(context, userId, code.totp);
  return consumeRecoveryCode(context.db, userId, hashRecoveryCode(userId, code.recovery));
}

/** Consumes a TOTP code. A secret sealed with the previous SECRET_KEY is resealed with the current one. */
async function consumeTotp(
  { db, log, secretKeys }: CodeContext,
  userId: number,
  code: string,
): Promise<boolean> {
  const row = await findTotp(db, userId);
  if (!row?.is_confirmed) return false;
  const owner = { kind: 'totp', userId } as const;
  const opened = openSecret(secretKeys, owner, row.secret);
  if (!opened) {
    log.warn({ userId }, 'TOTP secret sealed with an unknown SECRET_KEY: its user needs a recovery code');
    return false;
  }
  const step = await findTotpStep(opened.secret, code);
  if (step === undefined) return false;
  const resealed = opened.isCurrent ? row.secret : sealSecret(secretKeys, owner, opened.secret);
  return consumeTotpStep(db, { userId, secret: row.secret, step, resealed });
}

/** Counts wrong codes per user, across all addresses. */
export type WrongCodes = FailedAttempts<number>;

/** Opens the count of wrong codes, with the documented 429. */
export function openWrongCodes({ config, redis, metrics }: LimitContext): WrongCodes {
  const { limit, seconds } = config.THROTTLE_LOGIN;
  const prefix = 'kitroom:collection:wrong-codes:';
  return openFailedAttempts({
    redis,
    metrics,
    step: 'code',
    seconds,
    counts: [{ prefix, keyOf: String, limit: limit * WRONG_CODES_FACTOR }],
    throttled: ({ resetTime }) => throttled(resetTime, seconds),
  });
}

/**
 * Checks the code of a sign-in whose first factor was right, if multi-factor sign-in is enabled. Throws the
 * documented 401 without a code, a 400 for a wrong one, and a 429 after too many. Returns whether a code was
 * used.
 */
export async function requireSecondFactor(
  context: CodeContext,
  user: Pick<UserRow, 'id'>,
  code: string | undefined,
): Promise<boolean> {
  if (!(await hasSecondFactor(context.db, user.id))) return false;
  if (code === undefined || code.trim() === '') throw codeRequired();
  await checkCode(context, user.id, code);
  return true;
}

function codeRequired(): ServiceError {
  const detail = 'Multi-factor code required.';
  return new ServiceError('unauthenticated', detail, {
    body: { detail, mfa_required: true },
    headers: { 'WWW-Authenticate': 'Token' },
  });
}
