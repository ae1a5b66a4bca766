/** What was found wrong, with the shortest request that shows it. */
export interface Finding {
  operation: string;
  problem: string;
  count: number;
  /** How long the request is, in bytes. */
  size: number;
  /** How to send it again. */
  request: string;
  requestId: string;
}

/** What has been answered how often, and what was wrong with it. */
export interface Tally {
  count(operation: string, status: number, ms: number): void;
  find(finding: Omit<Finding, 'count'>): void;
  findings(): Finding[];
  total(): number;
  /** Which of these operations never had a good response, with the statuses that they had. */
  neverGood(operations: readonly string[]): string[];
  /** How often each status was answered. */
  byStatus(): Map<number, number>;
  /** A line for each operation. */
  table(): string;
  slowest(): { operation: string; ms: number };
}

/** Counts from nothing. */
export function createTally(): Tally {
  const counts = new Map<string, Map<number, number>>();
  const found = new Map<string, Finding>();
  let total = 0;
  let slowest = { operation: '', ms: 0 };
  return {
    count(operation, status, ms) {
      total += 1;
      if (ms > slowest.ms) slowest = { operation, ms };
      const own = counts.get(operation) ?? new Map<number, number>();
      own.set(status, (own.get(status) ?? 0) + 1);
      counts.set(operation, own);
    },
    find(finding) {
      const key = `${finding.operation} ${toKind(finding.problem)}`;
      const known = found.get(key);
      const count = (known?.count ?? 0) + 1;
      found.set(key, known && known.size <= finding.size ? { ...known, count } : { ...finding, count });
    },
    findings: () => [...found.values()],
    total: () => total,
    neverGood: (operations) =>
      operations
        .map((operation) => ({ operation, own: counts.get(operation) ?? new Map<number, number>() }))
        .filter(({ own }) => ![...own.keys()].some(isGood))
        .map(({ operation, own }) => `${operation} (${printCounts(own)})`),
    byStatus: () => sum([...counts.values()]),
    table: () =>
      [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([operation, statuses]) => `${operation.padEnd(40)} ${printCounts(statuses)}`)
        .join('\n'),
    slowest: () => slowest,
  };
}

/** A redirection is what signing in elsewhere answers. */
function isGood(status: number): boolean {
  return (status >= 200 && status < 300) || status === 302;
}

/** Problems that differ in ids and texts alone are the same. */
function toKind(problem: string): string {
  return (
    problem
      .split('\n')[0]
      ?.replaceAll(/\d{4,}|"[^"]*"|\/[^ ]*/g, '…')
      .slice(0, 120) ?? ''
  );
}

function sum(all: ReadonlyArray<Map<number, number>>): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [status, count] of all.flatMap((one) => [...one]))
    sums.set(status, (sums.get(status) ?? 0) + count);
  return sums;
}

/** The counts of statuses in a line. */
export function printCounts(counts: Map<number, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ');
}
