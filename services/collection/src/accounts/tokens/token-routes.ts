import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { signIn } from '../passwords/verify-credentials.ts';
import { getCaller } from '../sessions/caller.ts';
import { issueToken } from './issue-token.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Context } from '../../context.ts';
import * as contracts from '@kitroom/collection-client';
import { notifyOwner } from '../mail/mail-queries.ts';
import { withUserLocked } from '../users/user-queries.ts';
import { deleteToken } from './token-queries.ts';

/** `/api/auth-token/` and `/api/accounts/token/` */
export function tokenRoutes({ db, secretKeys, credentials }: Context): Endpoint[] {
  return [
    endpoint(contracts.createToken, async ({ body }, { address, log }) => {
      const user = await signIn(credentials, { ...body, address, log });
      return { token: await issueToken(db, secretKeys, user.id) };
    }),
    endpoint(contracts.deleteToken, (_input, request) => deleteOwnToken(db, getCaller(request).id)),
  ];
}

/** Deletes a user's own token, if any, on request of that user. */
function deleteOwnToken(db: Database, userId: number): Promise<void> {
  return withUserLocked(db, userId, async (transaction) => {
    if (await deleteToken(transaction, userId)) await notifyOwner(transaction, userId, 'token-notice');
  });
}
