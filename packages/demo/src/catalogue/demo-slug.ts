// Letters that do not decompose into a base letter and an accent.
const WHOLE_LETTERS: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ı: 'i', ß: 'ss', đ: 'd', æ: 'ae' };

/** Converts a name to a slug: `Śląsk Wrocław` becomes `slask-wroclaw`. */
export function toDemoSlug(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/['’\p{M}]/gu, '')
    .replace(/[øłıßđæ]/g, (letter) => WHOLE_LETTERS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
