/**
 * The first place from `low` on at which a condition holds, or `high` if it never does. The condition
 * must hold at all later places as well.
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

/** A typed array of numbers that grows as needed. */
export function growingNumbers() {
  let numbers = new Uint32Array(1024);
  let length = 0;
  return {
    length: () => length,
    push(number: number): void {
      if (length === numbers.length) numbers = new Uint32Array(numbers.buffer.transfer(8 * length));
      numbers[length] = number;
      length += 1;
    },
    /** Returns the numbers and empties this array, so that closures that refer to it retain no memory. */
    take: () => new Uint32Array(numbers.buffer.transfer(4 * length)),
  };
}

/** The code of a value; a new value gets the next code. */
export function codeFor<Value>(known: Map<Value, number>, value: Value): number {
  let code = known.get(value);
  if (code === undefined) known.set(value, (code = known.size));
  return code;
}

/** The numbers that all sets contain; empty without sets. */
export function intersectAll(sets: ReadonlyArray<Set<number>>): Set<number> {
  const [first = new Set<number>(), ...others] = sets;
  return others.reduce((common, set) => common.intersection(set), first);
}
