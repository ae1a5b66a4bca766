import { loadavg } from 'node:os';
import type { Question } from './load/ask-in-rounds.ts';
import { startGenerator } from './load/generator.ts';
import { cpuOf, memoryOf } from './process-usage.ts';

export type { Question } from './load/ask-in-rounds.ts';

/** The load, and the processes to measure. */
export interface LoadOptions {
  title: string;
  url: string;
  ask: (at: number) => Question;
  status?: number;
  /** Concurrent requests. */
  connections?: number;
  seconds?: number;
  /** The measured processes, by name. */
  watched: Readonly<Record<string, number>>;
  /** How many bytes the service has logged. */
  logged: () => number;
}

const CONNECTIONS = 8;
const SECONDS = 6;
const WARM_UP_SECONDS = 0.5;
/** After so many different questions the first ones follow. */
const QUESTIONS = 20_000;

/** Sends requests as fast as responses arrive, and returns one line of figures, each per request. */
export async function measureLoad(options: LoadOptions): Promise<string> {
  const { connections = CONNECTIONS, seconds = SECONDS, status = 200, watched, logged } = options;
  const generator = startGenerator();
  const questions = Array.from({ length: QUESTIONS }, (_, at) => options.ask(at));
  const round = { port: Number(new URL(options.url).port), questions, status, connections };
  try {
    const { requests: from } = await generator.run({ ...round, from: 0, seconds: WARM_UP_SECONDS });
    const before = Object.values(watched).map(cpuOf);
    const loggedBefore = logged();
    const { requests, p50, p99, bytes } = await generator.run({ ...round, from, seconds });
    const cpu = Object.entries(watched).map(
      ([name, pid], index) => `${name} ${((cpuOf(pid) - (before[index] ?? 0)) / requests).toFixed(3)}`,
    );
    return [
      options.title.padEnd(44),
      `${Math.round(requests / seconds)}/s`.padStart(7),
      `CPU ms: ${cpu.join(', ')}`,
      `wait ms: ${p50.toFixed(1)} and ${p99.toFixed(1)}`,
      `body ${Math.round(bytes / requests)} B`,
      `log ${Math.round((logged() - loggedBefore) / requests)} B`,
      `memory ${memoryOf(Object.values(watched)[0] ?? 0).toFixed(0)} MiB`,
      `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ].join('  ');
  } finally {
    generator.stop();
  }
}
