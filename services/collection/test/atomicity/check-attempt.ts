import { expect } from '@jest/globals';
import { readState, type Case, type World } from './world.ts';

/**
 * Sends a request repeatedly, with each of its writes failing in turn: it must then return 500 and change
 * nothing. Without a failing write it must succeed. Returns the number of writes that failed.
 */
export async function checkAttempt(world: World, prepare: Case): Promise<number> {
  const { statements } = world;
  let attempt = await prepare(world);
  const read = () => readState(world, attempt.browser, attempt.ignored);
  let before = await read();
  const { outcome, failures } = await statements.failEach(
    () => attempt.send(),
    async ({ status, body }, statement) => {
      const isTolerated = statement.endsWith('to sessions') && attempt.withoutSession?.includes(status);
      if (!isTolerated) {
        expect({ statement, status, body }).toEqual({ statement, status: 500, body: expect.anything() });
        expect({ statement, ...(await read()) }).toEqual({ statement, ...before });
      }
      if (!isTolerated && !attempt.isUsedUp) return;
      attempt = await prepare(world);
      before = await read();
    },
  );
  const { status, body } = outcome;
  if (status >= 400)
    throw new Error(`without a failing write, it receives ${status} ${JSON.stringify(body)}`);
  return failures;
}
