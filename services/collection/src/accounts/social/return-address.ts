import { SOCIAL_ERROR_PARAMETER, SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';
import { isOneOfOrigins } from '@kitroom/server/http/cross-origin';
import { Reply } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { invalidFields } from '../../invalid-input.ts';
import type { SocialRefusal } from './providers.ts';

const PLACEHOLDER_ORIGIN = 'http://here.invalid';
const RETRY_SECONDS = 30;
/** The maximum length of a URL, as it is stored in the session and sent in a redirect. */
const LENGTH_MAX = 2000;

/** The allowed redirect targets. */
export interface Site {
  /** This site's URL. */
  baseUrl: string;
  /** Other allowed origins. */
  origins: readonly string[];
}

/**
 * The absolute URL of `next`: a path below the service's own URL, or a URL of an allowed origin. Throws a 400
 * for anything else, to prevent open redirects.
 */
export function readNext(next: string | undefined, { baseUrl, origins }: Site): string | undefined {
  if (next === undefined || next === '') return undefined;
  const ownOrigin = new URL(baseUrl).origin;
  const parsed = parseNext(next, PLACEHOLDER_ORIGIN);
  const isPath = parsed?.origin === PLACEHOLDER_ORIGIN;
  const url = isPath ? new URL(`${baseUrl}${parsed.href.slice(PLACEHOLDER_ORIGIN.length)}`) : parsed;
  const isAllowed = url && (url.origin === ownOrigin || isOneOfOrigins(url.origin, origins));
  if (isAllowed && url.href.length <= LENGTH_MAX) return url.href;
  throw invalidFields({ next: ['This must be a path of this site, or an address of an allowed origin.'] });
}

/** Reports a failure by redirecting to `next`, or in the response without it. */
export function redirectWithError(
  next: string | undefined,
  { code, provider }: { code: SocialErrorCode; provider: string },
): Reply {
  if (next === undefined) throw toError(code);
  const url = new URL(next);
  url.searchParams.set(SOCIAL_ERROR_PARAMETER, code);
  url.searchParams.set('social_provider', provider);
  return redirect(url.href);
}

/** Redirects without caching. */
export function redirect(address: string): Reply {
  return new Reply(undefined, { headers: { Location: address, 'Cache-Control': 'no-store' } });
}

/** The errors of people who are not allowed to use this service. */
export const REJECTIONS: ReadonlySet<SocialErrorCode> = new Set([
  'not_in_group',
  'sign_up_closed',
  'domain_not_allowed',
]);

/**
 * Creates the error for a sign-in without `next`: 503 if the provider is unavailable, 403 for a rejection,
 * otherwise 400.
 */
export function toError(code: SocialErrorCode, cause?: SocialRefusal): ServiceError {
  const detail = SOCIAL_ERRORS[code];
  const body = { detail, code };
  if (REJECTIONS.has(code)) return new ServiceError('forbidden', detail, { body, cause });
  if (code !== 'provider_away') return new ServiceError('invalid', detail, { body });
  return new ServiceError('unavailable', detail, { body, headers: { 'Retry-After': String(RETRY_SECONDS) } });
}

/** The pages of this site, by normalised path. */
const OWN_PAGES = /^\/(?:accounts|admin)(?:\/|$)/;

/**
 * The page to return to: a path of this site's pages, or an address of the showcase; `fallback` if it is
 * neither. Prevents open redirects, and redirects to endpoints, as some have side effects.
 */
export function toOwnPage(next: string | undefined, fallback: string, showcase?: string): string {
  const url = parseNext(next, PLACEHOLDER_ORIGIN);
  if (url?.origin === PLACEHOLDER_ORIGIN)
    return OWN_PAGES.test(url.pathname) ? `${url.pathname}${url.search}` : fallback;
  return url && showcase !== undefined && isBelow(url, new URL(showcase)) ? url.href : fallback;
}

/**
 * The URL of a path of the site at `base`, or of an absolute address without credentials, normalised so that
 * no path can be mistaken for a host. Browsers treat a backslash as a slash, and ignore control characters.
 */
function parseNext(next: string | undefined, base: string): URL | undefined {
  if (next === undefined || !/^(?:\/(?!\/)|https?:\/\/)[^\\\p{Cc}\s]*$/u.test(next)) return undefined;
  const url = URL.parse(next, base);
  return url?.username === '' && url.password === '' ? url : undefined;
}

function isBelow(url: URL, root: URL): boolean {
  return url.origin === root.origin && `${url.pathname}/`.startsWith(root.pathname.replace(/\/?$/, '/'));
}
