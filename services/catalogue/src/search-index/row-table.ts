/** Finds rows by a hash of their key. */
export interface RowTable {
  /** The last row with this hash that has the key. */
  find(hash: number, hasKey: (row: number) => boolean): number | undefined;
}

const FREE = 0;

/** An open hash table of rows, which takes some eight bytes a row; rows without a hash are not in it. */
export function tabulateRows(size: number, hashOf: (row: number) => number | undefined): RowTable {
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
