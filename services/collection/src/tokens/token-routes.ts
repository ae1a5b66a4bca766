import { endpoint, Reply, type Endpoint } from '@kitroom/server/endpoint';
import { openFailedSignIns } from '../auth/failed-sign-ins.ts';
import { openPasswordCheck } from '../auth/password.ts';
import { signIn, type SignInDoor } from '../auth/sign-in.ts';
import type { Context } from '../context.ts';
import { issueToken } from './issue-token.ts';
import { createToken } from '@kitroom/collection-client';

/** `/api/auth-token/` */
export function tokenRoutes(context: Context): Endpoint[] {
  const { db, secretKey } = context;
  const door: SignInDoor = { db, passwords: openPasswordCheck(), failures: openFailedSignIns(context) };
  return [
    endpoint(createToken, async ({ body }, { address }) => {
      const user = await signIn(door, { ...body, address });
      const token = await issueToken(db, secretKey, user.id);
      return new Reply({ token }, { isTagged: false, headers: { 'Cache-Control': 'no-store' } });
    }),
  ];
}
