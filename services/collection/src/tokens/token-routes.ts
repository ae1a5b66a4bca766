import { endpoint, Reply, type Endpoint } from '@kitroom/server/endpoint';
import { signIn } from '../auth/sign-in.ts';
import type { Context } from '../context.ts';
import { issueToken } from './issue-token.ts';
import { createToken } from '@kitroom/collection-client';

/** `/api/auth-token/` */
export function tokenRoutes({ db, secretKeys, door }: Context): Endpoint[] {
  return [
    endpoint(createToken, async ({ body }, { address, log }) => {
      const user = await signIn(door, { ...body, address, log });
      const token = await issueToken(db, secretKeys, user.id);
      return new Reply({ token }, { isTagged: false, headers: { 'Cache-Control': 'no-store' } });
    }),
  ];
}
