import { describe, expect, it } from '@jest/globals';
import { toExactWords, toPatterns, toSearchText } from './spell-text.ts';

/**
 * Whether a stored string has all words of a search, compared as `like` does: the patterns have no inner
 * wildcards.
 */
function isFound(search: string, stored: string): boolean {
  const words = toPatterns(search) ?? [[]];
  return words.every((patterns) => patterns.some((pattern) => stored.includes(pattern.slice(1, -1))));
}

describe('toSearchText', () => {
  it.each([
    ["M'Bala Nzola", 'mbala nzola'],
    ["M'Bala Nzola", 'm bala'],
    ['M’Bala Nzola', "m'bala"],
    ['Mbala', "M'Bala"],
    ['Đorđe Petrović', 'djordje'],
    ['Đorđe Petrović', 'dorde petrovic'],
    ['Djordje', 'Đorđe'],
    ['Ђорђе', 'djordje'],
    ['Ђорђе', 'dorde'],
    ['Καρέλης', 'karelis'],
    ['Καρέλης', 'ΚΑΡΕΛΗΣ'],
    ['Karelis', 'Καρέλης'],
    ['Црвена звезда', 'crvena zvezda'],
    ['Bodø/Glimt', 'bodo glimt'],
    ['Bodø/Glimt', 'bodo/glimt'],
    ['Saint-Étienne', 'saintetienne'],
    ['F.C. Köln', 'fc koln'],
    ['Brighton & Hove', 'brighton and hove'],
    ['Ajax 2019-20', '2019/20'],
    ['Ajax 2019/20', '2019-2020'],
    ['Ajax 2019-20', '19/20'],
    ['100% wool', '100%'],
    ['Größe', 'grosse'],
    ['ＦＣ Ｔｏｋｙｏ', 'tokyo'],
  ])('makes %s match the search %s', (text, search) => {
    expect(isFound(search, toSearchText(text))).toBe(true);
  });

  it.each([
    ['Ajax 2019-20', '1920'],
    ['100 wool', '1%0'],
    ['abc', 'a_c'],
    ['abc', '%'],
    ['abc', 'abc d'],
    ['Sankt Pauli', 'paulisankt'],
  ])('does not make %s match the search %s', (text, search) => {
    expect(isFound(search, toSearchText(text))).toBe(false);
  });

  it.each([
    ['combining marks', 'a' + '\u0301\u0323'.repeat(5000)],
    ['marks of half-width letters', 'a' + '\uFF9E\u0323'.repeat(5000)],
    ['signs between letters', 'a-'.repeat(5000)],
    ['signs between numbers', '1-'.repeat(5000)],
    ['signs', '-'.repeat(10_000)],
    ['Cyrillic words', 'ђорђе '.repeat(400)],
    ['letters that become many', '\uFDFA'.repeat(10_000)],
  ])('takes time proportional to the length of the text: %s', (_name, text) => {
    const once = measure(() => toSearchText(text));
    expect(measure(() => toSearchText(text.repeat(8)))).toBeLessThan(24 * once + 200);
  });
});

describe('toExactWords', () => {
  const stored = `home shirt${toExactWords(['10', 'XL', 'Sky blue'])}`;

  it.each(['10', '010', 'xl', 'XL', 'sky', 'BLUE', 'home 10'])(
    'makes whole words match the search %s',
    (search) => {
      expect(isFound(search, stored)).toBe(true);
    },
  );

  it.each(['1', '0', 'x', 'l', 'blu', 'skyblue', '110'])(
    'does not make parts of words match the search %s',
    (search) => {
      expect(isFound(search, stored)).toBe(false);
    },
  );
});

describe('toPatterns', () => {
  it('ignores words of punctuation, unless there are no other words', () => {
    expect(toPatterns('ajax - home')).toEqual(toPatterns('ajax home'));
    expect(toPatterns('- %')).toBeUndefined();
    expect(toPatterns(' ')).toEqual([]);
  });
});

/** The shortest time of three runs, in milliseconds. */
function measure(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
