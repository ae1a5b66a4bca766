import { ServiceError } from '@kitroom/server/http/errors';
import type { UserRow } from '../users/user-queries.ts';
import { checkCode, type CodeContext } from './check-code.ts';
import { hasSecondFactor } from './has-second-factor.ts';

/**
 * Lets a user in whose first factor was right: with a code, where multi-factor sign-in is on. Throws the documented
 * 401 without one, 400 for a wrong one, and 429 after too many of those. Answers whether a code was taken.
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
