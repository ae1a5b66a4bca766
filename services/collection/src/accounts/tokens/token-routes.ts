import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import type { Context } from '../../context.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import { signIn } from '../passwords/verify-credentials.ts';
import { findTokenOfCaller, getCaller, invalidToken } from '../sessions/caller.ts';
import { withUserLocked } from '../users/user-queries.ts';
import { deleteAppToken, findAppToken, listAppTokens, type AppTokenRow } from './app-token-queries.ts';
import { createAppToken, removeAppToken } from './app-tokens.ts';
import { issueToken } from './issue-token.ts';
import { deleteToken, findTokenDates, type TokenDatesRow } from './token-queries.ts';
import { toAppToken, toCreatedAppToken, toCurrentToken } from './token-view.ts';

/** `/api/auth-token/`, `/api/accounts/token/` and `/api/accounts/tokens/…` */
export function tokenRoutes({ db, secretKeys, credentials }: Context): Endpoint[] {
  return [
    endpoint(contracts.createToken, async ({ body }, { address, log }) => {
      const user = await signIn(credentials, { ...body, address, log });
      return { token: await issueToken(db, secretKeys, user.id) };
    }),
    endpoint(contracts.getToken, async (_input, request) => {
      const row = await findCurrentToken(db, request);
      // The token was deleted while the request ran.
      if (!row) throw invalidToken();
      return toCurrentToken(row);
    }),
    endpoint(contracts.deleteToken, (_input, request) => deleteCurrentToken(db, request)),
    endpoint(contracts.listAppTokens, async (_input, request) =>
      (await listAppTokens(db, getCaller(request).id)).map(toAppToken),
    ),
    endpoint(contracts.createAppToken, async ({ body }, request) => {
      const { row, token } = await createAppToken(db, getCaller(request).id, body);
      return toCreatedAppToken(row, token);
    }),
    endpoint(contracts.deleteAppToken, ({ params: { id } }, request) =>
      removeAppToken(db, { id, userId: getCaller(request).id }),
    ),
  ];
}

function findCurrentToken(
  db: Database,
  request: RequestContext,
): Promise<AppTokenRow | TokenDatesRow | undefined> {
  const appTokenId = findTokenOfCaller(request)?.appTokenId;
  return appTokenId === undefined ? findTokenDates(db, getCaller(request).id) : findAppToken(db, appTokenId);
}

/** Deletes the token of a request. In a session, this is the user's one token, and the owner is notified. */
async function deleteCurrentToken(db: Database, request: RequestContext): Promise<void> {
  const { id: userId } = getCaller(request);
  const token = findTokenOfCaller(request);
  if (token?.appTokenId !== undefined) await deleteAppToken(db, { id: token.appTokenId, userId });
  else if (token) await deleteToken(db, userId);
  else await deleteOwnToken(db, userId);
}

/** Deletes a user's own token, if any, on request of that user. */
function deleteOwnToken(db: Database, userId: number): Promise<void> {
  return withUserLocked(db, userId, async (transaction) => {
    if (await deleteToken(transaction, userId)) await notifyOwner(transaction, userId, 'token-notice');
  });
}
