import { describe, expect, it } from '@jest/globals';
import { nearestNames } from './confirm-kit-type.ts';

describe('nearestNames', () => {
  const names = ['Home', 'Away', 'Third', 'Goalkeeper Home', 'Träningströja'];

  it.each([
    ['Hoem', 'Home'],
    ['home', 'Home'],
    ['AWYA', 'Away'],
    ['goalkeper home', 'Goalkeeper Home'],
    ['Home goalkeeper', 'Goalkeeper Home'],
    ['traningstroja', 'Träningströja'],
  ])('returns, for "%s", the name %s first', (text, nearest) => {
    expect(nearestNames(text, names, 2)).toEqual([nearest, expect.any(String)]);
  });

  it('keeps the order of names that are equally similar', () => {
    expect(nearestNames('x', ['b', 'a', 'x'], 3)).toEqual(['x', 'b', 'a']);
  });
});
