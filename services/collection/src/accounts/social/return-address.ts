import { SOCIAL_ERROR_PARAMETER, SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';
import { Reply } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { invalidFields } from '../../invalid-input.ts';

/** Where a browser goes that nobody has told: it sees there who is signed in. */
const DEFAULT_PATH = '/api/accounts/session/';
const RETRY_SECONDS = 30;
/** A session remembers it. */
const LENGTH_MAX = 2000;

/** Where a browser may be sent. */
export interface Site {
  /** The address of this site. */
  baseUrl: string;
  /** Other origins that may have it. */
  origins: readonly string[];
}

/**
 * The whole address of a `next`: a path of this site, or an address of an allowed origin. Throws 400 for any other: a
 * link of this site must lead nobody elsewhere.
 */
export function readNext(next: string | undefined, { baseUrl, origins }: Site): string | undefined {
  if (next === undefined || next === '') return undefined;
  const own = new URL(baseUrl).origin;
  // Browsers read a backslash as a slash, and overlook control characters.
  const isPlain = /^(?:\/(?!\/)|https?:\/\/)[^\\\p{Cc}\s]*$/u.test(next);
  if (isPlain && next.length <= LENGTH_MAX && URL.canParse(next, own)) {
    const url = new URL(next, own);
    const isBare = url.username === '' && url.password === '';
    // Written out, so that no path can be taken for a host.
    if (isBare && (url.origin === own || origins.includes(url.origin))) return url.href;
  }
  throw invalidFields({ next: ['This must be a path of this site, or an address of an allowed origin.'] });
}

/** Sends the browser to where it wanted to be in the end. */
export function goTo(next: string | undefined, baseUrl: string): Reply {
  return redirect(next ?? `${baseUrl}${DEFAULT_PATH}`);
}

/** Tells why nobody was signed in: `next`, or whoever reads the answer. */
export function goBack(next: string | undefined, { code, provider }: Failure): Reply {
  if (next === undefined) throw toError(code);
  const url = new URL(next);
  url.searchParams.set(SOCIAL_ERROR_PARAMETER, code);
  url.searchParams.set('social_provider', provider);
  return redirect(url.href);
}

interface Failure {
  code: SocialErrorCode;
  provider: string;
}

/** Sends the browser somewhere, this once. */
export function redirect(address: string): Reply {
  return new Reply(undefined, { status: 302, headers: { Location: address, 'Cache-Control': 'no-store' } });
}

/** The JSON for where there is no page: 503 where the provider is away, else 400. */
export function toError(code: SocialErrorCode): ServiceError {
  const detail = SOCIAL_ERRORS[code];
  const body = { detail, code };
  if (code !== 'provider_away') return new ServiceError('invalid', detail, { body });
  return new ServiceError('unavailable', detail, { body, headers: { 'Retry-After': String(RETRY_SECONDS) } });
}
