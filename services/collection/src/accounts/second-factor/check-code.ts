import type { ServiceError } from '@kitroom/server/http/errors';
import { notifyOwner } from '../mail/notify-owner.ts';
import { badCredentials } from '../passwords/verify-credentials.ts';
import { invalidFields } from '../../invalid-input.ts';
import { hashRecoveryCode, readCode } from './recovery-codes.ts';
import { openSecret, sealSecret } from '../../secrets/sealed-secret.ts';
import { findTotp, consumeRecoveryCode, consumeTotpStep } from './totp-queries.ts';
import { findTotpStep } from './totp.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import type { WrongCodes } from './wrong-codes.ts';

export type CodeContext = { db: Database; log: Logger; secretKeys: SecretKeys; wrongCodes: WrongCodes };

/**
 * Consumes a user's TOTP code or recovery code. Throws a 400 for a wrong one (default: that of a wrong password), and
 * 429 after too many, of which the owner is notified by mail.
 */
export function checkCode(
  context: CodeContext,
  userId: number,
  text: string,
  toError: () => Error = badCredentials,
): Promise<void> {
  const notify = () => notifyOwner(context.db, userId, 'wrong-codes-notice');
  return context.wrongCodes.attempt(
    userId,
    async () => {
      if (!(await takeCode(context, userId, text))) throw toError();
    },
    notify,
  );
}

export const WRONG_CODE = 'The code is wrong or has expired.';

/** 400: a signed-in user entered a wrong code. */
export function wrongCode(): ServiceError {
  return invalidFields({ code: [WRONG_CODE] });
}

async function takeCode(context: CodeContext, userId: number, text: string): Promise<boolean> {
  const code = readCode(text);
  if (code === undefined) return false;
  if ('totp' in code) return takeTotp(context, userId, code.totp);
  return consumeRecoveryCode(context.db, userId, hashRecoveryCode(userId, code.recovery));
}

/** Consumes a TOTP code. A secret sealed with the previous SECRET_KEY is resealed with the current one. */
async function takeTotp(
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
