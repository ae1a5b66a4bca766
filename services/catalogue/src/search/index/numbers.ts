/**
 * The first place from `low` on at which a condition holds, or `high` if it holds nowhere before. It must
 * hold at all places after the first.
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

/** An array of numbers that grows as needed, without an object for each number. */
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
    /** The numbers, which this array has no more: closures that outlive it hold no memory. */
    take: () => new Uint32Array(numbers.buffer.transfer(4 * length)),
  };
}

/** The code of a value: the known one, else the next. */
export function codeFor<Value>(known: Map<Value, number>, value: Value): number {
  let code = known.get(value);
  if (code === undefined) known.set(value, (code = known.size));
  return code;
}

/** The numbers that are in all sets; none if there is no set. */
export function intersectAll(sets: ReadonlyArray<Set<number>>): Set<number> {
  const [first = new Set<number>(), ...others] = sets;
  return others.reduce((common, other) => common.intersection(other), first);
}
