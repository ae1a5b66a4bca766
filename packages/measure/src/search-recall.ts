import pLimit from 'p-limit';
import { openRandom } from '@kitroom/demo/catalogue/seeded-random';
import { MISTAKES } from './typing-mistakes.ts';

/** A club that searches should find. */
export interface ClubToFind {
  slug: string;
  name: string;
  aliases: readonly string[];
}

/** How often the club that was meant is among the answers. */
export interface Recall {
  /** What was asked: `swapped letters, whole names`. */
  title: string;
  asked: number;
  found: number;
}

/** Answers the slugs that a search finds. */
export type FindSlugs = (keyword: string) => Promise<readonly string[]>;

/** Shorter words leave too little to go by. */
const WORD_LETTERS = 5;
const CONCURRENCY = 8;

interface Question {
  club: ClubToFind;
  keyword: string;
}

/**
 * Asks for each club by its name, with and without accents, by its first and its longest alias, by each word of five
 * letters and more with a mistake, and by the whole name with a mistake in that word. A word that finds its club among
 * others when it is typed correctly is a distinctive one: one of thirty clubs called Athletic cannot be found by that
 * word alone. The mistakes are always the same.
 */
export async function measureRecall(clubs: readonly ClubToFind[], find: FindSlugs): Promise<Recall[]> {
  const limit = pLimit(CONCURRENCY);
  const isFound = ({ club, keyword }: Question) =>
    limit(async () => (await find(keyword)).includes(club.slug));

  async function measure(title: string, questions: readonly Question[]): Promise<Recall> {
    const answers = await Promise.all(questions.map(isFound));
    return { title, asked: questions.length, found: answers.filter(Boolean).length };
  }

  const words = clubs.flatMap((club) => wordsOf(club.name).map((word) => ({ club, keyword: word })));
  const areDistinctive = await Promise.all(words.map(isFound));
  const distinctive = words.filter((_, at) => areDistinctive[at]);
  const withAliases = clubs.filter(({ aliases }) => aliases.length > 0);

  const recalls = [
    await measure(
      'exact names',
      clubs.map((club) => ({ club, keyword: club.name })),
    ),
    await measure(
      'names without accents',
      clubs.map((club) => ({ club, keyword: withoutAccents(club.name) })),
    ),
    await measure(
      'first alias',
      withAliases.map((club) => ({ club, keyword: club.aliases[0] ?? '' })),
    ),
    await measure(
      'longest alias',
      withAliases.map((club) => ({ club, keyword: longestOf(club.aliases) })),
    ),
    await measure('words typed correctly', words),
  ];
  for (const kind of Object.keys(MISTAKES) as Array<keyof typeof MISTAKES>) {
    const mistaken = ({ club, keyword }: Question) =>
      MISTAKES[kind](keyword, openRandom(`${kind} ${club.slug} ${keyword}`));
    const single = (question: Question) => ({ ...question, keyword: mistaken(question) });
    const whole = (question: Question) => ({
      ...question,
      keyword: question.club.name.replace(question.keyword, mistaken(question)),
    });
    recalls.push(
      await measure(`${kind} letters, distinctive words`, distinctive.map(single)),
      await measure(`${kind} letters, all words`, words.map(single)),
      await measure(`${kind} letters, whole names`, words.map(whole)),
    );
  }
  return recalls;
}

/** The words of a name that are long enough to be mistyped and still be known. */
export function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{M}]+/u).filter((word) => Array.from(word).length >= WORD_LETTERS);
}

function withoutAccents(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
