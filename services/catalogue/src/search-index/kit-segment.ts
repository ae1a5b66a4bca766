import { setImmediate as nextTurn } from 'node:timers/promises';
import { COLOUR_NAMES, type ColourName, type Design } from '@kitroom/shared';
import { fold } from '../fold.ts';
import { findFirst } from './binary-search.ts';
import {
  collectColumn,
  hasOneOf,
  narrow,
  selectRows,
  type Column,
  type Condition,
  type Selection,
} from './column.ts';
import { collectRecords, type KitRecords } from './kit-records.ts';
import { growingNumbers } from './growing-numbers.ts';
import { groupByKey, listOf, type PostingLists, type Postings } from './postings.ts';
import { rankNames } from './rank-names.ts';
import { collectTexts, type Phrase, type TextIndex } from './text-index.ts';
import { indexTrigrams, type TrigramIndex } from './trigrams.ts';

/** What the index holds of a kit. */
export interface IndexedKit {
  id: number;
  name: string;
  slug: string;
  main_img_url: string | null;
  id_archive: number | null;
  club_id: number;
  season_id: number;
  type_id: number;
  brand_id: number;
  competition_ids: readonly number[];
  country: string;
  design: Design | null;
  primary_color: ColourName | null;
  secondary_colors: readonly ColourName[];
  rating: number | null;
}

/**
 * Kits in two orders: rows are in the order of lists (newest id first), places in that of searches (see
 * `KIT_TYPE_ORDER`).
 */
export interface KitSegment extends KitRecords {
  size: number;
  ids: Uint32Array;
  rowOfPlace: Uint32Array;
  clubs: Column<number>;
  seasons: Column<number>;
  types: Column<number>;
  brands: Column<number>;
  countries: Column<string>;
  designs: Column<Design | null>;
  primaryColours: Column<ColourName | null>;
  ratings: Column<number | null>;
  /** A bit for each colour. */
  secondaryColours: Uint32Array;
  rowsOfClub: Postings;
  competitions: ReadonlyMap<number, number>;
  /** By the codes of `competitions`. */
  rowsOfCompetition: Postings;
  rowsOfSeason: Postings;
  placesOfSeason: Postings;
  /** Space for selections of rows. */
  scratch: Uint32Array;
  names: TextIndex;
  words: TrigramIndex;
  /** The places of names in their order, by row; equal names have the same one. */
  nameRanks: Uint32Array;
  /** A folded name. */
  nameOf(row: number): string;
}

/** A segment some of whose kits may have changed since it was built. */
export interface CurrentSegment extends KitSegment {
  /** 1 for the rows of kits that did not; undefined if none did. */
  current: Uint8Array | undefined;
}

/** The filters of kit lists, by ids. */
export interface KitFilters {
  club?: number | undefined;
  brand?: number | undefined;
  competition?: number | undefined;
  seasons?: readonly number[] | undefined;
  types?: readonly number[] | undefined;
  country?: string | undefined;
  primaryColour?: ColourName | undefined;
  secondaryColours?: readonly ColourName[];
  design?: Design | undefined;
}

