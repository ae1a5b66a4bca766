import type { ServiceError } from '@kitroom/server/errors';
import { badCredentials } from '../auth/sign-in.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../invalid-input.ts';
import { hashRecoveryCode, readCode } from './recovery-codes.ts';
import { openSecret } from './sealed-secret.ts';
import { findTotp, takeRecoveryCode, takeTotpStep } from './totp-queries.ts';
import { findTotpStep } from './totp.ts';

/** What checking a code needs. */
export type CodeContext = Pick<Context, 'db' | 'log' | 'secretKey' | 'wrongCodes'>;

/**
 * Takes a user's TOTP code or recovery code, which then works no more. Throws a 400 for a wrong one, that of a wrong
 * password unless told, and 429 after too many.
 */
export function checkCode(
  context: CodeContext,
  userId: number,
  text: string,
  complain: () => Error = badCredentials,
): Promise<void> {
  return context.wrongCodes.attempt(userId, async () => {
    const code = readCode(text);
    const isRight =
      code !== undefined &&
      ('totp' in code
        ? await takeTotp(context, userId, code.totp)
        : await takeRecoveryCode(context.db, userId, hashRecoveryCode(userId, code.recovery)));
    if (!isRight) throw complain();
  });
}

/** 400: somebody who is signed in has typed a wrong code. */
export function wrongCode(): ServiceError {
  return invalidFields({ code: ['The code is wrong or has expired.'] });
}

async function takeTotp({ db, log, secretKey }: CodeContext, userId: number, code: string): Promise<boolean> {
  const row = await findTotp(db, userId);
  if (!row?.is_confirmed) return false;
  const secret = openSecret(secretKey, userId, row.secret);
  if (secret === undefined) {
    log.warn({ userId }, 'a TOTP secret was made under another SECRET_KEY: its user needs a recovery code');
    return false;
  }
  const step = await findTotpStep(secret, code);
  return step !== undefined && takeTotpStep(db, { userId, secret: row.secret, step });
}
