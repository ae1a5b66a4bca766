import { latinSpellings } from '@kitroom/server/search/search-words';
import { listDistinctive, withoutNumbers } from '../../src/search/text/words.ts';

/** A record as the searches compare it with a keyword; the texts are folded already. */
export interface ComparedName {
  id: number;
  name: string;
  slug: string;
  aliases: readonly string[];
  keyword: string;
  /** The `word_similarity` of the keyword to the name or slug, whichever is more. */
  similarity: number;
}

/**
 * The rules of the name searches, written down as plainly as possible: which records match the keyword, the
 * best ten of them, by id. Records that lack one of its words, and those that are only similar, count only if
 * no record matches all of its words, FC and the like included.
 */
export function rankNames(records: readonly ComparedName[]): number[] {
  const ranked = records
    .map((record) => ({ ...record, tier: tierOf(record), isComplete: matchesAllWords(record) }))
    .filter(({ tier }) => tier !== undefined)
    .toSorted(
      (one, other) =>
        (one.tier ?? 0) - (other.tier ?? 0) || other.similarity - one.similarity || one.id - other.id,
    );
  const complete = ranked.filter(({ isComplete }) => isComplete);
  const named = ranked.filter(({ tier }) => tier !== RESEMBLES);
  const best = [complete, named, ranked].find((list) => list.length > 0) ?? [];
  return best
    .slice(0, 10)
    .map(({ id }) => id)
    .toSorted((one, other) => one - other);
}

const RESEMBLES = 6;

function tierOf(record: ComparedName): number | undefined {
  const { slug, keyword, similarity } = record;
  if (slug.toLowerCase() === keyword) return 1;
  const { names, stripped, keywords } = spellAll(record);
  const meanings = names
    .map(listDistinctive)
    .flatMap((words) => [words.join(' '), withoutNumbers(words).join(' ')]);
  if (keywords.some((one) => [...names, stripped].includes(one))) return 1;
  if (keywords.some((one) => meanings.includes(listDistinctive(one).join(' ')))) return 2;
  if (keywords.some((one) => names.some((known) => known.startsWith(one)))) return 3;
  if (keywords.some((one) => [...names, stripped].some((known) => known.includes(one)))) return 4;
  if (keywords.some((one) => hasAllWords(names, one))) return 5;
  return Math.fround(similarity) >= Math.fround(0.4) ? RESEMBLES : undefined;
}

/** Whether a record has the keyword, or all of its words. */
function matchesAllWords(record: ComparedName): boolean {
  const { names, stripped, keywords } = spellAll(record);
  const has = (keyword: string) =>
    [...names, stripped].some((known) => known.includes(keyword)) || hasAllWords(names, keyword);
  return record.slug.toLowerCase() === record.keyword || keywords.some(has);
}

function spellAll({ name, slug, aliases, keyword }: ComparedName) {
  return {
    names: [name, ...aliases].flatMap(spell),
    stripped: stripSlug(slug),
    keywords: spell(keyword.replace(/(.)[ -]kits?$/, '$1')),
  };
}

/** A slug without the archive's suffix. */
export function stripSlug(slug: string): string {
  return slug.toLowerCase().replace(/-kits?$/, '');
}

/** A name as it stands, in Latin script, and each with words alone, also with one spelling of each. */
function spell(name: string): string[] {
  const spelled = [name, ...latinSpellings(name)].flatMap((one) => {
    const words = toWords(one);
    return words === '' ? [one] : [one, words, words.split(' ').map(unify).join(' ')];
  });
  return [...new Set(spelled)];
}

/** The words of a text, in Latin script in all of its spellings. */
export function spellInLatin(text: string): string[] {
  const latin = latinSpellings(text);
  return (latin.length === 0 ? [text] : latin).map(toWords);
}

function toWords(text: string): string {
  return partsOf(joinInitials(text).replaceAll('&', ' and ')).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** One of the spellings of a word. */
export function unify(word: string): string {
  if (['und', 'et', 'y', 'e'].includes(word)) return 'and';
  if (['st', 'sankt'].includes(word)) return 'saint';
  if (word === 'utd') return 'united';
  return word === 'atl' ? 'atletico' : word;
}

/** `F.C.` is one word. */
export function joinInitials(text: string): string {
  const isInitials = (token: string) => /^\p{L}(\.\p{L})+\.?$/u.test(token);
  return text
    .split(/(?<=[\s\-/])|(?=[\s\-/])/)
    .map((token) => (isInitials(token) ? token.replaceAll('.', '') : token))
    .join('');
}

function hasAllWords(names: readonly string[], keyword: string): boolean {
  const words = names.flatMap((name) => name.split(' ').flatMap((token) => [...partsOf(token), join(token)]));
  const matches = (word: string) => words.some((known) => matchesWord(word, known));
  const tokens = keyword.split(' ').filter((token) => join(token) !== '');
  return tokens.length > 0 && tokens.every((token) => matches(join(token)) || partsOf(token).every(matches));
}

const SIGNS = /[\p{P}\p{S}]+/gu;

function join(token: string): string {
  return token.replaceAll(SIGNS, '');
}

function partsOf(token: string): string[] {
  return token.split(SIGNS).filter((part) => part !== '');
}

function matchesWord(word: string, known: string): boolean {
  const letters = Array.from(word);
  if (letters.length < 4 || /^\d+$/.test(word)) return known.startsWith(word);
  return known.includes(word) || editsBetween(letters, Array.from(known)) <= 1;
}

/**
 * How many letters must be replaced, inserted, deleted or swapped with their neighbours (the optimal string
 * alignment).
 */
export function editsBetween(one: readonly string[], other: readonly string[]): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? 0;
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (one[row - 1] === other[column - 1] ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
  }
  return rows[one.length]?.[other.length] ?? Infinity;
}
