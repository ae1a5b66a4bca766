/** A text without case and accents. Each of its UTF-16 units stands for the units `starts` to `ends` of the original. */
export interface FoldedText {
  text: string;
  starts: number[];
  ends: number[];
}

/** Letters that are more than another letter with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '–': '-',
};

/** Removes case and accents, as the names in the database are normalised. */
export function foldText(original: string): FoldedText {
  const folded: FoldedText = { text: '', starts: [], ends: [] };
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const plain = foldCharacter(character);
    for (let unit = 0; unit < plain.length; unit += 1) {
      folded.starts.push(at);
      folded.ends.push(end);
    }
    // A combining mark belongs to the letter before it.
    if (plain === '' && folded.ends.length > 0) folded.ends[folded.ends.length - 1] = end;
    folded.text += plain;
    at = end;
  }
  return folded;
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return LETTERS[lower] ?? lower.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
