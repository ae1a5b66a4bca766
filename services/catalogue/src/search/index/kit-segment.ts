import { setImmediate as nextTurn } from 'node:timers/promises';
import { fold, type ColourName, type Design } from '@kitroom/shared';
import { collectTexts } from '../text/text-index.ts';
import { indexTrigrams } from '../text/trigrams.ts';
import { collectColumn, collectKeys, type Column, type Keys, type Selection } from './column.ts';
import type { IndexedKit } from './index-queries.ts';
import { collectRecords } from './kit-records.ts';
import { findFirst, growingNumbers } from './numbers.ts';
import { groupByKey, type Postings } from './postings.ts';
import { rankNames } from './rank-names.ts';

/**
 * Kits in two orders: rows are in the order of lists (newest id first), places in that of searches (see
 * `KIT_TYPE_ORDER`).
 */
export type KitSegment = Awaited<ReturnType<ReturnType<typeof collectKits>['build']>>;

/** A segment some of whose kits may have changed since it was built. */
export type CurrentSegment = KitSegment & {
  /** 1 for the rows of kits that did not; undefined if none did. */
  current: Uint8Array | undefined;
};

/**
 * Collects kits, which must come newest first. `rankOfType` gives each type's place in the order of searches.
 */
export function collectKits(rankOfType: (type: number) => number) {
  const ids = growingNumbers();
  const names = collectTexts();
  const clubs = collectColumn<number>();
  const seasons = collectColumn<number>();
  const types = collectColumn<number>();
  const brands = collectColumn<number>();
  const competitions = collectKeys<number>();
  const countries = collectColumn<string>();
  const designs = collectColumn<Design | null>();
  const primaryColours = collectColumn<ColourName | null>();
  const records = collectRecords();
  const secondaryColours = collectKeys<ColourName>();
  const ratings = collectColumn<number | null>();

  return {
    add(kit: IndexedKit): void {
      ids.push(kit.id);
      names.add(fold(kit.name).split(' '));
      clubs.add(kit.club_id);
      seasons.add(kit.season_id);
      types.add(kit.type_id);
      brands.add(kit.brand_id);
      competitions.add(kit.competition_ids);
      countries.add(kit.country);
      designs.add(kit.design);
      primaryColours.add(kit.primary_color);
      records.add(kit);
      secondaryColours.add(kit.secondary_colors);
      ratings.add(kit.rating);
    },
    async build() {
      const columns = {
        clubs: clubs.buildKeys(),
        seasons: seasons.buildKeys(),
        types: types.buildKeys(),
        brands: brands.buildKeys(),
        countries: countries.buildKeys(),
        designs: designs.buildKeys(),
        primaryColours: primaryColours.buildKeys(),
        secondaryColours: secondaryColours.build(),
        competitions: competitions.build(),
        ratings: ratings.build(),
      };
      const rowOfPlace = sortByRank(columns.types, rankOfType);
      await nextTurn();
      const index = await names.build(rowOfPlace);
      await nextTurn();
      const placeOfRow = invert(rowOfPlace);
      const placesOf = ({ rows }: Keys<unknown>) => toPlaces(rows, placeOfRow);
      const places = {
        clubs: placesOf(columns.clubs),
        seasons: placesOf(columns.seasons),
        types: placesOf(columns.types),
        brands: placesOf(columns.brands),
        competitions: placesOf(columns.competitions),
        designs: placesOf(columns.designs),
        primaryColours: placesOf(columns.primaryColours),
        secondaryColours: placesOf(columns.secondaryColours),
      };
      await nextTurn();
      return {
        ...columns,
        ...records.build(),
        size: rowOfPlace.length,
        ids: ids.toArray(),
        rowOfPlace,
        /** The places of the kits that have each value, by its code. */
        places,
        /** Space for selections of rows. */
        scratch: new Uint32Array(rowOfPlace.length),
        names: index,
        compareWords: indexTrigrams(index.vocabulary.words),
        ...(await rankNames(names.texts())),
      };
    },
  };
}

/** Rows by the rank of their type; rows of one rank keep their order. */
function sortByRank({ codes, values }: Column<number>, rankOfType: (type: number) => number): Uint32Array {
  const ranks = values.map(rankOfType);
  const rankOfRow = Uint32Array.from(codes, (code) => ranks[code] ?? 0);
  return groupByKey(rankOfRow, Math.max(0, ...ranks) + 1).numbers;
}

/** The place of each row. */
function invert(rowOfPlace: Uint32Array): Uint32Array {
  const placeOfRow = new Uint32Array(rowOfPlace.length);
  for (const [place, row] of rowOfPlace.entries()) placeOfRow[row] = place;
  return placeOfRow;
}

/** The lists of rows as lists of their places. */
function toPlaces({ starts, numbers }: Postings, placeOfRow: Uint32Array): Postings {
  const places = numbers.map((row) => placeOfRow[row] ?? 0);
  for (const [key, start] of starts.entries()) {
    places.set(places.subarray(start, starts[key + 1]).toSorted(), start);
  }
  return { starts, numbers: places };
}

export function selectAll({ scratch, size }: KitSegment): Selection {
  for (let row = 0; row < size; row += 1) scratch[row] = row;
  return { rows: scratch, length: size };
}

export function isCurrent({ current }: CurrentSegment, row: number | undefined): row is number {
  return row !== undefined && (current === undefined || current[row] === 1);
}

/** The row of a kit. */
export function findRow({ ids, size }: KitSegment, id: number): number | undefined {
  const row = findFirst(0, size, (at) => (ids[at] ?? 0) <= id);
  return ids[row] === id ? row : undefined;
}
