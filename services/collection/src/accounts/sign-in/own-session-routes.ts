import * as contracts from '@kitroom/collection-client';
import { TEXT, type FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import type { InputOf } from '@kitroom/shared';
import type { Context } from '../../context.ts';
import { invalidAsWhole, invalidFields } from '../../invalid-input.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import { checkOwnPassword, type CredentialVerifier } from '../passwords/verify-credentials.ts';
import { checkCode, type CodeContext } from '../second-factor/check-code.ts';
import { hasSecondFactor } from '../second-factor/totp-queries.ts';
import { confirmedUntil, getSession, type BrowserSession } from '../sessions/browser-session.ts';
import { getCaller } from '../sessions/caller.ts';
import { signOut } from '../sessions/load-session.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../sessions/session-queries.ts';
import { findTokenDates } from '../tokens/token-queries.ts';
import { getAccount } from '../users/account-queries.ts';
import { withUserLocked, type UserRow } from '../users/user-queries.ts';
import { toOwnSession, toOwnToken } from './session-view.ts';

/** `/api/accounts/confirm/` and `sessions/…` */
export function ownSessionRoutes(context: Context): Endpoint[] {
  const { db } = context;
  return [
    endpoint(contracts.confirmSession, async ({ body }, request) => {
      const session = getSession(request);
      await confirmSession(context, session, getCaller(request), { ...body, address: request.address });
      const { confirmation } = session.data;
      if (!confirmation) throw new Error('the session was not confirmed');
      return {
        detail: 'It is confirmed that it is you.',
        confirmed_until: confirmedUntil(confirmation).toISOString(),
      };
    }),
    endpoint(contracts.listSessions, async (_input, request) => {
      const { id: userId } = getCaller(request);
      const sessions = await listSessions(db, userId, getSession(request).sid);
      const token = await findTokenDates(db, userId);
      return { sessions: sessions.map(toOwnSession), token: token ? toOwnToken(token) : null };
    }),
    endpoint(contracts.endOtherSessions, (_input, request) =>
      endOtherSessions(db, getCaller(request).id, getSession(request).sid),
    ),
    endpoint(contracts.endSession, async ({ params }, request) => {
      const sid = await endOwnSession(db, getCaller(request).id, params.id);
      if (sid === getSession(request).sid) return signOut(context, request);
    }),
  ];
}

/** Ends one session of a user; returns its secret id. Throws a 404 if there is no such session. */
function endOwnSession(db: Database, userId: number, id: string): Promise<string> {
  return withUserLocked(db, userId, async (transaction) => {
    const sid = await deleteSession(transaction, userId, id);
    if (sid === undefined) throw notFound('Not found.');
    await notifyOwner(transaction, userId, 'sessions-notice');
    return sid;
  });
}

/** Ends all sessions of a user but the one with this secret id. */
function endOtherSessions(db: Database, userId: number, sid: string): Promise<void> {
  return withUserLocked(db, userId, async (transaction) => {
    const ended = await deleteOtherSessions(transaction, userId, sid);
    if (ended > 0) await notifyOwner(transaction, userId, 'sessions-notice');
  });
}

const NO_PASSWORD = 'This account has no password: sign in again with a linked provider.';

/**
 * Reauthenticates the account's owner and gives the session a new id. Throws a 400 if the password or the
 * required code is missing or wrong, which counts as a failed sign-in, and a 429 after too many.
 */
async function confirmSession(
  context: CodeContext & { credentials: CredentialVerifier },
  session: BrowserSession,
  user: UserRow,
  {
    password = '',
    code = '',
    address,
  }: InputOf<typeof contracts.confirmSession>['body'] & { address: string },
): Promise<void> {
  const account = await getAccount(context.db, user.id);
  if (!account.has_password) throw invalidAsWhole(NO_PASSWORD);
  const withCode = await hasSecondFactor(context.db, user.id);
  const missing: FieldErrors = {
    ...(password === '' && { password: [TEXT.required] }),
    ...(withCode && code.trim() === '' && { code: [TEXT.required] }),
  };
  if (Object.keys(missing).length > 0) throw invalidFields(missing);
  await checkOwnPassword(context.credentials, { user, password, address, field: 'password' }, async () => {
    if (withCode) await checkCode(context, user.id, code);
  });
  await session.signIn(user.id, { epoch: user.session_epoch, withCode });
}
