/** Lines that an import tells of: how many, and the first ten of them, each as `line 7 (its key)`. */
export interface NotedLines {
  count: number;
  first: readonly string[];
}

const SHOWN_LINES = 10;

/** Notes lines in any order. */
export function noteLines() {
  const first: Array<{ number: number; key: string }> = [];
  let count = 0;
  return {
    add(lines: ReadonlyArray<{ number: number; key: string }>, total = lines.length): void {
      count += total;
      first.push(...lines);
    },
    list(): NotedLines {
      const shown = first.toSorted((one, other) => one.number - other.number).slice(0, SHOWN_LINES);
      return { count, first: shown.map(({ number, key }) => `line ${number} (${key})`) };
    },
  };
}
