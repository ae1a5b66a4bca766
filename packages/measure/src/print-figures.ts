import type { Figures } from './load/figures.ts';

const TITLE_WIDTH = 46;

/** The head of the table that `toLine` fills. */
export const TABLE_HEAD = [
  `${''.padEnd(TITLE_WIDTH)}     req/s             CPU ms a request        waits in ms, p50 / p95       body  cache  load`,
  `${''.padEnd(TITLE_WIDTH)}    /s    × A   × C   node   × C  postgres  1 connection      ${'under load'.padEnd(12)}   B    hits   gen.`,
].join('\n');

/** A line of the table. */
export function toLine(figures: Figures): string {
  const { title, perSecond, toA, toC, cpuToC, cpu, alone, loaded, bytes, hits, generator } = figures;
  return [
    title.padEnd(TITLE_WIDTH),
    perSecond.toFixed(0).padStart(6),
    toA.toFixed(2).padStart(6),
    toC.toFixed(2).padStart(5),
    (cpu['service'] ?? 0).toFixed(3).padStart(6),
    cpuToC.toFixed(2).padStart(5),
    (cpu['postgres'] ?? 0).toFixed(3).padStart(9),
    waits(alone),
    waits(loaded),
    bytes.toFixed(0).padStart(6),
    percent(hits).padStart(5),
    percent(generator).padStart(5),
  ].join(' ');
}

function waits({ p50, p95 }: { p50: number; p95: number }): string {
  return `${p50.toFixed(2).padStart(6)} / ${p95.toFixed(2).padEnd(6)}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
