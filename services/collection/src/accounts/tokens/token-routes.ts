import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { signIn } from '../passwords/verify-credentials.ts';
import { getCaller } from '../sessions/caller.ts';
import type { Context } from '../../context.ts';
import { deleteOwnToken } from './delete-own-token.ts';
import { issueToken } from './issue-token.ts';
import { createToken, deleteToken } from '@kitroom/collection-client';

/** `/api/auth-token/` and `/api/accounts/token/` */
export function tokenRoutes({ db, secretKeys, credentials }: Context): Endpoint[] {
  return [
    endpoint(createToken, async ({ body }, { address, log }) => {
      const user = await signIn(credentials, { ...body, address, log });
      return { token: await issueToken(db, secretKeys, user.id) };
    }),
    endpoint(deleteToken, async (_input, request) => {
      await deleteOwnToken(db, getCaller(request).id);
      return new Reply(undefined, { status: 204 });
    }),
  ];
}
