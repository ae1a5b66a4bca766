import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_CASES } from './atomicity/account-cases.ts';
import { ADMIN_CASES } from './atomicity/admin-cases.ts';
import { checkAttempt } from './atomicity/check-attempt.ts';
import { COLLECTING_CASES } from './atomicity/collecting-cases.ts';
import { useWorld } from './atomicity/world.ts';

const CASES = { ...COLLECTING_CASES, ...ACCOUNT_CASES, ...ADMIN_CASES };

/** Some cases of each kind; atomic-requests.slow.test.ts and atomic-administration.slow.test.ts run all. */
const SAMPLE = [
  'deleteItem',
  'batchItems, with a key',
  'createPhoto',
  'signup',
  'confirmPasswordReset',
  'login',
  '/users verify',
] as const;

const world = useWorld();

describe('a request with a failing write', () => {
  it.each(SAMPLE)('receives 500 and changes nothing: %s', async (name) => {
    const prepare = CASES[name];
    if (!prepare) throw new Error(`there is no case ${name}`);
    expect(await checkAttempt(world, prepare)).toBeGreaterThan(0);
  });
});
