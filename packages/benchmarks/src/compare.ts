import { threadsCpuOf } from '@kitroom/testing/process-usage';
import type { RequestKind } from './catalogue-requests.ts';
import { sendRequests, takeTurns, type Load } from './send-requests.ts';
import { timeRequests } from './time-requests.ts';

/** A server to send requests to. */
export type Target = Record<'port' | 'pid', number>;

/** How to send requests of a kind. */
export interface Turns extends Pick<Load, 'connections' | 'until'> {
  rounds: number;
  /** How long one connection is timed. */
  secondsAlone: number;
}

type Figures = Awaited<ReturnType<typeof measureRound>>;
type Measured = Readonly<Record<string, Figures[]>>;

/**
 * Sends requests of a kind to all targets in turns, so that whatever else the machine does affects all of
 * them alike. The first round is not counted: it compiles, plans and fills caches.
 */
export async function measureInTurns(
  targets: Readonly<Record<string, Target>>,
  { requests, isCold }: RequestKind,
  turns: Turns,
): Promise<Measured> {
  const series = Object.entries(targets).map(([name, target]) => {
    return { name, rounds: [] as Figures[], load: { ...target, next: takeTurns(requests, { isCold }) } };
  });
  for (let round = 0; round <= turns.rounds; round += 1) {
    for (const { rounds, load } of series) {
      const figures = await measureRound({ ...turns, ...load });
      if (round > 0) rounds.push(figures);
    }
  }
  return Object.fromEntries(series.map(({ name, rounds }) => [name, rounds]));
}

async function measureRound({ pid, secondsAlone, ...load }: Target & Turns & Load) {
  const before = threadsCpuOf(pid);
  const { requests, ms, generatorMs } = await sendRequests(load);
  const after = threadsCpuOf(pid);
  return {
    perSecond: (requests / ms) * 1000,
    /** CPU time of the server for a request, in milliseconds. */
    cpu: (after - before) / requests,
    /** CPU time of the load generator, as a share of a core. */
    load: generatorMs / ms,
    ...(await timeRequests(load, secondsAlone)),
  };
}

/** The columns of the table: figures of the service, some divided by those of another server. */
const COLUMNS: ReadonlyArray<[column: string, name: keyof Figures, digits: number, other?: string]> = [
  ['/s', 'perSecond', 0],
  ['× A', 'perSecond', 2, 'A'],
  ['× C', 'perSecond', 2, 'C'],
  ['× plain', 'perSecond', 1, 'plain'],
  ['CPU ms', 'cpu', 3],
  ['CPU × C', 'cpu', 2, 'C'],
  ['p50 ms', 'p50', 2],
  ['p95 ms', 'p95', 2],
  ['hits', 'hits', 2],
  ['load', 'load', 2],
];

/** A line of the table with the medians of all rounds, or its header. */
export function toLine(title: string, measured?: Measured): string {
  const cells = COLUMNS.map(([column, name, digits, baseline]) => {
    if (!measured) return column;
    const divisorAt = (at: number) => (baseline ? (measured[baseline]?.[at]?.[name] ?? Number.NaN) : 1);
    const values = measured['service']?.map((round, at) => round[name] / divisorAt(at)) ?? [];
    return (
      values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]?.toFixed(digits) ?? ''
    );
  });
  return title.padEnd(40) + cells.map((cell) => cell.padStart(9)).join('');
}
