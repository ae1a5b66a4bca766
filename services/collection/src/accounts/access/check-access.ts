import type { Database } from '@kitroom/server/database/database';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Access } from '@kitroom/shared';
import { hasSecondFactor } from '../second-factor/totp-queries.ts';
import { findConfirmation } from '../sessions/browser-session.ts';
import { findSessionOfCaller, getCaller, sessionRequired } from '../sessions/caller.ts';

/**
 * Throws if a request's credentials are not sufficient: 401 without any, 403 for an API token if a session is
 * required or the reverse, 403 with `confirmation_required` for a session that is not fresh. Only users with
 * a second factor need a code.
 */
export async function checkAccess(
  { db }: { db: Database },
  access: Access | undefined,
  request: Pick<RequestContext, 'locals'>,
): Promise<void> {
  if (access === 'public') return;
  const caller = getCaller(request);
  if (access === undefined) return;
  const session = findSessionOfCaller(request);
  if (access === 'token' && session) {
    throw new ServiceError('forbidden', 'This needs a token, not a session.');
  }
  if (access === 'token' || (access === 'token-or-fresh-session' && !session)) return;
  if (!session) throw sessionRequired();
  if (access === 'session') return;
  const confirmation = findConfirmation(session.data);
  if (!confirmation) throw confirmationRequired();
  if (access !== 'fresh-session-with-code' || confirmation.withCode) return;
  if (await hasSecondFactor(db, caller.id)) throw confirmationRequired();
}

/** Returns false if the session must be confirmed first. Throws other errors of `checkAccess`. */
export async function mayAccess(...parameters: Parameters<typeof checkAccess>): Promise<boolean> {
  try {
    await checkAccess(...parameters);
    return true;
  } catch (error) {
    if (isConfirmationRequired(error)) return false;
    throw error;
  }
}

export function isConfirmationRequired(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { body } = error;
  return typeof body === 'object' && body !== null && 'confirmation_required' in body;
}

function confirmationRequired(): ServiceError {
  const detail = 'Please confirm that it is you.';
  return new ServiceError('forbidden', detail, { body: { detail, confirmation_required: true } });
}
