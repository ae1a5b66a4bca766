import { createHmac, timingSafeEqual } from 'node:crypto';
import { SHARE_UNLOCKED_HOURS } from '@kitroom/collection-client';
import type { RequestContext } from '@kitroom/server/http/endpoint';
import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';
import { SHARED_ROOT } from '../paths.ts';
import type { SecretKeys } from '../secrets/sealed-secret.ts';
import type { ShareRow } from './share-queries.ts';

const NAME = 'kitroom_share';
const SECONDS = SHARE_UNLOCKED_HOURS * 3600;

type CookieConfig = Pick<Config, 'CORS_ORIGINS' | 'NODE_ENV'>;

/** Leaves the cookies that unlock links to handlers. A browser may hold several of this name, for nested paths. */
export function readUnlockCookies(config: CookieConfig): RequestHandler {
  const prefix = `${nameOf(config)}=`;
  return ({ headers }, response, next) => {
    const cookies = (headers.cookie ?? '').split(';').map((text) => text.trim());
    response.locals['unlockCookies'] = cookies
      .filter((text) => text.startsWith(prefix))
      .map((text) => text.slice(prefix.length));
    next();
  };
}

/** The `Set-Cookie` of a browser that sent the link's password: for the paths of that link only. */
export function toUnlockCookie(
  { config, secretKeys: [current] }: { config: CookieConfig; secretKeys: SecretKeys },
  share: ShareRow,
  { token, baseUrl }: { token: string; baseUrl: string },
): string {
  const expires = Math.floor(Date.now() / 1000) + SECONDS;
  const path = new URL(`${baseUrl}${SHARED_ROOT}/${token}`).pathname;
  const marks = `Path=${path}; Max-Age=${SECONDS}; HttpOnly; ${toScope(config)}`;
  return `${nameOf(config)}=${expires}.${sign(current, share, expires)}; ${marks}`;
}

/**
 * Which pages make the browser send the cookie. Front ends on other sites have to get it as well: `None` requires HTTPS,
 * and `Partitioned` lets it pass where cookies of other sites are blocked, for each such site on its own.
 */
function toScope(config: CookieConfig): string {
  if (!isProduction(config)) return 'SameSite=Lax';
  return config.CORS_ORIGINS.length > 0 ? 'Secure; SameSite=None; Partitioned' : 'Secure; SameSite=Lax';
}

/** Whether the browser sent the link's current password, at most a day ago. */
export function isUnlocked(
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

/** Bound to the password's hash, which another password or salt changes. */
function sign(secretKey: string, { id, password_hash: passwordHash }: ShareRow, expires: number): string {
  return createHmac('sha256', secretKey)
    .update(`kitroom share unlocked\0${id}\0${passwordHash}\0${expires}`)
    .digest('base64url');
}

/** Limited to a path, it cannot be a `__Host-` cookie. */
function nameOf(config: CookieConfig): string {
  return isProduction(config) ? `__Secure-${NAME}` : NAME;
}

function isProduction({ NODE_ENV }: CookieConfig): boolean {
  return NODE_ENV === 'production';
}
