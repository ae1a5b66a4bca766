import { toPagination } from '@kitroom/shared';
import { RANDOM_ORDER_SECONDS } from '../limits.ts';
import { withoutPlaceholder } from '../records/record-view.ts';
import type { CatalogueIndex, Move } from '../search/index/catalogue-index.ts';

/** A list that is served in random order. */
type RandomList = 'kits' | 'clubs';

/** The ids of a list's records when its order began, sorted, and the changes since then. */
interface ListSnapshot {
  ids: Uint32Array;
  /** How many of these records have left the list since. */
  leftCount: number;
  /** The ids of records that have joined since, including those that left and joined again. */
  joined: ReadonlySet<number>;
}

const MOVE_TYPES: Readonly<Record<RandomList, { type: Move['type']; key: number }>> = {
  kits: { type: 'kit', key: 0 },
  clubs: { type: 'club', key: 1 },
};

/**
 * Serves a list in an order that is the same for all clients and processes for half an hour: a keyed
 * permutation of the records that the list had when that period began. Records deleted since then leave gaps,
 * so that pages do not shift; records added since then are omitted. If the list was empty then, as in a new
 * catalogue, it has the records of the first request to this process. See
 * docs/behaviour/catalogue.md#random-lists.
 */
export function openRandomOrder(list: RandomList) {
  const { type, key } = MOVE_TYPES[list];
  let cached: { period: number; moves: readonly Move[]; snapshot: ListSnapshot } | undefined;
  let firstRequest: { period: number; sequence: number } | undefined;

  function findSnapshot(index: CatalogueIndex, period: number): ListSnapshot {
    if (cached?.period !== period || cached.moves !== index.moves) {
      cached = { period, moves: index.moves, snapshot: takeSnapshot(index, period) };
    }
    return cached.snapshot;
  }

  function takeSnapshot(index: CatalogueIndex, period: number): ListSnapshot {
    const snapshot = restoreBefore(index, ({ at }) => at.getTime() >= period * RANDOM_ORDER_SECONDS * 1000);
    if (snapshot.ids.length > 0) return snapshot;
    const { sequence } = firstRequest?.period === period ? firstRequest : index;
    const filled = restoreBefore(index, ({ last_sequence: last }) => last > sequence);
    if (filled.ids.length > 0) firstRequest = { period, sequence };
    return filled;
  }

  function restoreBefore(index: CatalogueIndex, isSince: (move: Move) => boolean): ListSnapshot {
    const left = new Set<number>();
    const joined = new Set<number>();
    for (const move of index.moves) {
      if (move.type !== type || !isSince(move)) continue;
      for (const id of move.ids) {
        if (move.joins) joined.add(id);
        else if (!joined.has(id)) left.add(id);
      }
    }
    const remaining = listMembers(index, list).filter((id) => !joined.has(id));
    return { ids: Uint32Array.from([...remaining, ...left]).toSorted(), leftCount: left.size, joined };
  }

  return {
    /**
     * Returns the ids of a page, and the pagination. `now` is the database's time in milliseconds since 1970.
     */
    read(index: CatalogueIndex, now: number, { page, page_size: size }: { page: number; page_size: number }) {
      const period = Math.floor(now / 1000 / RANDOM_ORDER_SECONDS);
      const { ids: snapshotIds, leftCount, joined } = findSnapshot(index, period);
      const ids: number[] = [];
      for (let place = (page - 1) * size; place < Math.min(page * size, snapshotIds.length); place += 1) {
        const id = snapshotIds[permute(place, snapshotIds.length, 2 * period + key)] ?? 0;
        if (!joined.has(id) && isMember(index, list, id)) ids.push(id);
      }
      const total = snapshotIds.length - leftCount;
      return {
        ids,
        pagination: toPagination(page, total, total === 0 ? 0 : Math.ceil(snapshotIds.length / size)),
      };
    },
  };
}

function listMembers({ kits, clubs }: CatalogueIndex, list: RandomList): number[] {
  if (list === 'kits') return kits.listIds();
  return [...clubs.byId.values()].filter(({ logo }) => withoutPlaceholder(logo) !== null).map(({ id }) => id);
}

function isMember({ kits, clubs }: CatalogueIndex, list: RandomList, id: number): boolean {
  if (list === 'kits') return kits.has(id);
  return withoutPlaceholder(clubs.byId.get(id)?.logo ?? null) !== null;
}

const ROUNDS = 4;

/**
 * Returns the position of the element at `place` after a shuffle of `size` elements; each key is another
 * shuffle. A Feistel network permutes the smallest even number of bits that fits the size, and is applied
 * again until the result is less than `size`, which is at most 2 ** 31.
 */
export function permute(place: number, size: number, key: number): number {
  const bits = Math.ceil(Math.log2(Math.max(size, 2)) / 2);
  let moved = place;
  do moved = shuffleBits(moved, bits, key);
  while (moved >= size);
  return moved;
}

function shuffleBits(value: number, bits: number, key: number): number {
  const mask = 2 ** bits - 1;
  let left = value >>> bits;
  let right = value & mask;
  for (let round = 0; round < ROUNDS; round += 1) {
    [left, right] = [right, left ^ (mix(right + mix(key * ROUNDS + round)) & mask)];
  }
  return ((left << bits) | right) >>> 0;
}

/** The finalizer of MurmurHash3: each bit of the value changes about half of the bits of the result. */
function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return mixed ^ (mixed >>> 16);
}
