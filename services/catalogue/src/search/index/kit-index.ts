import type { ColourName, Design } from '@kitroom/shared';
import { listSimilarWords } from '../text/similar-words.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { listAt, valueAt, type Selection } from './column.ts';
import { addCounts, type CountedColumn, type Counts } from './count-kits.ts';
import { filterRows, type KitFilters } from './filter-rows.ts';
import { toColumns, type IndexedKit } from './index-queries.ts';
import { mergePage, toKitList, type KitOrder } from './kit-order.ts';
import { collectKits, findRow, isCurrent, type CurrentSegment, type KitSegment } from './kit-segment.ts';
import { isWordUsed, searchRows, type KitGroup, type KitMatch } from './search-kit-rows.ts';

/** A found kit, with the ids of the records that it refers to. */
export interface FoundKit {
  id: number;
  club: number;
  season: number;
  type: number;
  design: Design | null;
  primaryColour: ColourName | null;
  secondaryColours: readonly ColourName[];
}

/**
 * All kits: a large segment that is built once, and a small segment of the kits that changed since, which is
 * rebuilt after each change. Immutable, so that a request sees one state.
 */
export interface KitIndex {
  get(id: number): IndexedKit | undefined;
  has(id: number): boolean;
  getBySlug(slug: string): IndexedKit | undefined;
  /** If several kits have the same id in the archive, returns the one with the lowest id. */
  getByArchiveId(id: number): IndexedKit | undefined;
  /** The kits that match, in the order of searches. */
  search(match: KitMatch): Generator<FoundKit>;
  /** The number of kits that match the filters, and a page of these kits, newest first by default. */
  list(
    filters: KitFilters,
    page: { offset: number; limit: number },
    order?: KitOrder,
  ): { total: number; kits: IndexedKit[] };
  /** The ids of all kits, in no particular order. */
  listIds(): number[];
  /** The number of kits that match the filters, and for each column the number of them with each value. */
  count(filters: KitFilters, columns: readonly CountedColumn[]): { total: number; counts: Counts[] };
  /** The number of kits with each value of a column; counted once and then remembered. */
  countAll(column: CountedColumn): ReadonlyMap<number | string | null, number>;
  /** All kits of a club that match the filters, in no particular order. */
  listOfClub(filters: KitFilters & { club: number }): FoundKit[];
  /** The number of kits that match a group. */
  countMatches(group: KitGroup): number;
  /** The words of kit names whose numbers `find` gives. */
  listWords(find: (vocabulary: Vocabulary) => readonly number[]): string[];
  /** Up to five words of kit names that are similar to a term, most similar first. */
  listSimilarWords(term: string): string[];
  /** Returns an index with the new state of some kits, and without the deleted kits. */
  change(kits: readonly IndexedKit[], deleted: readonly number[]): Promise<KitIndex>;
  /** The number of kits that changed since the large segment was built. */
  changes: number;
}

/** The place of a kit type in the order of searches. */
type RankOfType = (type: number) => number;

export async function openKitIndex(
  base: KitSegment,
  rankOfType: RankOfType,
  changed: ReadonlyMap<number, IndexedKit | null> = new Map(),
): Promise<KitIndex> {
  const old: CurrentSegment = { ...base, current: markCurrent(base, changed.keys()) };
  const recent: CurrentSegment = {
    ...(await collectRecent(changed.values(), rankOfType)),
    current: undefined,
  };
  const segments = [old, recent];
  const totals = new Map<CountedColumn, Counts>();

  function first(find: (segment: CurrentSegment) => number | undefined): IndexedKit | undefined {
    return findCurrent(recent, find(recent)) ?? findCurrent(old, find(old));
  }

  function isBefore(left: FoundKit, right: FoundKit): boolean {
    const difference = rankOfType(left.type) - rankOfType(right.type);
    return difference === 0 ? left.id > right.id : difference < 0;
  }

  return {
    changes: changed.size,
    has: (id) => segments.some((segment) => isCurrent(segment, findRow(segment, id))),
    get: (id) => first((segment) => findRow(segment, id)),
    getBySlug: (slug) =>
      first((segment) => segment.records.findRowOfSlug(slug, (row) => isCurrent(segment, row))),
    getByArchiveId(id) {
      const foundKits = segments.flatMap((segment) => {
        const row = segment.records.findRowOfArchiveId(id, (candidate) => isCurrent(segment, candidate));
        return findCurrent(segment, row) ?? [];
      });
      return foundKits.toSorted((left, right) => left.id - right.id)[0];
    },
    search: (match) => merge(searchCurrent(old, match), searchCurrent(recent, match), isBefore),
    list(filters, page, order) {
      const listOf = (segment: CurrentSegment) => toKitList(segment, filterRows(segment, filters), order);
      const { total, rows } = mergePage(listOf(old), listOf(recent), page, order);
      return { total, kits: rows.map(({ segment, row }) => kitAt(segment, row)) };
    },
    listIds: () =>
      segments.flatMap((segment) => Array.from(segment.ids).filter((_id, row) => isCurrent(segment, row))),
    count: (filters, columns) => countIn(segments, filters, columns),
    countAll: (column) => {
      const counts = totals.get(column) ?? countIn(segments, {}, [column]).counts[0] ?? new Map();
      totals.set(column, counts);
      return counts;
    },
    listOfClub: (filters) =>
      segments.flatMap((segment) => {
        const { rows, length } = filterRows(segment, filters) ?? NONE;
        return Array.from(rows.subarray(0, length), (row) => toFound(segment, row));
      }),
    countMatches: (group) => segments.reduce((count, segment) => count + countRows(segment, group), 0),
    listWords: (find) =>
      segments.flatMap((segment) => {
        const { vocabulary } = segment.names;
        return find(vocabulary).flatMap((word) =>
          isWordUsed(segment, word) ? (vocabulary.words[word] ?? []) : [],
        );
      }),
    listSimilarWords: (term) => listSimilarWords(segments, term),
    change(kits, deleted) {
      const next = new Map(changed);
      for (const id of deleted) next.set(id, null);
      for (const kit of kits) next.set(kit.id, kit);
      return openKitIndex(base, rankOfType, next);
    },
  };
}