/** Collects kits, which must come newest first. `rankOfType` gives each type's place in the order of searches. */
export function collectKits(rankOfType: (type: number) => number) {
  const ids = growingNumbers();
  const names = collectTexts();
  const clubs = collectColumn<number>();
  const seasons = collectColumn<number>();
  const types = collectColumn<number>();
  const brands = collectColumn<number>();
  const competitions = new Map<number, number>();
  const competitionCodes = growingNumbers();
  const competitionRows = growingNumbers();
  const countries = collectColumn<string>();
  const designs = collectColumn<Design | null>();
  const primaryColours = collectColumn<ColourName | null>();
  const records = collectRecords();
  const secondaryColours = growingNumbers();
  const ratings = collectColumn<number | null>();

  return {
    add(kit: IndexedKit): void {
      ids.push(kit.id);
      names.add(fold(kit.name).split(' '));
      clubs.add(kit.club_id);
      seasons.add(kit.season_id);
      types.add(kit.type_id);
      brands.add(kit.brand_id);
      for (const id of new Set(kit.competition_ids)) {
        const code = competitions.get(id) ?? competitions.size;
        competitions.set(id, code);
        competitionCodes.push(code);
        competitionRows.push(ids.length() - 1);
      }
      countries.add(kit.country);
      designs.add(kit.design);
      primaryColours.add(kit.primary_color);
      records.add(kit);
      secondaryColours.push(toBits(kit.secondary_colors));
      ratings.add(kit.rating);
    },
    async build(): Promise<KitSegment> {
      const columns = {
        clubs: clubs.build(),
        seasons: seasons.build(),
        types: types.build(),
        brands: brands.build(),
        countries: countries.build(),
        designs: designs.build(),
        primaryColours: primaryColours.build(),
        ratings: ratings.build(),
      };
      const rowOfPlace = sortByRank(columns.types, rankOfType);
      await nextTurn();
      const index = await names.build(rowOfPlace);
      await nextTurn();
      const seasonOfPlace = rowOfPlace.map((row) => columns.seasons.codes[row] ?? 0);
      return {
        ...columns,
        ...records.build(),
        size: rowOfPlace.length,
        ids: ids.toArray(),
        rowOfPlace,
        secondaryColours: secondaryColours.toArray(),
        rowsOfClub: groupByKey(columns.clubs.codes, columns.clubs.values.length),
        competitions,
        rowsOfCompetition: groupByKey(
          competitionCodes.toArray(),
          competitions.size,
          competitionRows.toArray(),
        ),
        rowsOfSeason: groupByKey(columns.seasons.codes, columns.seasons.values.length),
        placesOfSeason: groupByKey(seasonOfPlace, columns.seasons.values.length),
        scratch: new Uint32Array(rowOfPlace.length),
        names: index,
        words: indexTrigrams(index.vocabulary.words),
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

const BIT_OF_COLOUR = new Map<string, number>(COLOUR_NAMES.map((name, index) => [name, 1 << index]));

function toBits(colours: readonly string[]): number {
  return colours.reduce((bits, colour) => bits | (BIT_OF_COLOUR.get(colour) ?? 0), 0);
}

/** The current rows that match filters; undefined if all rows do. */
export function filterRows(segment: CurrentSegment, filters: KitFilters): Selection | undefined {
  const { current, scratch, size } = segment;
  const conditions = toConditions(segment, filters);
  if (current) conditions.push({ codes: current, accepted: MARKED });
  const selection = { rows: scratch, length: 0 };
  const lists = findLists(segment, filters);
  if (lists) {
    selection.length = joinRows(lists, scratch);
  } else {
    const first = conditions.shift();
    if (!first) return undefined;
    selection.length = selectRows(size, first, scratch);
  }
  for (const condition of conditions) narrow(selection, condition);
  return selection;
}

/** Accepts rows that are marked with 1. */
const MARKED = Uint8Array.of(0, 1);

/** Lists of the rows that meet one of the filters, if reading them is faster than reading a column. */
function findLists(
  { size, clubs, competitions, seasons, rowsOfClub, rowsOfCompetition, rowsOfSeason }: KitSegment,
  filters: KitFilters,
): Uint32Array[] | undefined {
  const list = (postings: Postings, code: number | undefined) =>
    code === undefined ? new Uint32Array() : listOf(postings, code);
  if (filters.club !== undefined) return [list(rowsOfClub, clubs.codeOf(filters.club))];
  if (filters.competition !== undefined) {
    return [list(rowsOfCompetition, competitions.get(filters.competition))];
  }
  const lists = filters.seasons?.map((id) => list(rowsOfSeason, seasons.codeOf(id)));
  const length = lists?.reduce((sum, rows) => sum + rows.length, 0) ?? 0;
  return length < size / SORTED_SHARE ? lists : undefined;
}

/** Sorting a smaller share of the rows than one in so many is faster than reading a column of all. */
const SORTED_SHARE = 16;

/** Writes the rows of lists that have none in common, ascending, and returns how many there are. */
function joinRows(lists: readonly Uint32Array[], rows: Uint32Array): number {
  let length = 0;
  for (const list of lists) {
    rows.set(list, length);
    length += list.length;
  }
  if (lists.length > 1) rows.subarray(0, length).sort();
  return length;
}

function toConditions(segment: KitSegment, filters: KitFilters): Condition[] {
  const conditions: Condition[] = [];
  if (filters.seasons) conditions.push(hasOneOf(segment.seasons, filters.seasons));
  if (filters.types) conditions.push(hasOneOf(segment.types, filters.types));
  if (filters.brand !== undefined) conditions.push(hasOneOf(segment.brands, [filters.brand]));
  if (filters.club !== undefined && filters.competition !== undefined) {
    conditions.push(isInCompetition(segment, filters.competition));
  }
  if (filters.country !== undefined) conditions.push(hasOneOf(segment.countries, [filters.country]));
  if (filters.primaryColour !== undefined) {
    conditions.push(hasOneOf(segment.primaryColours, [filters.primaryColour]));
  }
  if (filters.design !== undefined) conditions.push(hasOneOf(segment.designs, [filters.design]));
  if (filters.secondaryColours?.length) {
    conditions.push({ bits: segment.secondaryColours, needed: toBits(filters.secondaryColours) });
  }
  return conditions;
}

function isInCompetition({ size, competitions, rowsOfCompetition }: KitSegment, id: number): Condition {
  const codes = new Uint8Array(size);
  const code = competitions.get(id);
  if (code !== undefined) for (const row of listOf(rowsOfCompetition, code)) codes[row] = 1;
  return { codes, accepted: MARKED };
}

/** The rows of kits whose names contain a phrase of each group, in the order of searches. */
export function* searchRows(
  segment: KitSegment,
  groups: ReadonlyArray<readonly Phrase[]>,
  seasons: readonly number[] | undefined,
): Generator<number> {
  const { names, rowOfPlace } = segment;
  const within = seasons ? [placesOfSeasons(segment, seasons)] : [];
  for (const places of names.find({ groups, within })) {
    for (let at = 0; at < places.length; at += 1) yield rowOfPlace[places[at] ?? 0] ?? 0;
  }
}

export function isCurrent({ current }: CurrentSegment, row: number): boolean {
  return current === undefined || current[row] === 1;
}

/** The row of a kit. */
export function findRow({ ids, size }: KitSegment, id: number): number | undefined {
  const row = findFirst(0, size, (at) => (ids[at] ?? 0) <= id);
  return ids[row] === id ? row : undefined;
}

function placesOfSeasons(segment: KitSegment, seasons: readonly number[]): PostingLists {
  const keys = seasons.map((id) => segment.seasons.codeOf(id)).filter((code) => code !== undefined);
  return { postings: segment.placesOfSeason, keys };
}
