import type { ImportFigures } from './catalogue/fill-catalogue.ts';
import type { Measured, MeasuredRound } from './load/measure-in-turns.ts';

/** The figures of a kind of request; each the median of its rounds. */
export interface Figures {
  title: string;
  perSecond: number;
  /** Requests a second compared with the floors' in the same round. */
  toA: number;
  toC: number;
  /** Requests a second compared with the plain service's; undefined if that lacks the endpoint. */
  toPlain: number | undefined;
  /** CPU time of the service compared with floor C's. */
  cpuToC: number;
  /** CPU milliseconds of a request, by process. */
  cpu: Record<string, number>;
  /** Waiting times in milliseconds: median and 95 %, of one connection and under load. */
  alone: { p50: number; p95: number };
  loaded: { p50: number; p95: number };
  /** Of the body. */
  bytes: number;
  /** The share of responses that came from the cache. */
  hits: number;
  /** The share of a core that the load generator took. */
  generator: number;
}

/** Compares the service with the floors, and with the plain service if that has the endpoint. */
export function toFigures(
  title: string,
  { A, C, plain, service }: Record<'A' | 'C' | 'service', Measured> & { plain: Measured | undefined },
): Figures {
  const { loaded, alone } = service;
  const compared = (floor: Measured, of: (round: MeasuredRound) => number) =>
    median(loaded.flatMap((round, at) => (floor.loaded[at] ? [of(round) / of(floor.loaded[at])] : [])));
  const names = Object.keys(loaded[0]?.cpu ?? {});
  const middle = (rounds: readonly MeasuredRound[], of: (round: MeasuredRound) => number) =>
    median(rounds.map(of));
  return {
    title,
    perSecond: middle(loaded, perSecondOf),
    toA: compared(A, perSecondOf),
    toC: compared(C, perSecondOf),
    toPlain: plain && compared(plain, perSecondOf),
    cpuToC: compared(C, ({ cpu }) => cpu['service'] ?? 0),
    cpu: Object.fromEntries(names.map((name) => [name, middle(loaded, ({ cpu }) => cpu[name] ?? 0)])),
    alone: { p50: middle(alone, ({ p50 }) => p50), p95: middle(alone, ({ p95 }) => p95) },
    loaded: { p50: middle(loaded, ({ p50 }) => p50), p95: middle(loaded, ({ p95 }) => p95) },
    bytes: middle(loaded, ({ bytes, requests }) => bytes / requests),
    hits: middle(loaded, ({ hits, requests }) => hits / requests),
    generator: middle(loaded, ({ cpuMs, ms }) => cpuMs / ms),
  };
}

function perSecondOf({ requests, ms }: MeasuredRound): number {
  return (requests / ms) * 1000;
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const TITLE_WIDTH = 48;

/** The columns of the table of requests, with their widths. */
const COLUMNS: ReadonlyArray<
  readonly [group: string, name: string, width: number, of: (figures: Figures) => string]
> = [
  ['requests', '/s', 7, ({ perSecond }) => perSecond.toFixed(0)],
  ['', '× A', 6, ({ toA }) => toA.toFixed(2)],
  ['', '× C', 6, ({ toC }) => toC.toFixed(2)],
  ['', '× plain', 8, ({ toPlain }) => toPlain?.toFixed(1) ?? '–'],
  ['CPU ms', 'node', 7, ({ cpu }) => (cpu['service'] ?? 0).toFixed(3)],
  ['', '× C', 7, ({ cpuToC }) => cpuToC.toFixed(2)],
  ['', 'postgres', 9, ({ cpu }) => (cpu['postgres'] ?? 0).toFixed(3)],
  ['', 'redis', 6, ({ cpu }) => (cpu['redis'] ?? 0).toFixed(3)],
  ['alone', 'p50 ms', 8, ({ alone }) => alone.p50.toFixed(2)],
  ['', 'p95', 7, ({ alone }) => alone.p95.toFixed(2)],
  ['loaded', 'p50 ms', 8, ({ loaded }) => loaded.p50.toFixed(1)],
  ['', 'p95', 7, ({ loaded }) => loaded.p95.toFixed(1)],
  ['body', 'B', 6, ({ bytes }) => bytes.toFixed(0)],
  ['cache', 'hits', 6, ({ hits }) => percent(hits)],
  ['load', 'gen.', 6, ({ generator }) => percent(generator)],
];

/** The two header lines of the table of requests. */
export function tableHeader(): string {
  const line = (at: 0 | 1) => COLUMNS.map((column) => column[at].padStart(column[2])).join('');
  return [line(0), line(1)].map((each) => `${' '.repeat(TITLE_WIDTH)}${each}`).join('\n');
}

/** A line of the table of requests. */
export function toLine(figures: Figures): string {
  return (
    figures.title.padEnd(TITLE_WIDTH) + COLUMNS.map(([, , width, of]) => of(figures).padStart(width)).join('')
  );
}

/** A floor over all rounds of a run, in one line. */
export function describeFloor(name: string, rounds: readonly MeasuredRound[]): string {
  const cpu = median(rounds.map((round) => round.cpu['service'] ?? 0));
  return (
    `floor ${name}: ${median(rounds.map(perSecondOf)).toFixed(0)} requests/s, ${cpu.toFixed(3)} ms of CPU each; ` +
    `the load generator took ${percent(median(rounds.map(({ cpuMs, ms }) => cpuMs / ms)))} of a core`
  );
}

export function describeImport({ seconds, cpu, memory, table, indexes }: ImportFigures): string {
  return (
    `import: ${seconds.toFixed(1)} s; ${(cpu.command / 1000).toFixed(1)} s of CPU and ` +
    `${(cpu.postgres / 1000).toFixed(1)} s of PostgreSQL's; at most ${memory.toFixed(0)} MiB; ` +
    `a kit takes ${table.toFixed(0)} B and ${indexes.toFixed(0)} B in indexes`
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
