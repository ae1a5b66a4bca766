import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { MISTAKES, wordsOf } from '@kitroom/testing/typing-mistakes';

/** A club that searches should find. */
export interface ClubToFind {
  slug: string;
  name: string;
  aliases: readonly string[];
}

/** How often the intended club was among the results. */
export interface Recall {
  /** The kind of searches, such as `swapped letters, whole names`. */
  title: string;
  total: number;
  foundCount: number;
}

/** Returns the slugs that a search finds. */
export type FindSlugs = (keyword: string) => Promise<readonly string[]>;

const CONCURRENCY = 8;

interface Search {
  club: ClubToFind;
  keyword: string;
}

/**
 * Searches for each club by its name, with and without accents, by its first and its longest alias, by each
 * word of at least five letters with a typo, and by the whole name with a typo in that word. A word is
 * distinctive if its club is found by the correctly typed word: one of thirty clubs called Athletic cannot be
 * found by that word alone. The typos are always the same.
 */
export async function measureRecall(clubs: readonly ClubToFind[], find: FindSlugs): Promise<Recall[]> {
  const isFound = async ({ club, keyword }: Search) => (await find(keyword)).includes(club.slug);

  async function searchAll(searches: readonly Search[]): Promise<boolean[]> {
    const results: boolean[] = [];
    for (let start = 0; start < searches.length; start += CONCURRENCY)
      results.push(...(await Promise.all(searches.slice(start, start + CONCURRENCY).map(isFound))));
    return results;
  }

  async function measure(title: string, searches: readonly Search[]): Promise<Recall> {
    const results = await searchAll(searches);
    return { title, total: searches.length, foundCount: results.filter(Boolean).length };
  }

  const words = clubs.flatMap((club) => wordsOf(club.name).map((word) => ({ club, keyword: word })));
  const areDistinctive = await searchAll(words);
  const distinctive = words.filter((_, index) => areDistinctive[index]);
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
    const mistaken = ({ club, keyword }: Search) =>
      MISTAKES[kind](keyword, createRandom(`${kind} ${club.slug} ${keyword}`));
    const single = (search: Search) => ({ ...search, keyword: mistaken(search) });
    const whole = (search: Search) => ({
      ...search,
      keyword: search.club.name.replace(search.keyword, mistaken(search)),
    });
    recalls.push(
      await measure(`${kind} letters, distinctive words`, distinctive.map(single)),
      await measure(`${kind} letters, all words`, words.map(single)),
      await measure(`${kind} letters, whole names`, words.map(whole)),
    );
  }
  return recalls;
}

function withoutAccents(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}
