import { CONFIRMATION_MINUTES } from '@kitroom/collection-client';
import type { SessionData } from 'express-session';

/** When the user was last known to be there: by signing in, or by confirming it. */
export interface SessionConfirmation {
  /** In milliseconds since 1970. */
  at: number;
  /** Whether a code of the second factor was part of it. */
  withCode: boolean;
}

declare module 'express-session' {
  interface SessionData {
    /** Missing in sessions that began under a version that did not know it. */
    confirmation: SessionConfirmation;
  }
}

/** Until when a confirmation counts. */
export function confirmedUntil({ at }: SessionConfirmation): Date {
  return new Date(at + CONFIRMATION_MINUTES * 60_000);
}

/** The confirmation of a session that still counts. */
export function findConfirmation({ confirmation }: Partial<SessionData>): SessionConfirmation | undefined {
  return confirmation && confirmedUntil(confirmation).getTime() > Date.now() ? confirmation : undefined;
}
