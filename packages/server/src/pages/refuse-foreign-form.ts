import type { Request } from 'express';
import { ServiceError } from '../http/errors.ts';
import { readBaseUrl, type PublicAddress } from '../http/request-context.ts';
import { isCsrfToken } from '../sessions/csrf-token.ts';

/**
 * Throws a 403 for a change that does not come from a page of this service: for those of other origins, and those
 * without the token that its session's pages have in their forms.
 */
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
 * Browsers say themselves where a form comes from; those that do not (older ones, and all without HTTPS) name the
 * origin. Other clients say neither: for them the token alone counts. So it does for a page that hides its address: its
 * forms name no origin either.
 */
function isOwnPage(request: Request, address: PublicAddress, hidesAddress: boolean): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('Origin');
  if (hidesAddress && origin === 'null') return true;
  return origin === undefined || origin === new URL(readBaseUrl(request, address)).origin;
}

function refusal(why: string): ServiceError {
  return new ServiceError('forbidden', `The form was not accepted. ${why}`);
}
