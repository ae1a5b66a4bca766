import anyAscii from 'any-ascii';

/**
 * Signs separate words and may also be omitted: `saint-etienne` has the words saint, etienne and
 * saintetienne.
 */
export const SIGNS =
  /[!-/:-@[-`{-~\u00A1-\u00BF\u02B0-\u02FF\u2000-\u206F\u3000-\u3003\u3008-\u3020\u30FB]+/gu;

/** Letters with dots between them: `F.C.` */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

/** The words of a folded text; `&` and `F.C.` are one word each. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(INITIALS, (letters) => letters.replaceAll('.', ''))
    .replaceAll(/&+/g, ' and ')
    .replaceAll(SIGNS, ' ')
    .split(' ')
    .filter(Boolean);
}

/** The distinct parts of a text between blanks and hyphens, with their punctuation. */
export function splitTerms(text: string): string[] {
  return [...new Set(text.split(/[\s-]+/).filter(Boolean))];
}

/**
 * Serbian and Macedonian letters as people write them in Latin script without accents; any-ascii follows
 * English.
 */
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
/**
 * Ukrainian letters that are transliterated differently from Russian ones, and the letters that identify
 * Ukrainian.
 */
const UKRAINIAN: Readonly<Record<string, string>> = { и: 'y', г: 'h', ґ: 'g' };
const UKRAINIAN_LETTERS = /[ієґ]/u;
const OTHER_SCRIPTS = /[\p{Script=Cyrillic}\p{Script=Greek}]+/gu;

/**
 * The usual spellings in Latin script of a folded text with Cyrillic or Greek letters; an empty list for
 * other texts.
 */
export function latinSpellings(text: string): string[] {
  if (text.search(OTHER_SCRIPTS) < 0) return [];
  const tables = [{}, SOUTH_SLAVIC, ...(UKRAINIAN_LETTERS.test(text) ? [UKRAINIAN] : [])];
  return [...new Set(tables.map((letters) => toLatin(text, letters)))];
}

/** Transliterates a text: letters in the table as given there, others as in English. */
function toLatin(text: string, letters: Readonly<Record<string, string>>): string {
  return text.replaceAll(OTHER_SCRIPTS, (word) =>
    toAscii(Array.from(word, (letter) => letters[letter] ?? letter).join('')),
  );
}

/** Transliterates a word, without the apostrophe that stands for a soft sign. */
function toAscii(word: string): string {
  return anyAscii(word).replaceAll("'", '').toLowerCase();
}
