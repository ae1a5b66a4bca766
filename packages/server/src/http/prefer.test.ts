import { describe, expect, it } from '@jest/globals';
import { prefersStrict } from './prefer.ts';

describe('prefersStrict', () => {
  it.each([
    'handling=strict',
    'Handling="strict"',
    'return=minimal, handling = strict; foo=bar',
    'x="a, handling=lenient", handling=strict',
    'handling=strict, handling=lenient',
    'respond-async,,handling=strict',
  ])('accepts %s', (prefer) => {
    expect(prefersStrict(prefer)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'strict',
    'handling',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'x="a, handling=strict"',
    'x; handling=strict',
    'nothandling=strict',
    '"handling=strict',
  ])('rejects %j', (prefer) => {
    expect(prefersStrict(prefer)).toBe(false);
  });

  it('rejects a long value of quotes and backslashes in linear time', () => {
    expect(prefersStrict(`${'"\\'.repeat(4000)},handling=strict`)).toBe(false);
  });
});
