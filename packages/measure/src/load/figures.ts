import type { Measured, MeasuredRound } from './measure-kind.ts';

/** The figures of a kind of question; each the median of its rounds. */
export interface Figures {
  title: string;
  perSecond: number;
  /** Requests a second compared with the floors' in the same round. */
  toA: number;
  toC: number;
  /** CPU time of the service compared with floor C's. */
  cpuToC: number;
  /** CPU milliseconds of a request, by process. */
  cpu: Record<string, number>;
  /** Waits in milliseconds: median and 95 %, of one connection and under load. */
  alone: { p50: number; p95: number };
  loaded: { p50: number; p95: number };
  /** Of the body. */
  bytes: number;
  /** The share of answers that were ready in the cache. */
  hits: number;
  /** The share of a core that the load generator took. */
  generator: number;
}

/** Compares the service with the floors. */
export function toFigures(
  title: string,
  { a, c, service }: Record<'a' | 'c' | 'service', Measured>,
): Figures {
  const { loaded, alone } = service;
  const perSecond = (round: MeasuredRound | undefined) => ((round?.requests ?? 0) / (round?.ms ?? 1)) * 1000;
  const compared = (floor: Measured, of: (round: MeasuredRound | undefined) => number) =>
    median(loaded.map((round, at) => of(round) / of(floor.loaded[at])));
  const names = Object.keys(loaded[0]?.cpu ?? {});
  const [own = ''] = names;
  return {
    title,
    perSecond: median(loaded.map(perSecond)),
    toA: compared(a, perSecond),
    toC: compared(c, perSecond),
    cpuToC: median(loaded.map(({ cpu }, at) => (cpu[own] ?? 0) / (c.loaded[at]?.cpu[own] ?? 0))),
    cpu: Object.fromEntries(names.map((name) => [name, median(loaded.map(({ cpu }) => cpu[name] ?? 0))])),
    alone: { p50: median(alone.map(({ p50 }) => p50)), p95: median(alone.map(({ p95 }) => p95)) },
    loaded: { p50: median(loaded.map(({ p50 }) => p50)), p95: median(loaded.map(({ p95 }) => p95)) },
    bytes: median(loaded.map(({ bytes, requests }) => bytes / requests)),
    hits: median(loaded.map(({ hits, requests }) => hits / requests)),
    generator: median(loaded.map(({ cpuMs, ms }) => cpuMs / ms)),
  };
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
