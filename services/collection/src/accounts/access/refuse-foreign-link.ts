import { ServiceError } from '@kitroom/server/http/errors';
import type { Request, RequestHandler } from 'express';
import { isAllowedOrigin } from './allowed-origin.ts';
import type { Config } from '../../config.ts';
import { findSessionOfCaller } from '../sessions/caller.ts';

const LINKING = /^\/api\/accounts\/social\/[^/]+\/login\/?$/;

/**
 * Rejects links of foreign pages that would link a provider to the signed-in user's account: the page may have signed
 * that browser in at the provider as somebody else, who could then sign in here.
 */
export function refuseForeignLink({ config }: { config: Config }): RequestHandler {
  return (request, response, next) => {
    const isLinking = LINKING.test(request.path) && findSessionOfCaller(response) !== undefined;
    if (isLinking && isForeign(request, config)) {
      throw new ServiceError('forbidden', 'CSRF check failed. The page with the link is not allowed.');
    }
    next();
  };
}

/** Browsers report whether a page of another site sent them, and which, unless that page suppresses it. */
function isForeign(request: Request, config: Config): boolean {
  const site = request.get('Sec-Fetch-Site');
  // The URL was typed, or a page of this origin led here.
  if (site === 'none' || site === 'same-origin') return false;
  const referrer = request.get('Referer');
  if (referrer === undefined || !URL.canParse(referrer)) return site !== undefined;
  return !isAllowedOrigin(new URL(referrer).origin, request, config);
}
