/** The names with the smallest edit distance, ignoring case and accents; ties keep their order. */
export function nearestNames(text: string, names: readonly string[], count: number): string[] {
  const asked = fold(text);
  return names
    .map((name) => ({ name, distance: editDistance(asked, fold(name)) }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, count)
    .map(({ name }) => name);
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of adjacent characters. */
export function editDistance(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  let beforeLast: number[] = [];
  let last = [0, ...to.map((_, index) => index + 1)];
  from.forEach((character, row) => {
    const current = [row + 1];
    to.forEach((target, column) => {
      const replaced = at(last, column) + (character === target ? 0 : 1);
      let distance = Math.min(replaced, at(last, column + 1) + 1, at(current, column) + 1);
      const isSwap = row > 0 && column > 0 && character === to[column - 1] && from[row - 1] === target;
      if (isSwap) distance = Math.min(distance, at(beforeLast, column - 1) + 1);
      current.push(distance);
    });
    [beforeLast, last] = [last, current];
  });
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
