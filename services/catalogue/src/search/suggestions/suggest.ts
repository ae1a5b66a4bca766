import type { SuggestionType } from '@kitroom/catalogue-client';
import { splitTerms } from '@kitroom/server/search/search-words';
import { fold, readSeason, toHalfWidth } from '@kitroom/shared';
import type { KitRow } from '../../kits/kit-rows.ts';
import { suggestNames } from '../../records/list-records.ts';
import type { NamedTable, SeasonRow } from '../../records/record-view.ts';
import { parseSeasonSearch, searchSeasons } from '../../seasons/find-seasons.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import type { NamedRow } from '../index/index-queries.ts';
import { startsWord, SUGGESTION_TIER } from '../index/name-index.ts';
import { findKits, type FoundKits } from '../kits/search-kits.ts';

/** A suggested record; a lower rank is better. */
export type Suggested = { rank: number } & (
  | { type: 'club' | 'brand' | 'competition'; row: NamedRow }
  | { type: 'season'; row: SeasonRow }
  | { type: 'kit'; row: KitRow }
);

interface SuggestionQuery {
  /** The text as typed. */
  typed: string;
  types: readonly SuggestionType[];
  limit: number;
}

/**
 * Suggests records for a text that is being typed, best first. Records of the same rank alternate between the
 * kinds, so that the many clubs do not hide the few brands.
 */
export function suggest(index: CatalogueIndex, { typed, types, limit }: SuggestionQuery): Suggested[] {
  if (typed === '') return [];
  const text = fold(typed);
  const kinds = KINDS.filter((kind) => types.includes(kind));
  return rankAll(kinds.map((kind) => SOURCES[kind](index, { typed, text, limit }))).slice(0, limit);
}

function rankAll(lists: readonly Suggested[][]): Suggested[] {
  const ranks = [...new Set(lists.flat().map(({ rank }) => rank))].toSorted((left, right) => left - right);
  // A text that names something, such as an alias, does not mean kits with similar words.
  const isNamed = (ranks[0] ?? Infinity) <= SUGGESTION_TIER.substring;
  return ranks
    .filter((rank) => !isNamed || rank !== SIMILAR_KIT)
    .flatMap((rank) => alternate(lists.map((list) => list.filter((suggested) => suggested.rank === rank))));
}

/** The rank of kits that have only some of the typed words. */
const SIMILAR_KIT = SUGGESTION_TIER.similar + 1;

/** The order of kinds among equally good suggestions. */
const KINDS = ['club', 'competition', 'brand', 'season', 'kit'] as const satisfies SuggestionType[];

type Source = (index: CatalogueIndex, query: { typed: string; text: string; limit: number }) => Suggested[];

const SOURCES: Readonly<Record<SuggestionType, Source>> = {
  club: named('club', 'clubs'),
  competition: named('competition', 'competitions'),
  brand: named('brand', 'brands'),
  season: suggestSeasons,
  kit: (index, { typed, text }) => suggestKits(findKits(index, typed), text),
};

function named(type: 'club' | 'brand' | 'competition', table: NamedTable): Source {
  return (index, { text, limit }) =>
    suggestNames(index, table, text, limit).map(({ row, tier }) => ({ type, row, rank: tier }));
}

/** Suggests seasons only for texts that look like a season. */
function suggestSeasons(index: CatalogueIndex, { typed }: { typed: string }): Suggested[] {
  const text = toSeasonText(typed);
  if (!SEASON_TEXT.test(text)) return [];
  // The second year may be half typed.
  const rows = searchSeasons(index, parseSeasonSearch(text.replace(/(?<=-)\d$/, '')));
  const { exact, start, substring } = SUGGESTION_TIER;
  const meant = /-\d$/.test(text) ? rows.filter(({ year }) => year.startsWith(text)) : rows;
  return meant.map((row) => ({
    type: 'season',
    row,
    rank: row.year === text ? exact : row.year.startsWith(text) ? start : substring,
  }));
}

const SEASON_TEXT = /^\d+(?:-\d*)?$/;

/** Converts a typed text to the form of season searches: digits with at most one dash. */
function toSeasonText(typed: string): string {
  const typedStart = toHalfWidth(typed).replace(/\s{0,9}[/\p{Pd}]\s{0,9}/u, '-');
  const whole = readSeason(typed) ?? '';
  return SEASON_TEXT.test(typedStart) && !whole.includes('-') ? typedStart : whole;
}

function suggestKits({ rows, tier }: FoundKits, text: string): Suggested[] {
  const isMeant = tier === 'understood';
  return rows.map((row) => ({
    type: 'kit',
    row,
    rank: isMeant ? SUGGESTION_TIER.substring + 1 : rankKit(row.name, text),
  }));
}

/** Kits rank after the records they are named after: most names of kits start with the name of a club. */
function rankKit(name: string, text: string): number {
  const folded = fold(name);
  const words = splitTerms(text);
  if (words.every((word) => startsWord(folded, word))) return SUGGESTION_TIER.start + 1;
  return words.every((word) => folded.includes(word)) ? SUGGESTION_TIER.substring + 1 : SIMILAR_KIT;
}

/** The first of each list, then the second of each, and so on. */
function alternate<T>(lists: ReadonlyArray<readonly T[]>): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
