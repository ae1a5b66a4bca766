import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionData } from 'express-session';

declare module 'express-session' {
  interface SessionData {
    /** What proves that a request comes from a page that could read it from this service. */
    csrf: string;
  }
}

const CSRF_BYTES = 32;

/** The session's CSRF token; it is made with the first question for it. */
export function csrfTokenOf(session: Partial<SessionData>): string {
  return (session.csrf ??= randomBytes(CSRF_BYTES).toString('base64url'));
}

/** Whether a text is the session's CSRF token; a session that has none has no right one. */
export function isCsrfToken({ csrf }: Partial<SessionData>, sent: unknown): boolean {
  if (csrf === undefined || typeof sent !== 'string') return false;
  const [known, given] = [Buffer.from(csrf), Buffer.from(sent)];
  return known.length === given.length && timingSafeEqual(known, given);
}
