import { ServiceError } from '@kitroom/server/http/errors';
import type { Request, RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { isAllowedOrigin } from './allowed-origin.ts';
import { findSessionOfCaller } from '../sessions/caller.ts';

const LINKING = /^\/api\/accounts\/social\/[^/]+\/login\/?$/;

/**
 * Refuses links of foreign pages by which somebody who is signed in would link a provider to their account: in that
 * browser the page may have signed them in at the provider as somebody else, who could then come in.
 */
export function refuseForeignLink({ config }: Pick<Context, 'config'>): RequestHandler {
  return (request, response, next) => {
    const isLinking = LINKING.test(request.path) && findSessionOfCaller(response) !== undefined;
    if (isLinking && isForeign(request, config)) {
      throw new ServiceError('forbidden', 'CSRF check failed. The page with the link is not allowed.');
    }
    next();
  };
}

/** Browsers say whether a page of another site has sent them, and which, unless that page keeps it back. */
function isForeign(request: Request, config: Context['config']): boolean {
  const site = request.get('Sec-Fetch-Site');
  // The person has typed the address, or a page of this origin has sent them.
  if (site === 'none' || site === 'same-origin') return false;
  const referrer = request.get('Referer');
  if (referrer === undefined || !URL.canParse(referrer)) return site !== undefined;
  return !isAllowedOrigin(new URL(referrer).origin, request, config);
}
