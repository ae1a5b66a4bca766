import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldAll, type ColourName, type Design } from '@kitroom/shared';
import { collectTexts, indexTexts, reorder } from '../text/text-index.ts';
import { indexTrigrams } from '../text/trigrams.ts';
import {
  collectColumn,
  collectLists,
  groupPlaces,
  type Column,
  type KeyColumn,
  type Selection,
} from './column.ts';
import type { KitColumns } from './index-queries.ts';
import { collectRecords } from './kit-records.ts';
import { findFirst, growingNumbers } from './numbers.ts';
import { groupByKey } from './postings.ts';
import { rankNames } from './rank-names.ts';

/**
 * Kits in two orders: rows are in the order of lists (newest id first), places in that of searches (see
 * `KIT_TYPE_ORDER`).
 */
export type KitSegment = Awaited<ReturnType<ReturnType<typeof collectKits>['build']>>;

/** A segment of which some kits may have changed since it was built. */
export type CurrentSegment = KitSegment & {
  /** 1 for the rows of unchanged kits; undefined if no kit has changed. */
  current: Uint8Array | undefined;
};

/**
 * Collects kits, which must be added newest first. `rankOfType` returns each type's place in the order of
 * searches.
 */
export function collectKits(rankOfType: (type: number) => number) {
  const ids = growingNumbers();
  const names = collectTexts();
  const records = collectRecords();
  const clubs = collectColumn<number>();
  const seasons = collectColumn<number>();
  const types = collectColumn<number>();
  const brands = collectColumn<number>();
  const competitions = collectLists<number>();
  const countries = collectColumn<string>();
  const designs = collectColumn<Design | null>();
  const primaryColours = collectColumn<ColourName | null>();
  const secondaryColours = collectLists<ColourName>();
  const ratings = collectColumn<number | null>();

  return {
    add(kits: KitColumns): void {
      const folded = foldAll(kits.name);
      for (const [at, id] of kits.id.entries()) {
        ids.push(id);
        names.add((folded[at] ?? '').split(' '));
      }
      records.addAll(kits);
      clubs.addAll(kits.club_id);
      seasons.addAll(kits.season_id);
      types.addAll(kits.type_id);
      brands.addAll(kits.brand_id);
      competitions.addAll(kits.competition_ids);
      countries.addAll(kits.country);
      designs.addAll(kits.design);
      primaryColours.addAll(kits.primary_color);
      secondaryColours.addAll(kits.secondary_colors);
      ratings.addAll(kits.rating);
    },
    async build() {
      const columns = {
        clubs: clubs.build(),
        seasons: seasons.build(),
        types: types.build(),
        brands: brands.build(),
        competitions: competitions.build(),
        countries: countries.build(),
        designs: designs.build(),
        primaryColours: primaryColours.build(),
        secondaryColours: secondaryColours.build(),
        ratings: ratings.build(),
      };
      const rowOfPlace = sortByRank(columns.types, rankOfType);
      await nextTurn();
      const texts = names.take();
      const ordered = reorder(texts, rowOfPlace);
      await nextTurn();
      const index = indexTexts(ordered);
      await nextTurn();
      const placesOf = (column: KeyColumn<unknown>) => groupPlaces(column, rowOfPlace);
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
        records: records.build(),
        size: rowOfPlace.length,
        ids: ids.take(),
        rowOfPlace,
        /** The places of the kits with each value, by its code. */
        places,
        /** Space for selections of rows. */
        scratch: new Uint32Array(rowOfPlace.length),
        names: index,
        compareWords: indexTrigrams(index.vocabulary.words),
        /** The places of the folded names in their order; equal names have the same place. */
        nameRanks: await rankNames(texts),
      };
    },
  };
}

/** Rows ordered by the rank of their type; rows of the same rank keep their order. */
function sortByRank({ codes, values }: Column<number>, rankOfType: (type: number) => number): Uint32Array {
  const ranks = values.map(rankOfType);
  const rankOfRow = Uint32Array.from(codes, (code) => ranks[code] ?? 0);
  return groupByKey(rankOfRow, Math.max(0, ...ranks) + 1).numbers;
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
