import { splitTerms, splitWords } from '@kitroom/server/search/search-words';
import { fold, parseSeasonYear } from '@kitroom/shared';
import { suggestNames, type SuggestedName } from '../../records/list-records.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import { SUGGESTION_TIER } from '../index/name-index.ts';
import { listUnknownWords, replaceWords } from './correct-keyword.ts';
import { findByAllTerms, findKits, listSimilarWords, type FoundKits } from './search-kits.ts';

interface Named {
  id: number;
  name: string;
}

/** The results of a kit search, and the interpretation of its keyword. */
export interface ExplainedSearch {
  foundKits: FoundKits;
  interpretation: {
    terms: string[];
    season: string | null;
    years: number[];
    club: Named | null;
    type: Named | null;
  };
  /** The keyword with corrected words. */
  didYouMean: string | null;
}

export function explainKitSearch(index: CatalogueIndex, keyword: string): ExplainedSearch {
  const foundKits = findKits(index, keyword);
  const { season, terms } = foundKits;
  const type = findType(index, terms);
  const inType = new Set(type ? splitTerms(fold(type.name)) : []);
  const clubTerms = terms.filter((term) => !inType.has(term));
  const club = findClub(index, clubTerms);
  return {
    foundKits,
    interpretation: {
      terms,
      season: season && 'year' in season ? season.year : null,
      years: listYears(season),
      club: club && { id: club.row.id, name: club.row.name },
      type,
    },
    didYouMean:
      foundKits.corrected ??
      (club && club.tier <= SUGGESTION_TIER.meant ? null : findSimilarKeyword(index, keyword)),
  };
}

function listYears(season: FoundKits['season']): number[] {
  if (!season) return [];
  if ('yearOf' in season) return [season.yearOf];
  const years = parseSeasonYear(season.year);
  return years ? [years.first, years.second].filter((year) => year !== null) : [];
}

/** The kit type whose words are all among the terms; if several, the one with the most words. */
function findType({ types }: CatalogueIndex, terms: readonly string[]): Named | null {
  const named = types.map(({ id, name }) => ({ id, name, words: splitTerms(fold(name)) }));
  const matching = named.filter(({ words }) => words.every((word) => terms.includes(word)));
  const [best] = matching.toSorted((left, right) => right.words.length - left.words.length);
  return best ? { id: best.id, name: best.name } : null;
}

/** At most this number of terms, from the first, are tried as the name of a club. */
const CLUB_TERMS_MAX = 6;
/** Shorter texts are not tried. */
const CLUB_TERM_MIN = 3;

/** The club named by the longest run of terms. A run of all terms may contain a typo. */
function findClub(index: CatalogueIndex, terms: readonly string[]): SuggestedName | null {
  const tried = terms.slice(0, CLUB_TERMS_MAX);
  for (const text of listRuns(tried)) {
    const isWhole = text === tried.join(' ');
    const [best] = text.length < CLUB_TERM_MIN ? [] : suggestNames(index, 'clubs', text, 1);
    const { start, oneEdit } = SUGGESTION_TIER;
    if (best && (best.tier <= start || (isWhole && best.tier === oneEdit))) {
      return best;
    }
  }
  return null;
}

/** All runs of consecutive terms, longest first. */
function listRuns(terms: readonly string[]): string[] {
  const lengths = terms.map((_, at) => terms.length - at);
  return lengths.flatMap((length) =>
    terms.slice(length - 1).map((_, at) => terms.slice(at, at + length).join(' ')),
  );
}

/**
 * The normalised keyword with unknown words replaced by the most similar known words, if kits have all words
 * of the result; otherwise null.
 */
function findSimilarKeyword(index: CatalogueIndex, keyword: string): string | null {
  const similar = listUnknownWords(index, keyword).flatMap((word) => {
    const [known] = listSimilarWords(index, word);
    return known === undefined ? [] : [[word, known] as const];
  });
  const corrected = replaceWords(keyword, new Map(similar));
  const isSame = splitWords(corrected).join(' ') === splitWords(fold(keyword)).join(' ');
  return !isSame && findByAllTerms(index, corrected) ? corrected : null;
}
