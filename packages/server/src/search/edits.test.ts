import { describe, expect, it } from '@jest/globals';
import { countDifferences, isWithinEdits, toLetterSet } from './edits.ts';

describe('isWithinEdits', () => {
  it.each([
    ['ajax', 'ajax', 0],
    ['ajax', 'ajxa', 1],
    ['ajax', 'ajx', 1],
    ['ajax', 'aajax', 1],
    ['ajax', 'ajaxx', 1],
    ['ajax', 'qjax', 1],
    ['', 'q', 1],
    ['ajax', 'jaxa', 2],
    ['ajax', 'jaxx', 2],
    ['manchester', 'mnachetser', 2],
    ['manchester', 'mancestr', 2],
    ['ajax', 'xaja', 2],
    ['barcelona', 'brclna', 3],
  ])('finds %s and %s exactly %i edits apart', (word, otherWord, edits) => {
    const enough = [0, 1, 2, 3].filter((most) => isWithinEdits(word, otherWord, most));
    expect(enough[0]).toBe(edits);
    expect([0, 1, 2, 3].filter((most) => isWithinEdits(otherWord, word, most))).toEqual(enough);
  });
});

describe('countDifferences', () => {
  it.each([
    ['ajax', 'jaxa', 0],
    ['ajax', 'ajx', 0],
    ['ajax', 'ajaxq', 1],
    ['ajax', 'qjax', 1],
    ['ajax', 'ajas', 2],
    ['abcdefghijklmnop', 'qrstuvwxyz', 26],
    ['', 'ж', 1],
  ])('counts the letters that only one of the words "%s" and "%s" contains', (word, otherWord, count) => {
    expect(countDifferences(toLetterSet(word), toLetterSet(otherWord))).toBe(count);
  });
});
