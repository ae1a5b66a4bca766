import { COLOUR_NAMES, hashText, type ColourName } from '@kitroom/shared';
import { collectColumn, type Column } from './column.ts';
import type { IndexedKit } from './index-queries.ts';
import { growingNumbers } from './numbers.ts';

/**
 * Collects what responses show of kits beside what lists filter by, and the keys by which kits are found, row
 * by row.
 */
export function collectRecords() {
  const colourLists = collectColumn<string>();
  const competitionLists = collectColumn<string>();
  /** Names, slugs and pictures: three of each row; the picture is empty if it is drawn. */
  const texts = collectBytes();
  /** Ids of the archive, and one more; 0 if unknown. */
  const archiveIds = growingNumbers();
  return {
    add(kit: IndexedKit): void {
      colourLists.add(kit.secondary_colors.join());
      competitionLists.add(kit.competition_ids.join());
      for (const text of [kit.name, kit.slug, kit.main_img_url ?? '']) texts.add(text);
      archiveIds.push((kit.id_archive ?? -1) + 1);
    },
    build() {
      const [stored, storedIds] = [texts.build(), archiveIds.toArray()];
      const slugAt = (row: number) => stored.textAt(3 * row + 1);
      const bySlug = tabulateRows(storedIds.length, (row) => hashText(slugAt(row)));
      const byArchiveId = tabulateRows(storedIds.length, (row) => hashArchiveId(storedIds[row] ?? 0));
      const colours = split(colourLists.build(), toColours);
      return {
        /** Secondary colours, and ids of competitions, in their order. */
        colourLists: colours,
        competitionLists: split(competitionLists.build(), (ids) => ids.map(Number)),
        /** 1 for each code of `colourLists` that has a colour. */
        listsWithColour: markLists(colours.values),
        /** What a row holds of its kit beside the columns. */
        textsAt: (row: number) => ({
          name: stored.textAt(3 * row),
          slug: slugAt(row),
          picture: stored.textAt(3 * row + 2) || null,
        }),
        archiveIdAt: (row: number) => (storedIds[row] ? storedIds[row] - 1 : null),
        /** The row that has a slug, of those that count. */
        findRowOfSlug: (slug: string, counts: (row: number) => boolean) =>
          bySlug.find(hashText(slug), (row) => counts(row) && slugAt(row) === slug),
        /**
         * The row that has an id of the archive, of those that count; of several, the one with the lowest id.
         */
        findRowOfArchiveId: (id: number, counts: (row: number) => boolean) =>
          byArchiveId.find(hashArchiveId(id + 1) ?? 0, (row) => counts(row) && storedIds[row] === id + 1),
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
function markLists(lists: ReadonlyArray<readonly ColourName[]>): ReadonlyMap<ColourName, Uint8Array> {
  const mark = (colour: ColourName) => Uint8Array.from(lists, (list) => Number(list.includes(colour)));
  return new Map(COLOUR_NAMES.map((colour) => [colour, mark(colour)]));
}

function toColours(names: readonly string[]): ColourName[] {
  return names.flatMap((name) => COLOUR_NAMES.find((one) => one === name) ?? []);
}

function hashArchiveId(stored: number): number | undefined {
  return stored === 0 ? undefined : Math.imul(stored, 0x9e3779b1) >>> 0;
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
    build() {
      const [all, offsets] = [Buffer.from(bytes.subarray(0, length)), starts.toArray()];
      return { textAt: (number: number) => all.toString('utf8', offsets[number], offsets[number + 1]) };
    },
  };
}

const FREE = 0;

/** An open hash table of rows, which takes some eight bytes a row; rows without a hash are not in it. */
function tabulateRows(size: number, hashOf: (row: number) => number | undefined) {
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
    /** The last row with this hash that has the key. */
    find(hash: number, hasKey: (row: number) => boolean): number | undefined {
      let last: number | undefined;
      for (let slot = hash & mask; slots[slot] !== FREE; slot = (slot + 1) & mask) {
        const row = (slots[slot] ?? 0) - 1;
        if (row > (last ?? -1) && hasKey(row)) last = row;
      }
      return last;
    },
  };
}
