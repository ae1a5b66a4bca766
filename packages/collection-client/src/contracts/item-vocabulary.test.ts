import { expect, it } from '@jest/globals';
import { SIZE_COUNT, SIZES } from './item-vocabulary.ts';

it('counts the sizes by their ids, which have no gaps', () => {
  expect(SIZES.map(({ id }) => id)).toEqual(Array.from({ length: SIZE_COUNT }, (_, index) => index + 1));
});
