import anyAscii from 'any-ascii';

/** Serbian and Macedonian letters as people write them in Latin script without accents; any-ascii follows English. */
const SOUTH_SLAVIC: Readonly<Record<string, string>> = {
  ц: 'c',
  ч: 'c',
  ћ: 'c',
  х: 'h',
  ш: 's',
  ж: 'z',
  ђ: 'd',
  џ: 'dz',
};
const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}]+/gu;

/** The usual spellings in Latin script of a folded text that has Cyrillic or Greek letters; none of other texts. */
export function latinSpellings(text: string): string[] {
  if (text.search(OTHER_SCRIPTS) < 0) return [];
  const likeEnglish = text.replaceAll(OTHER_SCRIPTS, toAscii);
  const likeSerbian = text.replaceAll(OTHER_SCRIPTS, (word) =>
    toAscii(Array.from(word, (letter) => SOUTH_SLAVIC[letter] ?? letter).join('')),
  );
  return [...new Set([likeEnglish, likeSerbian])];
}

/** Without the apostrophe that stands for a soft sign. */
function toAscii(word: string): string {
  return anyAscii(word).replaceAll("'", '').toLowerCase();
}
