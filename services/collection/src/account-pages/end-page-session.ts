import type { PageRequest } from '@kitroom/server/pages/page-router';
import { findSession } from '../accounts/sessions/browser-session.ts';
import type { Config } from '../config.ts';
import { sessionCookieOf } from '../accounts/sessions/load-session.ts';

/** Ends the browser's session and clears its cookie. */
export async function endPageSession(
  { config }: { config: Config },
  request: Pick<PageRequest<unknown>, 'locals' | 'request'>,
): Promise<void> {
  await findSession(request)?.end();
  const secure = config.NODE_ENV === 'production';
  const name = sessionCookieOf(config);
  request.request.res?.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}
