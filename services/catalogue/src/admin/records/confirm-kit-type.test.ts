import { describe, expect, it } from '@jest/globals';
import { editDistance, nearestNames } from './confirm-kit-type.ts';

describe('editDistance', () => {
  it.each([
    ['home', 'home', 0],
    ['hoem', 'home', 1],
    ['hme', 'home', 1],
    ['homme', 'home', 1],
    ['hame', 'home', 1],
    ['', 'away', 4],
    ['away', '', 4],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('of "%s" and "%s" is %d', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
  });
});

describe('nearestNames', () => {
  const names = ['Home', 'Away', 'Third', 'Goalkeeper Home', 'Träningströja'];

  it.each([
    ['Hoem', 'Home'],
    ['home', 'Home'],
    ['AWYA', 'Away'],
    ['goalkeper home', 'Goalkeeper Home'],
    ['traningstroja', 'Träningströja'],
  ])('for "%s" begins with %s', (text, nearest) => {
    expect(nearestNames(text, names, 2)).toEqual([nearest, expect.any(String)]);
  });

  it('keeps the order of names that are equally near', () => {
    expect(nearestNames('x', ['b', 'a', 'x'], 3)).toEqual(['x', 'b', 'a']);
  });
});
