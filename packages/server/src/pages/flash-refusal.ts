import { ServiceError } from '../http/errors.ts';
import type { Redirect } from './page-router.ts';

/** Does something; what it refuses with a 400 is told above the next page. */
export async function flashRefusal(to: string, act: () => Promise<Redirect>): Promise<Redirect> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid')) throw error;
    return { to, flash: { kind: 'problem', text: error.message } };
  }
}
