import { describe, expect, it } from '@jest/globals';
import { captureOutput } from '@kitroom/testing/captured-output';
import { describeWithoutSecrets, runCheck } from './check.ts';

describe('describeWithoutSecrets', () => {
  it.each([
    ['a secret', 'wrong: geheim', ['geheim']],
    ['a password of a URL', 'wrong: geheim%2B1', ['redis://:geheim%2B1@localhost']],
    ['a password of a URL, decoded', 'wrong: geheim+1', ['redis://:geheim%2B1@localhost']],
    ['a whole URL', 'wrong: redis://:geheim@localhost', ['redis://:geheim@localhost']],
    ['a malformed password', 'wrong: geheim%zz', ['postgres://kits:geheim%zz@localhost']],
  ])('hides %s', (_what, message, secrets) => {
    expect(describeWithoutSecrets(new Error(message), secrets)).toBe('wrong: ***');
  });

  it('hides a secret that begins with another secret', () => {
    expect(describeWithoutSecrets(new Error('geheim123'), ['geheim', 'geheim123'])).toBe('***');
  });

  it('includes each cause once, in one line', () => {
    const cause = new Error('connect\nECONNREFUSED');
    expect(describeWithoutSecrets(new Error('fetch failed', { cause }), [])).toBe(
      'fetch failed: connect ECONNREFUSED',
    );
    expect(describeWithoutSecrets(new Error('so: timeout', { cause: new Error('timeout') }), [])).toBe(
      'so: timeout',
    );
  });
});

describe('runCheck', () => {
  it('runs all steps in order, even after a step has failed', async () => {
    const steps = [
      { name: 'first', run: async () => undefined },
      {
        name: 'second',
        run: () => {
          throw new Error('thrown');
        },
      },
      { name: 'third', run: async () => Promise.reject(new Error('rejected')) },
      { name: 'fourth', run: async () => undefined },
    ];
    const results: boolean[] = [];
    const { stdout } = await captureOutput(async () => {
      results.push(await runCheck({ steps, secrets: [] }), await runCheck({ steps: [], secrets: [] }));
      return 0;
    });
    expect(results).toEqual([false, true]);
    expect(stdout).toBe('first: ok\nsecond: failed: thrown\nthird: failed: rejected\nfourth: ok\n');
  });
});
