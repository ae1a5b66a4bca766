import type { Measured, MeasuredRound } from './load/measure-in-turns.ts';

/** What was measured for a kind of request: the service, and what it is compared with. */
export interface Comparison {
  service: Measured;
  A: Measured;
  C: Measured;
  /** Undefined if the plain service lacks the endpoint. */
  plain: Measured | undefined;
}

type Figure = (round: MeasuredRound) => number;

const perSecond: Figure = ({ requests, ms }) => (requests / ms) * 1000;
const ownLoad: Figure = ({ cpuMs, ms }) => cpuMs / ms;
const cpuOf =
  (name: string) =>
  ({ cpu }: MeasuredRound) =>
    cpu[name] ?? 0;

const TITLE_WIDTH = 48;

/** The columns of the table of requests, with their widths; each figure is the median of its rounds. */
const COLUMNS: ReadonlyArray<
  readonly [group: string, name: string, width: number, of: (measured: Comparison) => string]
> = [
  ['requests', '/s', 7, ({ service }) => middle(service.loaded, perSecond).toFixed(0)],
  ['', '× A', 6, ({ service, A }) => ratio(service, A, perSecond).toFixed(2)],
  ['', '× C', 6, ({ service, C }) => ratio(service, C, perSecond).toFixed(2)],
  ['', '× plain', 8, ({ service, plain }) => (plain ? ratio(service, plain, perSecond).toFixed(1) : '–')],
  ['CPU ms', 'node', 7, ({ service }) => middle(service.loaded, cpuOf('service')).toFixed(3)],
  ['', '× C', 7, ({ service, C }) => ratio(service, C, cpuOf('service')).toFixed(2)],
  ['', 'postgres', 9, ({ service }) => middle(service.loaded, cpuOf('postgres')).toFixed(3)],
  ['', 'redis', 6, ({ service }) => middle(service.loaded, cpuOf('redis')).toFixed(3)],
  ['alone', 'p50 ms', 8, ({ service }) => middle(service.alone, ({ p50 }) => p50).toFixed(2)],
  ['', 'p95', 7, ({ service }) => middle(service.alone, ({ p95 }) => p95).toFixed(2)],
  ['loaded', 'p50 ms', 8, ({ service }) => middle(service.loaded, ({ p50 }) => p50).toFixed(1)],
  ['', 'p95', 7, ({ service }) => middle(service.loaded, ({ p95 }) => p95).toFixed(1)],
  [
    'body',
    'B',
    6,
    ({ service }) => middle(service.loaded, ({ bytes, requests }) => bytes / requests).toFixed(0),
  ],
  [
    'cache',
    'hits',
    6,
    ({ service }) => percent(middle(service.loaded, ({ hits, requests }) => hits / requests)),
  ],
  ['load', 'gen.', 6, ({ service }) => percent(middle(service.loaded, ownLoad))],
];

/** The two header lines of the table of requests. */
export function tableHeader(): string {
  const line = (at: 0 | 1) => COLUMNS.map((column) => column[at].padStart(column[2])).join('');
  return [line(0), line(1)].map((each) => `${' '.repeat(TITLE_WIDTH)}${each}`).join('\n');
}

/** A line of the table of requests. */
export function toLine(title: string, measured: Comparison): string {
  const cells = COLUMNS.map(([, , width, of]) => of(measured).padStart(width));
  return title.padEnd(TITLE_WIDTH) + cells.join('');
}

/** A floor over all rounds of a run, in one line. */
export function describeFloor(name: string, rounds: readonly MeasuredRound[]): string {
  return (
    `floor ${name}: ${middle(rounds, perSecond).toFixed(0)} requests/s, ` +
    `${middle(rounds, cpuOf('service')).toFixed(3)} ms of CPU each; ` +
    `the load generator took ${percent(middle(rounds, ownLoad))} of a core`
  );
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function middle(rounds: readonly MeasuredRound[], of: Figure): number {
  return median(rounds.map(of));
}

/** The figure of the service compared with that of another server in the same round. */
function ratio({ loaded }: Measured, other: Measured, of: Figure): number {
  return median(loaded.flatMap((round, at) => (other.loaded[at] ? [of(round) / of(other.loaded[at])] : [])));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
