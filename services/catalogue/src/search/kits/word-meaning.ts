import { COLOUR_NAMES, DESIGNS, fold } from '@kitroom/shared';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { WordMeaning } from '../index/search-kit-rows.ts';
import { openVocabulary } from '../text/vocabulary.ts';
import { indexWords, spellingsOf } from '../text/words.ts';

const COLOUR_WORDS = indexWords(COLOUR_NAMES.map(fold));
const DESIGN_WORDS = indexWords(DESIGNS.map(fold));
const GOALKEEPER_WORDS: ReadonlySet<string> = new Set(['goalkeeper', 'keeper', 'gk']);

/** All words that say what a kit looks like, or that it is a goalkeeper's. */
export const LOOK_WORDS = openVocabulary([
  ...new Set([...COLOUR_WORDS.keys(), ...DESIGN_WORDS.keys(), ...GOALKEEPER_WORDS]),
]);

/**
 * What a folded word may mean: clubs, brands and competitions that have it in their name or an alias, colours
 * and designs that have it, and the types of goalkeepers' kits.
 */
export function findMeaning(index: CatalogueIndex, word: string): WordMeaning {
  const { clubs, brands, competitions, types } = index;
  const spellings = spellingsOf(word);
  return {
    clubs: clubs.names.listWithWord(word),
    brands: brands.names.listWithWord(word),
    competitions: competitions.names.listWithWord(word),
    colours: spellings
      .flatMap((spelling) => COLOUR_WORDS.get(spelling) ?? [])
      .flatMap((at) => COLOUR_NAMES[at] ?? []),
    designs: spellings
      .flatMap((spelling) => DESIGN_WORDS.get(spelling) ?? [])
      .flatMap((at) => DESIGNS[at] ?? []),
    types: GOALKEEPER_WORDS.has(word)
      ? types.filter(({ is_goalkeeper: isGoalkeeper }) => isGoalkeeper).map(({ id }) => id)
      : [],
  };
}
