import { ServiceError } from '../http/errors.ts';
import type { Redirect } from './page-router.ts';

/** Runs an action; if it throws a 400, shows the message on the next page. */
export async function flashRefusal(to: string, act: () => Promise<Redirect>): Promise<Redirect> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid')) throw error;
    return { to, flash: { kind: 'problem', text: error.message } };
  }
}
