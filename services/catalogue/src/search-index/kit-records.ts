import { COLOUR_NAMES, hashText, type ColourName } from '@kitroom/shared';
import { collectColumn, valueAt, type Column } from './column.ts';
import { growingNumbers } from './numbers.ts';
import type { IndexedKit, KitSegment } from './kit-segment.ts';

/** What responses show of kits beside what lists filter by, and the keys by which kits are found. */
export interface KitRecords {
  /** Secondary colours, and ids of competitions, in their order. */
  colourLists: Column<readonly ColourName[]>;
  competitionLists: Column<readonly number[]>;
  /** 1 for each code of `colourLists` that has a colour. */
  listsWithColour: ReadonlyMap<ColourName, Uint8Array>;
  /** Names, slugs and pictures: three of each row; the picture is empty if it is drawn. */
  texts: Texts;
  /** Ids of the archive, and one more; 0 if unknown. */
  archiveIds: Uint32Array;
  bySlug: RowTable;
  byArchiveId: RowTable;
}

/** Collects the records of kits, row by row. */
export function collectRecords() {
  const colourLists = collectColumn<string>();
  const competitionLists = collectColumn<string>();
  const texts = collectBytes();
  const archiveIds = growingNumbers();
  return {
    add(kit: IndexedKit): void {
      colourLists.add(kit.secondary_colors.join());
      competitionLists.add(kit.competition_ids.join());
      for (const text of [kit.name, kit.slug, kit.main_img_url ?? '']) texts.add(text);
      archiveIds.push((kit.id_archive ?? -1) + 1);
    },
    build(): KitRecords {
      const stored = { texts: texts.build(), archiveIds: archiveIds.toArray() };
      const size = stored.archiveIds.length;
      const colours = split(colourLists.build(), toColours);
      return {
        ...stored,
        colourLists: colours,
        listsWithColour: markLists(colours.values),
        competitionLists: split(competitionLists.build(), (ids) => ids.map(Number)),
        bySlug: tabulateRows(size, (row) => hashText(slugAt(stored, row))),
        byArchiveId: tabulateRows(size, (row) => hashArchiveId(stored.archiveIds[row] ?? 0)),
      };
    },
  };
}

/** Rows with equal lists share one. */
function split<Value>(
  { codes, values }: Column<string>,
  toList: (parts: string[]) => Value[],
): Column<readonly Value[]> {
  return { codes, values: values.map((text) => (text === '' ? [] : toList(text.split(',')))) };
}

/** For each colour, which of the lists contain it. */
function markLists(lists: ReadonlyArray<readonly ColourName[]>): Map<ColourName, Uint8Array> {
  const mark = (colour: ColourName) => Uint8Array.from(lists, (list) => Number(list.includes(colour)));
  return new Map(COLOUR_NAMES.map((colour) => [colour, mark(colour)]));
}

function toColours(names: readonly string[]): ColourName[] {
  return names.flatMap((name) => COLOUR_NAMES.find((one) => one === name) ?? []);
}

function slugAt({ texts }: Pick<KitRecords, 'texts'>, row: number): string {
  return texts.textAt(3 * row + 1);
}

function hashArchiveId(stored: number): number | undefined {
  return stored === 0 ? undefined : Math.imul(stored, 0x9e3779b1) >>> 0;
}

/** The row that has a slug, of those that count. */
export function findRowOfSlug(
  records: KitRecords,
  slug: string,
  counts: (row: number) => boolean,
): number | undefined {
  return records.bySlug.find(hashText(slug), (row) => counts(row) && slugAt(records, row) === slug);
}

/** The row that has an id of the archive, of those that count; of several, the one with the lowest id. */
export function findRowOfArchiveId(
  { archiveIds, byArchiveId }: KitRecords,
  id: number,
  counts: (row: number) => boolean,
): number | undefined {
  const stored = id + 1;
  return byArchiveId.find(hashArchiveId(stored) ?? 0, (row) => counts(row) && archiveIds[row] === stored);
}

/** What a row holds of its kit. */
export function kitAt(segment: KitSegment, row: number): IndexedKit {
  const { ids, texts, archiveIds } = segment;
  const archiveId = archiveIds[row] ?? 0;
  return {
    id: ids[row] ?? 0,
    name: texts.textAt(3 * row),
    slug: slugAt(segment, row),
    main_img_url: texts.textAt(3 * row + 2) || null,
    id_archive: archiveId === 0 ? null : archiveId - 1,
    club_id: valueAt(segment.clubs, row) ?? 0,
    season_id: valueAt(segment.seasons, row) ?? 0,
    type_id: valueAt(segment.types, row) ?? 0,
    brand_id: valueAt(segment.brands, row) ?? 0,
    competition_ids: valueAt(segment.competitionLists, row) ?? [],
    country: valueAt(segment.countries, row) ?? '',
    design: valueAt(segment.designs, row) ?? null,
    primary_color: valueAt(segment.primaryColours, row) ?? null,
    secondary_colors: valueAt(segment.colourLists, row) ?? [],
    rating: valueAt(segment.ratings, row) ?? null,
  };
}

/** Texts by number. */
export interface Texts {
  textAt(number: number): string;
}

/** Collects texts in one buffer: a text is an object only while somebody reads it. */
function collectBytes() {
  let bytes = Buffer.allocUnsafe(65_536);
  let length = 0;
  const starts = growingNumbers();
  starts.push(0);
  return {
    add(text: string): void {
      // A UTF-16 unit takes three bytes of UTF-8 at most.
      if (length + 3 * text.length > bytes.length) {
        bytes = Buffer.concat([bytes], 2 * bytes.length + 3 * text.length);
      }
      length += bytes.write(text, length);
      starts.push(length);
    },
    build(): Texts {
      const [all, offsets] = [Buffer.from(bytes.subarray(0, length)), starts.toArray()];
      return { textAt: (number) => all.toString('utf8', offsets[number], offsets[number + 1]) };
    },
  };
}

/** Finds rows by a hash of their key. */
interface RowTable {
  /** The last row with this hash that has the key. */
  find(hash: number, hasKey: (row: number) => boolean): number | undefined;
}

const FREE = 0;

/** An open hash table of rows, which takes some eight bytes a row; rows without a hash are not in it. */
function tabulateRows(size: number, hashOf: (row: number) => number | undefined): RowTable {
  const mask = 2 ** Math.ceil(Math.log2(1.5 * size + 2)) - 1;
  const slots = new Uint32Array(mask + 1);
  for (let row = 0; row < size; row += 1) {
    const hash = hashOf(row);
    if (hash === undefined) continue;
    let slot = hash & mask;
    while (slots[slot] !== FREE) slot = (slot + 1) & mask;
    slots[slot] = row + 1;
  }
  return {
    find(hash, hasKey) {
      let last: number | undefined;
      for (let slot = hash & mask; slots[slot] !== FREE; slot = (slot + 1) & mask) {
        const row = (slots[slot] ?? 0) - 1;
        if (row > (last ?? -1) && hasKey(row)) last = row;
      }
      return last;
    },
  };
}
