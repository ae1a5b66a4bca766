import { Reply } from '@kitroom/server/http/endpoint';
import { sessionCookieOf } from './load-session.ts';
import type { Config } from '../../config.ts';

/** 204 that clears the session cookie, for a session that has ended. */
export function signOut({ config }: { config: Config }): Reply {
  const marks = ['Path=/', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'HttpOnly', 'SameSite=Lax'];
  if (config.NODE_ENV === 'production') marks.push('Secure');
  const headers = { 'Set-Cookie': [`${sessionCookieOf(config)}=`, ...marks].join('; ') };
  return new Reply(undefined, { status: 204, headers });
}
