import type { Database } from '@kitroom/server/database/database';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { FailedSignIns } from '@kitroom/server/passwords/failed-attempts';
import { hashKey } from '../accounts/mail/account-keys.ts';
import { type CredentialVerifier, wrongPassword } from '../accounts/passwords/verify-credentials.ts';
import type { SecretKeys } from '../secrets/sealed-secret.ts';
import { findLiveShare, type ShareRow } from './share-queries.ts';
import { isUnlocked } from './unlock-cookie.ts';

/** The link with this token; the same 404 for unknown, ended and expired ones. */
export async function getLiveShare(db: Database, token: string): Promise<ShareRow> {
  const share = await findLiveShare(db, hashKey(token));
  if (!share) throw notFound('Not found.');
  return share;
}

/** As `getLiveShare`; 401 with `password_required` until the browser has sent the link's password. */
export async function openShare(
  { db, secretKeys }: { db: Database; secretKeys: SecretKeys },
  token: string,
  request: RequestContext,
): Promise<ShareRow> {
  const share = await getLiveShare(db, token);
  if (share.password_hash !== null && !isUnlocked(secretKeys, share, request)) throw passwordRequired();
  return share;
}

/** Verifies a link's password: 400 if it is wrong, which counts as a failed sign-in does; 429 after too many. */
export async function verifySharePassword(
  { credentials, failures }: { credentials: CredentialVerifier; failures: FailedSignIns },
  { id, password_hash: hash }: ShareRow,
  { password, address }: { password: string; address: string },
): Promise<void> {
  await failures.attempt({ username: String(id), address }, async () => {
    if (!(await credentials.passwords.matches(hash, password))) throw wrongPassword('password');
  });
}

function passwordRequired(): ServiceError {
  const detail = 'This link needs a password.';
  return new ServiceError('unauthenticated', detail, {
    body: { detail, password_required: true },
    headers: { 'WWW-Authenticate': 'Token' },
  });
}
