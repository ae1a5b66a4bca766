import { latinSpellings } from '../latin-spellings.ts';

/** Signs both separate words and are left out: `saint-etienne` has the words saint, etienne and saintetienne. */
export const SIGNS =
  /[!-/:-@[-`{-~\u00A1-\u00BF\u02B0-\u02FF\u2000-\u206F\u3000-\u3003\u3008-\u3020\u30FB]+/gu;

/** Words that are written in several ways. Source: the rules on what people write. */
const SPELLINGS = [
  ['and', 'und', 'et', 'y', 'e'],
  ['saint', 'st', 'sankt'],
  ['united', 'utd'],
  ['atletico', 'atl'],
];
const SPELLINGS_OF = new Map(SPELLINGS.flatMap((words) => words.map((word) => [word, words] as const)));

/** A folded word in all ways in which it is written. */
export function spellingsOf(word: string): readonly string[] {
  return SPELLINGS_OF.get(word) ?? [word, ...latinSpellings(word)];
}

/** A folded name in all ways in which it is written: with and without punctuation, and in Latin script. */
export function spellName(name: string): string[] {
  const spelled = [name, ...latinSpellings(name)];
  return [...new Set(spelled.flatMap((one) => [one, splitWords(one).join(' ')]))].filter((one) => one !== '');
}

/** Letters with dots between them: `F.C.` */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

/** The words of a folded text; `&` is one, and `F.C.` is. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(INITIALS, (letters) => letters.replaceAll('.', ''))
    .replaceAll(/&+/g, ' and ')
    .replaceAll(SIGNS, ' ')
    .split(' ')
    .filter(Boolean);
}

/** The records that have a word in a name, by the words of their names, given as one folded text each. */
export function indexWords(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const records = new Map<string, number[]>();
  for (const [record, text] of names.entries()) {
    for (const word of new Set(listWords(text))) {
      const known = records.get(word);
      if (known) known.push(record);
      else records.set(word, [record]);
    }
  }
  return records;
}

function listWords(names: string): string[] {
  const text = names.replaceAll('\n', ' ');
  const joined = text.replaceAll(SIGNS, '');
  return [...splitWords(text), ...joined.split(' ').filter(Boolean)];
}
