import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionData } from 'express-session';

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
  const [known, given] = [Buffer.from(csrf), Buffer.from(sent)];
  return known.length === given.length && timingSafeEqual(known, given);
}
