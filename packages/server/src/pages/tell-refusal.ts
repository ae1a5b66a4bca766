import { ServiceError } from '../http/errors.ts';
import type { Onward } from './page-router.ts';

/** Does something; what it refuses with a 400 is told above the next page. */
export async function tellRefusal(to: string, act: () => Promise<Onward>): Promise<Onward> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'invalid')) throw error;
    return { to, flash: { kind: 'problem', text: error.message } };
  }
}
