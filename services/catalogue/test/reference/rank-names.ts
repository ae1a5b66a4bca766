import { latinSpellings } from '@kitroom/server/search/search-words';
import { listDistinctive, withoutNumbers } from '../../src/search/text/words.ts';

/** A record as searches compare it with a keyword; its strings are already folded. */
export interface ComparedName {
  id: number;
  name: string;
  slug: string;
  aliases: readonly string[];
  keyword: string;
  /** The higher `word_similarity` of the keyword to the name or the slug. */
  similarity: number;
}

/**
 * Implements the rules of name searches as simply as possible: returns the ids of the ten best matches,
 * sorted. Records that lack one of the keyword's words, and those that are only similar, match only if no
 * record matches all words, including words such as FC.
 */
export function rankNames(records: readonly ComparedName[]): number[] {
  const ranked = records
    .map((record) => ({ ...record, tier: tierOf(record), isComplete: matchesAllWords(record) }))
    .filter(({ tier }) => tier !== undefined)
    .toSorted(
      (left, right) =>
        (left.tier ?? 0) - (right.tier ?? 0) || right.similarity - left.similarity || left.id - right.id,
    );
  const complete = ranked.filter(({ isComplete }) => isComplete);
  const named = ranked.filter(({ tier }) => tier !== SIMILAR_TIER);
  const best = [complete, named, ranked].find((list) => list.length > 0) ?? [];
  return best
    .slice(0, 10)
    .map(({ id }) => id)
    .toSorted((left, right) => left - right);
}

const SIMILAR_TIER = 6;

function tierOf(record: ComparedName): number | undefined {
  const { slug, keyword, similarity } = record;
  if (slug.toLowerCase() === keyword) return 1;
  const { names, stripped, keywords } = spellAll(record);
  const meanings = names
    .map(listDistinctive)
    .flatMap((words) => [words.join(' '), withoutNumbers(words).join(' ')]);
  if (keywords.some((spelling) => [...names, stripped].includes(spelling))) return 1;
  if (keywords.some((spelling) => meanings.includes(listDistinctive(spelling).join(' ')))) return 2;
  if (keywords.some((spelling) => names.some((name) => name.startsWith(spelling)))) return 3;
  if (keywords.some((spelling) => [...names, stripped].some((name) => name.includes(spelling)))) return 4;
  if (keywords.some((spelling) => hasAllWords(names, spelling))) return 5;
  return Math.fround(similarity) >= Math.fround(0.4) ? SIMILAR_TIER : undefined;
}

/** Whether a record contains the keyword or all of its words. */
function matchesAllWords(record: ComparedName): boolean {
  const { names, stripped, keywords } = spellAll(record);
  const has = (keyword: string) =>
    [...names, stripped].some((name) => name.includes(keyword)) || hasAllWords(names, keyword);
  return record.slug.toLowerCase() === record.keyword || keywords.some(has);
}

function spellAll({ name, slug, aliases, keyword }: ComparedName) {
  return {
    names: [name, ...aliases].flatMap(spell),
    stripped: stripSlug(slug),
    keywords: spell(keyword.replace(/(.)[ -]kits?$/, '$1')),
  };
}

/** Returns a slug without the archive's suffix. */
export function stripSlug(slug: string): string {
  return slug.toLowerCase().replace(/-kits?$/, '');
}

/** Spellings of a name: as stored and in Latin script, each also as words only and with unified spelling. */
function spell(name: string): string[] {
  const spelled = [name, ...latinSpellings(name)].flatMap((spelling) => {
    const words = toWords(spelling);
    return words === '' ? [spelling] : [spelling, words, words.split(' ').map(unify).join(' ')];
  });
  return [...new Set(spelled)];
}

/** Returns the words of a text in Latin script, in all of its spellings. */
export function spellInLatin(text: string): string[] {
  const latin = latinSpellings(text);
  return (latin.length === 0 ? [text] : latin).map(toWords);
}

function toWords(text: string): string {
  return partsOf(joinInitials(text).replaceAll('&', ' and ')).join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** Maps all spellings of a word to one of them. */
export function unify(word: string): string {
  if (['und', 'et', 'y', 'e'].includes(word)) return 'and';
  if (['st', 'sankt'].includes(word)) return 'saint';
  if (word === 'utd') return 'united';
  return word === 'atl' ? 'atletico' : word;
}

/** Joins initials, so that `F.C.` is one word. */
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
 * Counts how many letters must be replaced, inserted, deleted or swapped with their neighbours (the optimal
 * string alignment distance).
 */
export function editsBetween(source: readonly string[], target: readonly string[]): number {
  const rows = [Array.from({ length: target.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= source.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= target.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? 0;
      const isSwapped =
        row > 1 &&
        column > 1 &&
        source[row - 1] === target[column - 2] &&
        source[row - 2] === target[column - 1];
      rows[row]?.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (source[row - 1] === target[column - 1] ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Infinity,
        ),
      );
    }
  }
  return rows[source.length]?.[target.length] ?? Infinity;
}
