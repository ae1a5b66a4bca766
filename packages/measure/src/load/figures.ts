import type { Measured, MeasuredRound } from './measure-kind.ts';

/** The figures of a kind of question; each the median of its rounds. */
export interface Figures {
  title: string;
  perSecond: number;
  /** Requests a second compared with the floors' in the same round. */
  toA: number;
  toC: number;
  /** Requests a second compared with the plain service's; undefined where it has no answer. */
  toPlain: number | undefined;
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

/** A floor's figures over all rounds of a run. */
export interface FloorFigures {
  name: string;
  perSecond: number;
  /** CPU milliseconds of a request. */
  cpu: number;
  /** The share of a core that the load generator took. */
  generator: number;
}

export function toFloorFigures(name: string, measured: readonly Measured[]): FloorFigures {
  const rounds = measured.flatMap(({ loaded }) => loaded);
  return {
    name,
    perSecond: median(rounds.map(perSecondOf)),
    cpu: median(rounds.map(({ cpu }) => cpu['service'] ?? 0)),
    generator: median(rounds.map(({ cpuMs, ms }) => cpuMs / ms)),
  };
}

/** Compares the service with the floors, and with the plain service where that answers. */
export function toFigures(
  title: string,
  { a, c, plain, service }: Record<'a' | 'c' | 'service', Measured> & { plain?: Measured | undefined },
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
    toA: compared(a, perSecondOf),
    toC: compared(c, perSecondOf),
    toPlain: plain && compared(plain, perSecondOf),
    cpuToC: compared(c, ({ cpu }) => cpu['service'] ?? 0),
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
