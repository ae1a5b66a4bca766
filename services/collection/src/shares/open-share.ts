import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { SHARE_UNLOCKED_HOURS } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { readAsOf } from '@kitroom/server/database/route-reads';
import { allowsEveryOrigin } from '@kitroom/server/http/cross-origin';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import type { FailedSignIns } from '@kitroom/server/passwords/failed-attempts';
import { hashKey } from '../accounts/mail/account-keys.ts';
import { wrongPassword, type CredentialVerifier } from '../accounts/passwords/verify-credentials.ts';
import type { Config } from '../config.ts';
import { SHARED_ROOT } from '../paths.ts';
import type { SecretKeys } from '../secrets/sealed-secret.ts';
import { findLiveShare, type ShareRow } from './share-queries.ts';

/** The link with this token. Throws the same 404 for unknown, deleted and expired links. */
export async function getLiveShare(db: Database, token: string): Promise<ShareRow> {
  const share = await findLiveShare(db, hashKey(token));
  if (!share) throw notFound('Not found.');
  await readAsOf(share.user_id);
  return share;
}

/**
 * Like `getLiveShare`, but throws a 401 with `password_required` until the browser has sent the link's
 * password.
 */
export async function openShare(
  { db, secretKeys }: { db: Database; secretKeys: SecretKeys },
  token: string,
  request: RequestContext,
): Promise<ShareRow> {
  const share = await getLiveShare(db, token);
  if (share.password_hash !== null && !isUnlocked(secretKeys, share, request)) throw passwordRequired();
  return share;
}

/**
 * Verifies a link's password. Throws a 400 if it is wrong, which counts like a failed sign-in, and a 429
 * after too many.
 */
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

const NAME = 'kitroom_share';
const SECONDS = SHARE_UNLOCKED_HOURS * 3600;

type CookieConfig = Pick<Config, 'CORS_ORIGINS' | 'NODE_ENV'>;

/**
 * Stores the cookies that unlock links in the response's locals for handlers. A browser may send several of
 * this name, for nested paths.
 */
export function readUnlockCookies(config: CookieConfig): RequestHandler {
  const prefix = `${describeCookie(config).name}=`;
  return ({ headers }, response, next) => {
    const cookies = (headers.cookie ?? '').split(';').map((text) => text.trim());
    response.locals['unlockCookies'] = cookies
      .filter((text) => text.startsWith(prefix))
      .map((text) => text.slice(prefix.length));
    next();
  };
}

/** The `Set-Cookie` for a browser that sent the link's password, limited to the paths of that link. */
export function toUnlockCookie(
  { config, secretKeys: [current] }: { config: CookieConfig; secretKeys: SecretKeys },
  share: ShareRow,
  { token, baseUrl }: { token: string; baseUrl: string },
): string {
  const expires = Math.floor(Date.now() / 1000) + SECONDS;
  const path = new URL(`${baseUrl}${SHARED_ROOT}/${token}`).pathname;
  const { name, scope } = describeCookie(config);
  const attributes = `Path=${path}; Max-Age=${SECONDS}; HttpOnly; ${scope}`;
  return `${name}=${expires}.${sign(current, share, expires)}; ${attributes}`;
}

/**
 * The cookie's name and scope. As it is limited to a path, it cannot be a `__Host-` cookie. Front ends on
 * other sites that may send credentials must also get it: `None` requires HTTPS, and `Partitioned` allows it
 * where third-party cookies are blocked, separately for each such site.
 */
function describeCookie({ CORS_ORIGINS, NODE_ENV }: CookieConfig): { name: string; scope: string } {
  if (NODE_ENV !== 'production') return { name: NAME, scope: 'SameSite=Lax' };
  const sameSite =
    CORS_ORIGINS.length > 0 && !allowsEveryOrigin(CORS_ORIGINS)
      ? 'SameSite=None; Partitioned'
      : 'SameSite=Lax';
  return { name: `__Secure-${NAME}`, scope: `Secure; ${sameSite}` };
}

/** Whether the browser sent the link's current password within a day. */
function isUnlocked(
  secretKeys: SecretKeys,
  share: ShareRow,
  { locals }: Pick<RequestContext, 'locals'>,
): boolean {
  const cookies = (locals['unlockCookies'] ?? []) as string[];
  return cookies.some((cookie) => isValid(secretKeys, share, cookie));
}

function isValid(secretKeys: SecretKeys, share: ShareRow, cookie: string): boolean {
  const [, expires, mac = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(cookie) ?? [];
  if (expires === undefined || Number(expires) * 1000 <= Date.now()) return false;
  return secretKeys.some((key) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(sign(key, share, Number(expires)))),
  );
}

/** The signature depends on the password's hash, so that a changed password invalidates it. */
function sign(secretKey: string, { id, password_hash: passwordHash }: ShareRow, expires: number): string {
  return createHmac('sha256', secretKey)
    .update(`kitroom share unlocked\0${id}\0${passwordHash}\0${expires}`)
    .digest('base64url');
}
