import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { cpuOf, memoryOf } from './process-usage.ts';

/** A request to send, the same or different each time. */
export interface Question {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The load, and the processes to measure. */
export interface LoadOptions {
  title: string;
  url: string;
  ask: (at: number) => Question;
  status?: number | undefined;
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
const WARM_UP = 200;

/** Sends requests as fast as responses arrive, and returns one line of figures, each per request. */
export async function measureLoad(options: LoadOptions): Promise<string> {
  const { connections = CONNECTIONS, seconds = SECONDS, watched, logged } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let at = 0;
  const run = async (until: () => boolean) => {
    const waits: number[] = [];
    let bytes = 0;
    const worker = async () => {
      while (!until()) {
        const begun = performance.now();
        const body = await askOnce(agent, options, options.ask(at++));
        waits.push(performance.now() - begun);
        bytes += body;
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    return { waits: waits.toSorted((a, b) => a - b), bytes };
  };
  await run(() => at >= WARM_UP);
  const before = Object.values(watched).map(cpuOf);
  const loggedBefore = logged();
  const end = Date.now() + seconds * 1000;
  const { waits, bytes } = await run(() => Date.now() > end);
  agent.destroy();
  const asked = waits.length;
  const cpu = Object.entries(watched).map(
    ([name, pid], index) => `${name} ${((cpuOf(pid) - (before[index] ?? 0)) / asked).toFixed(3)}`,
  );
  const service = Object.values(watched)[0] ?? 0;
  return [
    options.title.padEnd(44),
    `${Math.round(asked / seconds)}/s`.padStart(7),
    `CPU ms: ${cpu.join(', ')}`,
    `wait ms: ${(waits[Math.floor(asked / 2)] ?? 0).toFixed(1)} and ${(waits[Math.floor(asked * 0.99)] ?? 0).toFixed(1)}`,
    `body ${Math.round(bytes / asked)} B`,
    `log ${Math.round((logged() - loggedBefore) / asked)} B`,
    `memory ${memoryOf(service).toFixed(0)} MiB`,
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ].join('  ');
}

/** Sends a request, reads the whole response, and returns the length of its body. */
export function askOnce(
  agent: Agent,
  { url, status = 200, title }: Pick<LoadOptions, 'url' | 'status' | 'title'>,
  question: Question,
): Promise<number> {
  const { path, body, ...options } = question;
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, ...options }, (answer) => {
      let bytes = 0;
      let start = '';
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (start === '') start = chunk.toString().slice(0, 200);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === status) resolve(bytes);
        else reject(new Error(`${title}: ${path} is answered ${answer.statusCode}: ${start}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
