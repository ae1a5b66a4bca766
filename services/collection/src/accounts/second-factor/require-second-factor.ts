import { ServiceError } from '@kitroom/server/http/errors';
import type { UserRow } from '../users/user-queries.ts';
import { checkCode, type CodeContext } from './check-code.ts';
import { hasSecondFactor } from './totp-queries.ts';

/**
 * Completes a sign-in whose first factor was right: with a code, if multi-factor sign-in is enabled. Throws the
 * documented 401 without a code, 400 for a wrong one, and 429 after too many. Returns whether a code was used.
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
