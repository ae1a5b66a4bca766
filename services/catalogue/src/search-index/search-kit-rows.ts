import type { ColourName, Design } from '@kitroom/shared';
import { hasOneOf, type Condition, type KeyColumn } from './column.ts';
import type { KitSegment } from './kit-segment.ts';
import { listOf, type PostingLists, type Postings } from './postings.ts';
import type { Phrase } from './text-index.ts';

/** A kit matches if its name contains one of the phrases, or if it has something that the word may mean. */
export interface KitGroup {
  phrases: readonly Phrase[];
  meaning?: WordMeaning;
}

/** What a word of a keyword may mean: a kit matches if it has one of these. */
export interface WordMeaning {
  clubs: readonly number[];
  brands: readonly number[];
  competitions: readonly number[];
  /** Primary or secondary. */
  colours: readonly ColourName[];
  designs: readonly Design[];
  types: readonly number[];
}

/** The rows of kits that match each group, in the order of searches. */
export function* searchRows(
  segment: KitSegment,
  groups: readonly KitGroup[],
  seasons: readonly number[] | undefined,
): Generator<number> {
  const { names, rowOfPlace } = segment;
  const match = {
    groups: groups.map(({ phrases, meaning }) => ({
      phrases,
      ...(meaning && { elsewhere: listMeant(segment, meaning) }),
    })),
    within: seasons ? [listsOf(segment.placesOfSeason, segment.seasons, seasons)] : [],
  };
  for (const places of names.find(match)) {
    for (let at = 0; at < places.length; at += 1) yield rowOfPlace[places[at] ?? 0] ?? 0;
  }
}

/** Most words mean nothing but clubs, whose places are known. */
function listMeant(segment: KitSegment, meaning: WordMeaning): PostingLists[] {
  const conditions = [
    hasOneOf(segment.brands, meaning.brands),
    hasOneOf(segment.competitions, meaning.competitions),
    hasOneOf(segment.primaryColours, meaning.colours),
    hasOneOf(segment.secondaryColours, meaning.colours),
    hasOneOf(segment.designs, meaning.designs),
    hasOneOf(segment.types, meaning.types),
  ];
  const clubs = listsOf(segment.placesOfClub, segment.clubs, meaning.clubs);
  const met = conditions.filter(({ count }) => count > 0);
  return met.length === 0 ? [clubs] : [clubs, listPlaces(segment, met)];
}

function listsOf(postings: Postings, column: KeyColumn<number>, ids: readonly number[]): PostingLists {
  return { postings, keys: ids.map((id) => column.codeOf(id)).filter((code) => code !== undefined) };
}

/** The places of the rows that meet one of the conditions, ascending, as one list. */
function listPlaces({ placeOfRow, size }: KitSegment, conditions: readonly Condition[]): PostingLists {
  const isMet = new Uint8Array(size);
  for (const { rows, keys } of conditions) {
    for (const key of keys) {
      const list = listOf(rows, key);
      for (let at = 0; at < list.length; at += 1) isMet[placeOfRow[list[at] ?? 0] ?? 0] = 1;
    }
  }
  const places = new Uint32Array(conditions.reduce((sum, { count }) => sum + count, 0));
  let length = 0;
  for (let place = 0; place < size; place += 1) if (isMet[place] === 1) places[length++] = place;
  return { postings: { starts: Uint32Array.of(0, length), numbers: places }, keys: [0] };
}
