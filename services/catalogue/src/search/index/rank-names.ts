import { setImmediate as nextTurn } from 'node:timers/promises';
import { compareCodePoints } from '@kitroom/shared';
import type { Texts } from '../text/text-index.ts';
import { groupByKey } from './postings.ts';

/**
 * The places of texts in their order; equal texts have the same place. They are compared word by word, which
 * orders them as whole texts are, because a space sorts before all other characters. They are sorted by their
 * last words first and by their first words last, by counting, with pauses for other work.
 */
export async function rankNames({ vocabulary, words, starts }: Texts): Promise<Uint32Array> {
  const size = starts.length - 1;
  const sorted = Array.from(vocabulary.keys()).toSorted((left, right) =>
    compareCodePoints(vocabulary[left] ?? '', vocabulary[right] ?? ''),
  );
  const ranks = new Uint32Array(vocabulary.length);
  for (const [rank, word] of sorted.entries()) ranks[word] = rank + 1;
  const countOf = (text: number) => (starts[text + 1] ?? 0) - (starts[text] ?? 0);
  /** 0 past the end of a text. */
  const rankAt = (text: number, at: number) =>
    at < countOf(text) ? (ranks[words[(starts[text] ?? 0) + at] ?? 0] ?? 0) : 0;

  let order: Uint32Array = Uint32Array.from({ length: size }, (_, text) => text);
  const longest = order.reduce((most, text) => Math.max(most, countOf(text)), 0);
  for (let at = longest - 1; at >= 0; at -= 1) {
    const keys = order.map((text) => rankAt(text, at));
    order = groupByKey(keys, ranks.length + 1, order).numbers;
    await nextTurn();
  }
  const nameRanks = new Uint32Array(size);
  const isSame = (left: number, right: number) => {
    for (let at = Math.max(countOf(left), countOf(right)) - 1; at >= 0; at -= 1)
      if (rankAt(left, at) !== rankAt(right, at)) return false;
    return true;
  };
  for (let place = 1, rank = 0; place < size; place += 1) {
    if (!isSame(order[place - 1] ?? 0, order[place] ?? 0)) rank += 1;
    nameRanks[order[place] ?? 0] = rank;
  }
  return nameRanks;
}
