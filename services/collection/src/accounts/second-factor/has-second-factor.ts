import type { Database } from '@kitroom/server/database/database';
import { findTotp } from './totp-queries.ts';

/** Whether a user must enter a code at each sign-in. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const totp = await findTotp(db, userId);
  return totp?.is_confirmed === true;
}
