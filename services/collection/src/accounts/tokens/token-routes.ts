import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { signIn, type CredentialVerifier } from '../passwords/verify-credentials.ts';
import { getCaller } from '../sessions/caller.ts';
import { deleteOwnToken } from './delete-own-token.ts';
import { issueToken } from './issue-token.ts';
import type { Database } from '@kitroom/server/database/database';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { createToken, deleteToken } from '@kitroom/collection-client';

/** `/api/auth-token/` and `/api/accounts/token/` */
export function tokenRoutes({
  db,
  secretKeys,
  credentials,
}: {
  db: Database;
  secretKeys: SecretKeys;
  credentials: CredentialVerifier;
}): Endpoint[] {
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
