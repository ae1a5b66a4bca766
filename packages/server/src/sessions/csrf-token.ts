import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { SessionData } from 'express-session';
import { ServiceError } from '../http/errors.ts';
import { readBaseUrl, type PublicAddress } from '../http/request-context.ts';

declare module 'express-session' {
  interface SessionData {
    /** The CSRF token of the session's forms. */
    csrf: string;
  }
}

const CSRF_BYTES = 32;

/** The session's CSRF token, created on first use. */
export function csrfTokenOf(session: Partial<SessionData>): string {
  return (session.csrf ??= randomBytes(CSRF_BYTES).toString('base64url'));
}

/** Whether a text is the session's CSRF token; false if it has none. */
export function isCsrfToken({ csrf }: Partial<SessionData>, sent: unknown): boolean {
  if (csrf === undefined || typeof sent !== 'string') return false;
  const [expected, actual] = [Buffer.from(csrf), Buffer.from(sent)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Throws a 403 for a form submitted from another origin or without the session's CSRF token. */
export function refuseForeignForm(
  request: Request,
  address: PublicAddress,
  { hidesAddress = false }: { hidesAddress?: boolean } = {},
): void {
  if (!isOwnPage(request, address, hidesAddress)) throw refusal('It comes from a page of another site.');
  const form = (request.body ?? {}) as Record<string, unknown>;
  if (!isCsrfToken(request.session, form['csrf'])) {
    throw refusal('The page may have been open for too long. Go back, reload it, and try again.');
  }
}

/**
 * Browsers send `Sec-Fetch-Site`; those that do not (older ones, and all without HTTPS) send `Origin`. For
 * clients that send neither, and pages that hide their address and thus send no origin, only the token is
 * checked.
 */
function isOwnPage(request: Request, address: PublicAddress, hidesAddress: boolean): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('Origin');
  if (hidesAddress && origin === 'null') return true;
  return origin === undefined || origin === new URL(readBaseUrl(request, address)).origin;
}

function refusal(reason: string): ServiceError {
  return new ServiceError('forbidden', `The form was not accepted. ${reason}`);
}
