import type { CopyFigures } from './catalogue/measure-copy.ts';
import type { ImportFigures } from './catalogue/fill-catalogue.ts';
import type { StartFigures } from './catalogue/measure-start.ts';
import type { Figures, FloorFigures } from './load/figures.ts';

const TITLE_WIDTH = 48;

/** The columns of the table of questions, with their widths. */
const COLUMNS: ReadonlyArray<
  readonly [group: string, name: string, width: number, of: (figures: Figures) => string]
> = [
  ['requests', '/s', 7, ({ perSecond }) => perSecond.toFixed(0)],
  ['', '× A', 6, ({ toA }) => toA.toFixed(2)],
  ['', '× C', 6, ({ toC }) => toC.toFixed(2)],
  ['', '× plain', 8, ({ toPlain }) => toPlain?.toFixed(1) ?? '–'],
  ['CPU ms', 'node', 7, ({ cpu }) => (cpu['service'] ?? 0).toFixed(3)],
  ['', '× C', 6, ({ cpuToC }) => cpuToC.toFixed(2)],
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

/** The two head lines of the table of questions. */
export function tableHead(): string {
  const line = (at: 0 | 1) => COLUMNS.map((column) => column[at].padStart(column[2])).join('');
  return [line(0), line(1)].map((each) => `${' '.repeat(TITLE_WIDTH)}${each}`).join('\n');
}

/** A line of the table of questions. */
export function toLine(figures: Figures): string {
  return (
    figures.title.padEnd(TITLE_WIDTH) + COLUMNS.map(([, , width, of]) => of(figures).padStart(width)).join('')
  );
}

export function describeFloor({ name, perSecond, cpu, generator }: FloorFigures): string {
  return (
    `floor ${name}: ${perSecond.toFixed(0)} requests/s, ${cpu.toFixed(3)} ms of CPU each; ` +
    `the load generator took ${percent(generator)} of a core`
  );
}

export function describeImport({ seconds, cpu, memory, table, indexes }: ImportFigures): string {
  return (
    `import: ${seconds.toFixed(1)} s; ${(cpu.command / 1000).toFixed(1)} s of CPU and ` +
    `${(cpu.postgres / 1000).toFixed(1)} s of PostgreSQL's; at most ${memory.toFixed(0)} MiB; ` +
    `a kit takes ${table.toFixed(0)} B and ${indexes.toFixed(0)} B in indexes`
  );
}

export function describeCopy(copy: CopyFigures, imported: ImportFigures): string {
  const cpu = (imported.cpu.command + imported.cpu.postgres) / copy.cpu;
  return (
    `COPY of the same kits: ${copy.seconds.toFixed(1)} s, of which ${copy.indexes.toFixed(1)} s for the indexes; ` +
    `${(copy.cpu / 1000).toFixed(1)} s of PostgreSQL's CPU; the import takes ${(imported.seconds / copy.seconds).toFixed(2)} ` +
    `times as long and ${cpu.toFixed(2)} times the CPU`
  );
}

export function describeStart(start: StartFigures): string {
  return (
    `start: first list after ${start.firstList.toFixed(0)} ms (${start.cpu.toFixed(0)} ms of CPU), index complete ` +
    `after ${start.index.toFixed(0)} ms; memory at rest ${start.serveAtRest.toFixed(0)} MiB, after load ` +
    `${start.serveAfterLoad.toFixed(0)} MiB, at most ${start.servePeak.toFixed(0)} MiB; worker at rest ` +
    `${start.workerAtRest.toFixed(0)} MiB`
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
