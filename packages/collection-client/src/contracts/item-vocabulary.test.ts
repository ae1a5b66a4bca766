import { expect, it } from '@jest/globals';
import { SIZE_COUNT, SIZES } from './item-vocabulary.ts';

it('SIZES has consecutive ids from 1 to SIZE_COUNT', () => {
  expect(SIZES.map(({ id }) => id)).toEqual(Array.from({ length: SIZE_COUNT }, (_, index) => index + 1));
});
