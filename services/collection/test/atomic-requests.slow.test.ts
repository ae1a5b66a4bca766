import { describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { ACCOUNT_CASES } from './atomicity/account-cases.ts';
import { checkAttempt } from './atomicity/check-attempt.ts';
import { COLLECTING_CASES } from './atomicity/collecting-cases.ts';
import { useWorld } from './atomicity/world.ts';

const CASES = { ...COLLECTING_CASES, ...ACCOUNT_CASES };

/** Contracts that write nothing, although their method is not GET, with the reason. */
const WITHOUT_WRITES: Readonly<Record<string, string>> = {
  unlockShared: 'its cookie is signed and stored nowhere',
};

/** Contracts that write although their method is GET: they start or change a browser's session. */
const WRITING_READS = ['getCsrfToken', 'startSocialLogin', 'finishSocialLogin'];

const world = useWorld();

describe('the cases', () => {
  it('cover every contract that writes', () => {
    const mutating = COLLECTION_CONTRACTS.filter(({ method }) => method !== 'GET').map(({ id }) => id);
    const expected = [...mutating, ...WRITING_READS].filter((id) => !(id in WITHOUT_WRITES));
    // Names of cases are the id of a contract, sometimes followed by a variant.
    const covered = new Set(Object.keys(CASES).map((name) => name.replace(/,.*/, '')));
    expect([...covered].toSorted()).toEqual(expected.toSorted());
    const keyed = COLLECTION_CONTRACTS.filter((contract) => 'takesIdempotencyKey' in contract);
    expect(keyed).not.toEqual([]);
    expect(Object.keys(CASES)).toEqual(expect.arrayContaining(keyed.map(({ id }) => `${id}, with a key`)));
  });
});

describe('a request with a failing write', () => {
  it.each(Object.entries(CASES))('receives 500 and changes nothing: %s', async (_id, prepare) => {
    expect(await checkAttempt(world, prepare)).toBeGreaterThan(0);
  });
});
