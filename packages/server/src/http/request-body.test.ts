import { describe, expect, it } from '@jest/globals';
import { findExcess } from './request-body.ts';

const VALUES_MAX = 10_000;
const SENT = 400_000;

/** A list that counts how many of its values are read. */
function countReads(values: readonly unknown[]) {
  const count = { reads: 0 };
  const list = new Proxy(values, {
    get: (target, key, receiver) => {
      count.reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  return { list, count };
}

describe('findExcess', () => {
  it('accepts as many values as a body may contain, and no more', () => {
    expect(findExcess({ a: Array<number>(VALUES_MAX - 2).fill(1) })).toBeUndefined();
    expect(findExcess({ a: Array<number>(VALUES_MAX - 1).fill(1) })?.path).toEqual([]);
  });

  it.each([
    ['the body', (list: unknown) => list, []],
    ['a field', (list: unknown) => ({ a: 1, b: list }), ['b']],
    ['a field of a field', (list: unknown) => ({ a: { c: [list] } }), ['a']],
  ])('stops reading a list in %s beyond the limit', (_where, toBody, path) => {
    const { list, count } = countReads(Array<number>(SENT).fill(1));
    expect(findExcess(toBody(list))).toMatchObject({
      path,
      message: `This value is too large: at most ${VALUES_MAX} values are accepted.`,
    });
    // It is read once for the body and once to name the field, with a few reads for each value.
    expect(count.reads).toBeLessThan(10 * VALUES_MAX);
  });

  it('names the field that is nested too deeply', () => {
    const deep = JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown;
    expect(findExcess({ a: [], b: deep })).toMatchObject({
      path: ['b'],
      message: 'This value is nested too deeply: at most 32 levels are accepted.',
    });
  });

  it('names no field if only all fields together exceed the limit', () => {
    const fields = Array.from({ length: 30 }, (_, at) => [`field${at}`, Array<number>(1000).fill(1)]);
    expect(findExcess(Object.fromEntries(fields))?.path).toEqual([]);
  });
});
