import { openRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { wordsOf, type FindSlugs, type ClubToFind } from './search-recall.ts';
import { MISTAKES } from './typing-mistakes.ts';

/** Response times in milliseconds. */
export interface Waits {
  title: string;
  median: number;
  p95: number;
}

const QUESTIONS = 300;
const MOST_TRIES = 20 * QUESTIONS;
const WARM_UP = 50;
const COMMON = ['fc', 'sc', 'united', 'city', 'real', 'athletic', 'sporting', 'club', 'al', 'de'];

/** Sends searches one after the other, each a different one, as people type them. */
export async function measureWaits(clubs: readonly ClubToFind[], find: FindSlugs): Promise<Waits[]> {
  const random = openRandom('waits');
  const asked = new Set(COMMON);

  function draw(question: (word: string, name: string) => string): string[] {
    const drawn = new Set<string>();
    for (let tries = 0; drawn.size < QUESTIONS && tries < MOST_TRIES; tries += 1) {
      const { name } = pickFrom(random, clubs);
      const words = wordsOf(name);
      const keyword = words.length === 0 ? '' : question(pickFrom(random, words), name);
      if (keyword !== '' && !asked.has(keyword)) drawn.add(keyword);
      asked.add(keyword);
    }
    return [...drawn];
  }
  const mistype = (word: string) => pickFrom(random, Object.values(MISTAKES))(word, random);

  async function measure(title: string, keywords: readonly string[]): Promise<Waits> {
    const waits: number[] = [];
    for (const keyword of keywords) {
      const begun = performance.now();
      await find(keyword);
      waits.push(performance.now() - begun);
    }
    const sorted = waits.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { title, median: at(0.5), p95: at(0.95) };
  }

  await measure('warm-up', draw(mistype).slice(0, WARM_UP));
  return [
    await measure('a word with a mistake', draw(mistype)),
    await measure(
      'a name with a mistake',
      draw((word, name) => name.replace(word, mistype(word))),
    ),
    await measure(
      'a word',
      draw((word) => word),
    ),
    await measure(
      'a name',
      draw((_word, name) => name),
    ),
    await measure(
      'the first four letters of a word',
      draw((word) => word.slice(0, 4)),
    ),
    await measure('a common word', COMMON),
  ];
}
