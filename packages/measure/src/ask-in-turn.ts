import { Agent } from 'node:http';
import { askOnce, type Question } from './load.ts';
import type { MeasuredService, MeasuredStack } from './measured-stack.ts';
import { cpuOf } from './process-usage.ts';

interface Asked extends MeasuredService {
  tokens: readonly string[];
}

interface InTurn {
  title: string;
  ask: (tokens: readonly string[], at: number) => Question;
  status?: number | undefined;
}

const ROUNDS = 20;
/** CPU time is counted in units of 10 ms: over so many requests the error is small. */
const REQUESTS_A_ROUND = 20;
const WARM_UP = 40;

/** Asks each service over one connection, in turn, so that all meet the same machine; returns a line of figures. */
export async function askInTurn(stack: MeasuredStack, services: Asked[], question: InTurn): Promise<string> {
  const measured = services.map((service) => ({
    service,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    waits: [] as number[],
    cpu: [0, 0],
  }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const each of measured) {
      const pids = [each.service.pid, stack.postgres.pid];
      const before = pids.map(cpuOf);
      const waits = await askMany(each, question, round);
      if (round < 0) continue;
      each.waits.push(...waits);
      each.cpu = pids.map((pid, at) => (each.cpu[at] ?? 0) + cpuOf(pid) - (before[at] ?? 0));
    }
  }
  const figures = measured.map(({ agent, waits, cpu }) => {
    agent.destroy();
    return describe(waits, cpu);
  });
  return [question.title.padEnd(32), ...figures].join('  ');
}

async function askMany(
  { service, agent }: { service: Asked; agent: Agent },
  { title, ask, status }: InTurn,
  round: number,
): Promise<number[]> {
  const waits: number[] = [];
  const count = round < 0 ? WARM_UP : REQUESTS_A_ROUND;
  for (let at = 0; at < count; at += 1) {
    const begun = performance.now();
    await askOnce(
      agent,
      { url: service.url, status, title },
      ask(service.tokens, Math.max(0, round) * count + at),
    );
    waits.push(performance.now() - begun);
  }
  return waits;
}

function describe(waits: readonly number[], cpu: readonly number[]): string {
  const sorted = waits.toSorted((a, b) => a - b);
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const [service = '', postgres = ''] = cpu.map((ms) => (ms / waits.length).toFixed(1));
  return `p50 ${quantile(0.5)} p95 ${quantile(0.95)} ms, CPU ${service} + ${postgres} ms`.padEnd(46);
}