function countIn(
  segments: readonly CurrentSegment[],
  filters: KitFilters,
  columns: readonly CountedColumn[],
): { total: number; counts: Counts[] } {
  const counts = columns.map((): Counts => new Map());
  let total = 0;
  for (const segment of segments) {
    const selected = filterRows(segment, filters);
    total += selected?.length ?? segment.size;
    for (const [at, column] of columns.entries()) {
      addCounts(segment, selected, column, counts[at] ?? new Map());
    }
  }
  return { total, counts };
}

/** The kit of a row, unless the kit has changed since the segment was built. */
function findCurrent(segment: CurrentSegment, row: number | undefined): IndexedKit | undefined {
  return isCurrent(segment, row) ? kitAt(segment, row) : undefined;
}

/** The kit of a row. */
function kitAt(segment: KitSegment, row: number): IndexedKit {
  const { name, slug, picture } = segment.records.textsAt(row);
  return {
    id: segment.ids[row] ?? 0,
    name,
    slug,
    main_img_url: picture,
    id_archive: segment.records.archiveIdAt(row),
    club_id: valueAt(segment.clubs, row) ?? 0,
    season_id: valueAt(segment.seasons, row) ?? 0,
    type_id: valueAt(segment.types, row) ?? 0,
    brand_id: valueAt(segment.brands, row) ?? 0,
    competition_ids: listAt(segment.competitions, row),
    country: valueAt(segment.countries, row) ?? '',
    design: valueAt(segment.designs, row) ?? null,
    primary_color: valueAt(segment.primaryColours, row) ?? null,
    secondary_colors: listAt(segment.secondaryColours, row),
    rating: valueAt(segment.ratings, row) ?? null,
  };
}

const NONE: Selection = { rows: new Uint32Array(), length: 0 };

function markCurrent(segment: KitSegment, changed: Iterable<number>): Uint8Array | undefined {
  let current: Uint8Array | undefined;
  for (const id of changed) {
    const row = findRow(segment, id);
    if (row === undefined) continue;
    current ??= new Uint8Array(segment.size).fill(1);
    current[row] = 0;
  }
  return current;
}

function collectRecent(kits: Iterable<IndexedKit | null>, rankOfType: RankOfType): Promise<KitSegment> {
  const recent = collectKits(rankOfType);
  const present = [...kits].filter((kit) => kit !== null);
  recent.add(toColumns(present.toSorted((left, right) => right.id - left.id)));
  return recent.build();
}

function toFound(segment: KitSegment, row: number): FoundKit {
  return {
    id: segment.ids[row] ?? 0,
    club: valueAt(segment.clubs, row) ?? 0,
    season: valueAt(segment.seasons, row) ?? 0,
    type: valueAt(segment.types, row) ?? 0,
    design: valueAt(segment.designs, row) ?? null,
    primaryColour: valueAt(segment.primaryColours, row) ?? null,
    secondaryColours: listAt(segment.secondaryColours, row),
  };
}

function* searchCurrent(segment: CurrentSegment, match: KitMatch): Generator<FoundKit> {
  for (const row of searchRows(segment, match)) {
    if (isCurrent(segment, row)) yield toFound(segment, row);
  }
}

function countRows(segment: CurrentSegment, group: KitGroup): number {
  let count = 0;
  for (const row of searchRows(segment, { groups: [group], seasons: undefined })) {
    if (isCurrent(segment, row)) count += 1;
  }
  return count;
}

function* merge<T>(
  left: Iterator<T>,
  right: Iterator<T>,
  isBefore: (left: T, right: T) => boolean,
): Generator<T> {
  let leftNext = left.next();
  let rightNext = right.next();
  while (!leftNext.done || !rightNext.done) {
    if (!leftNext.done && (rightNext.done || isBefore(leftNext.value, rightNext.value))) {
      yield leftNext.value;
      leftNext = left.next();
    } else if (!rightNext.done) {
      yield rightNext.value;
      rightNext = right.next();
    }
  }
}
