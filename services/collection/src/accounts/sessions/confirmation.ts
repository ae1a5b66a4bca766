import { CONFIRMATION_MINUTES } from '@kitroom/collection-client';
import type { SessionData } from 'express-session';

/** When the user last signed in or reauthenticated. */
export interface SessionConfirmation {
  /** In milliseconds since 1970. */
  at: number;
  /** Whether a second-factor code was used. */
  withCode: boolean;
}

declare module 'express-session' {
  interface SessionData {
    /** Missing in sessions created by older versions. */
    confirmation: SessionConfirmation;
  }
}

export function confirmedUntil({ at }: SessionConfirmation): Date {
  return new Date(at + CONFIRMATION_MINUTES * 60_000);
}

/** The session's confirmation, unless expired. */
export function findConfirmation({ confirmation }: Partial<SessionData>): SessionConfirmation | undefined {
  return confirmation && confirmedUntil(confirmation).getTime() > Date.now() ? confirmation : undefined;
}
