import { describe, expect, it } from '@jest/globals';
import { findMatches } from './find-matches.ts';

/** The label with its matches in brackets. */
function mark(label: string, typed: string): string {
  return findMatches(label, typed)
    .toReversed()
    .reduce(
      (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
      label,
    );
}

describe('findMatches', () => {
  it.each([
    ['b', '[B]arcelona B', 'the first start of a word'],
    ['barc', 'FC [Barc]elona', 'case'],
    ['arc', 'FC B[arc]elona', 'the middle of a word if none starts so'],
    ['on', 'Barcelona [On]e', 'the start of a word before the middle of one'],
    ['malaga', '[Málaga] CF', 'accents'],
    ['Málaga', '[Malaga] CF', 'accents that only the text has'],
    ['malaga cf', '[Málaga CF]', 'the whole text'],
    ['cf  málaga', '[Málaga] [CF]', 'words in another order'],
    ['saint e', 'AS [Saint]-[É]tienne', 'words apart'],
    ['saint-é', 'AS [Saint-É]tienne', 'signs'],
    ['strasse', 'Große [Straße]', 'letters that become two'],
    ['gros', '[Groß]e', 'half of such a letter'],
    ['odegard', '[Ødegård] BK', 'letters that NFD does not split'],
    ['barzelona', 'FC [Barcelona]', 'one typo'],
    ['bracelona', 'FC [Barcelona]', 'swapped letters'],
    ['barian', 'Bar', 'nothing for a word that is longer by more'],
    ['bax', 'FC Barcelona', 'nothing for short words with typos'],
    ['psg', 'Paris Saint-Germain', 'nothing for an alias'],
    ['', 'FC Barcelona', 'nothing for nothing'],
    [' ', 'FC Barcelona', 'nothing for a blank'],
    ['東京', '[東京] ヴェルディ', 'other scripts'],
    ['fc', '🧦🧦 [FC] Socks', 'what is behind characters of two units'],
    ['ba ar', 'FC [Bar]celona', 'what overlaps'],
    ['97', '19[97]-98', 'a year'],
  ])('marks %j in %j: %s', (typed, marked) => {
    const label = marked.replaceAll(/[[\]]/g, '');
    expect(mark(label, typed)).toBe(marked);
  });

  it('includes the combining marks of a letter', () => {
    const label = 'Ma\u0301laga';
    expect(findMatches(label, 'ma')).toEqual([[0, 3]]);
    expect(findMatches(label, 'malaga')).toEqual([[0, label.length]]);
  });
});
