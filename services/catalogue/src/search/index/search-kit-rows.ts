import type { ColourName, Design } from '@kitroom/shared';
import type { Phrase } from '../text/text-index.ts';
import type { KeyColumn, Selection } from './column.ts';
import { isCurrent, type CurrentSegment, type KitSegment } from './kit-segment.ts';
import { listOf, readBits, type PostingLists, type Postings } from './postings.ts';

/** A kit matches if its name contains one of the phrases, or if it refers to a record that is meant. */
export interface KitGroup {
  phrases: readonly Phrase[];
  meaning?: WordMeaning;
}

/** The possible meanings of a word. A kit matches if it has one of these records or properties. */
export interface WordMeaning {
  clubs: readonly number[];
  brands: readonly number[];
  competitions: readonly number[];
  /** Primary or secondary. */
  colours: readonly ColourName[];
  designs: readonly Design[];
  types: readonly number[];
}

/** Kits that match each group and, unless `seasons` is undefined, belong to one of them. */
export interface KitMatch {
  groups: readonly KitGroup[];
  seasons: readonly number[] | undefined;
}

/** The rows of kits that match, in the order of searches. */
export function* searchRows(segment: KitSegment, match: KitMatch): Generator<number> {
  for (const places of searchPlaces(segment, match)) {
    for (let at = 0; at < places.length; at += 1) yield segment.rowOfPlace[places[at] ?? 0] ?? 0;
  }
}

/** The rows of kits that match, ascending, in the segment's space for selections. */
export function selectMatching(segment: KitSegment, match: KitMatch): Selection {
  const { rowOfPlace, scratch, size } = segment;
  const bits = new Uint32Array(Math.ceil(size / 32));
  for (const places of searchPlaces(segment, match)) {
    for (let at = 0; at < places.length; at += 1) {
      const row = rowOfPlace[places[at] ?? 0] ?? 0;
      bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    }
  }
  return { rows: scratch, length: readBits(bits, 0, scratch) };
}

function searchPlaces(segment: KitSegment, { groups, seasons }: KitMatch): Generator<Uint32Array> {
  return segment.names.find({
    groups: groups.map(({ phrases, meaning }) => ({
      phrases,
      ...(meaning && { elsewhere: listMeant(segment, meaning) }),
    })),
    within: seasons ? [listsOf(segment.places.seasons, segment.seasons, seasons)] : [],
  });
}

/** Whether a current kit has the word with a number in its name. */
export function isWordUsed(segment: CurrentSegment, word: number): boolean {
  const { names, rowOfPlace } = segment;
  return listOf(names.postings, word).some((place) => isCurrent(segment, rowOfPlace[place]));
}

function listMeant(segment: KitSegment, meaning: WordMeaning): PostingLists[] {
  const { places } = segment;
  return [
    listsOf(places.clubs, segment.clubs, meaning.clubs),
    listsOf(places.brands, segment.brands, meaning.brands),
    listsOf(places.competitions, segment.competitions, meaning.competitions),
    listsOf(places.primaryColours, segment.primaryColours, meaning.colours),
    listsOf(places.secondaryColours, segment.secondaryColours, meaning.colours),
    listsOf(places.designs, segment.designs, meaning.designs),
    listsOf(places.types, segment.types, meaning.types),
  ].filter(({ keys }) => keys.length > 0);
}

function listsOf<Value>(
  postings: Postings,
  { codeOf }: KeyColumn<Value>,
  values: readonly Value[],
): PostingLists {
  return { postings, keys: values.map((value) => codeOf.get(value)).filter((code) => code !== undefined) };
}
