import { hashText } from '@kitroom/shared';
import type { KitColumns } from './index-queries.ts';
import { growingNumbers } from './numbers.ts';

/**
 * Collects, row by row, the fields of responses that no list filters by, and the keys by which single kits
 * are found.
 */
export function collectRecords() {
  const texts = collectBytes();
  const slugHashes = growingNumbers();
  /** Ids in the archive, plus one; 0 if unknown. */
  const archiveIds = growingNumbers();
  return {
    addAll({ name: names, slug: slugs, main_img_url: pictures, id_archive: archived }: KitColumns): void {
      for (const [at, slug] of slugs.entries()) {
        texts.add(`${names[at] ?? ''}${SEPARATOR}${slug}${SEPARATOR}${pictures[at] ?? ''}`);
        slugHashes.push(hashSlug(slug));
        archiveIds.push((archived[at] ?? -1) + 1);
      }
    },
    build: () => openRecords(texts.take(), slugHashes.take(), archiveIds.take()),
  };
}

/** A character that no text in PostgreSQL contains. */
const SEPARATOR = '\0';

function openRecords(
  { bytes, starts }: ReturnType<ReturnType<typeof collectBytes>['take']>,
  slugHashes: Uint32Array,
  archiveIds: Uint32Array,
) {
  const bySlug = tabulateRows(slugHashes);
  const byArchiveId = tabulateRows(archiveIds.map(hashArchiveId));
  /** The picture is null if the kit has only a drawn one. */
  function textsAt(row: number): { name: string; slug: string; picture: string | null } {
    const [name = '', slug = '', picture = ''] = bytes
      .toString('utf8', starts[row], starts[row + 1])
      .split(SEPARATOR);
    return { name, slug, picture: picture || null };
  }
  return {
    textsAt,
    archiveIdAt: (row: number) => (archiveIds[row] ? archiveIds[row] - 1 : null),
    /** The row with a slug, among those that `counts` accepts. */
    findRowOfSlug: (slug: string, counts: (row: number) => boolean) =>
      bySlug.find(hashSlug(slug), (row) => counts(row) && textsAt(row).slug === slug),
    /** The row with an id in the archive, among those that `counts` accepts; if several, the lowest id. */
    findRowOfArchiveId: (id: number, counts: (row: number) => boolean) =>
      byArchiveId.find(hashArchiveId(id + 1), (row) => counts(row) && archiveIds[row] === id + 1),
  };
}

function hashSlug(slug: string): number {
  return hashText(slug) || 1;
}

function hashArchiveId(stored: number): number {
  return Math.imul(stored, 0x9e3779b1) >>> 0;
}

/** Collects texts in one buffer, so that a text is a JavaScript string only while it is being read. */
function collectBytes() {
  let bytes = Buffer.from(new ArrayBuffer(65_536));
  let length = 0;
  const starts = growingNumbers();
  starts.push(0);
  const resize = (size: number) => {
    bytes = Buffer.from(bytes.buffer.transfer(size));
    return bytes;
  };
  return {
    add(text: string): void {
      // A UTF-16 unit takes three bytes of UTF-8 at most.
      if (length + 3 * text.length > bytes.length) resize(2 * bytes.length + 3 * text.length);
      length += bytes.write(text, length);
      starts.push(length);
    },
    take: () => ({ bytes: resize(length), starts: starts.take() }),
  };
}

const FREE = 0;

/** An open hash table of rows, which takes some eight bytes for each. Rows whose hash is 0 are left out. */
function tabulateRows(hashes: Uint32Array) {
  const mask = 2 ** Math.ceil(Math.log2(1.5 * hashes.length + 2)) - 1;
  const slots = new Uint32Array(mask + 1);
  for (const [row, hash] of hashes.entries()) {
    if (hash === 0) continue;
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
