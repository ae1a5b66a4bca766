/**
 * The first place from `low` on at which a condition holds, or `high` if it holds nowhere before. It must hold at all places
 * after the first.
 */
export function findFirst(low: number, high: number, holdsAt: (place: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holdsAt(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
