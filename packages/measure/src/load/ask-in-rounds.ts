import { converse, type Answer } from './raw-client.ts';

/** The host that all servers are asked as, so that their answers are alike. */
export const HOST = 'measured.localhost';

/** A request to send. */
export interface Question {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests as fast as answers arrive, for some time or number. */
export interface Round {
  port: number;
  questions: readonly Question[];
  /** The first one to ask; after the last one, the first one follows. */
  from: number;
  /**
   * Repeated questions are asked under another host name, which answers with links depend on: no cache knows them.
   */
  isCold?: boolean;
  status: number;
  connections: number;
  seconds: number;
  /** Ends after so many, however long they take. */
  requests?: number;
}

export interface RoundResult {
  requests: number;
  ms: number;
  /** Waits in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Of all bodies. */
  bytes: number;
  /** How many answers were ready in the cache. */
  hits: number;
  /** CPU time of the generator itself. */
  cpuMs: number;
}

/** Asks for one round. Errors: an answer with another status, a connection that fails. */
export async function askForRound(round: Round): Promise<RoundResult> {
  const nextRequest = openRequests(round);
  const waits: number[] = [];
  let [bytes, hits] = [0, 0];
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const end = round.requests === undefined ? begun + round.seconds * 1000 : Infinity;
  let left = round.requests ?? Infinity;
  const count = (answer: Answer, wait: number) => {
    if (answer.status !== round.status) throw new Error(describe(round, answer));
    waits.push(wait);
    bytes += answer.bytes;
    if (answer.isHit) hits += 1;
  };
  const ask = () => {
    let sent = 0;
    return converse(round.port, (answer) => {
      const now = performance.now();
      if (answer) count(answer, now - sent);
      sent = now;
      left -= 1;
      return now < end && left >= 0 ? nextRequest() : undefined;
    });
  };
  await Promise.all(Array.from({ length: round.connections }, ask));
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(waits).toSorted();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requests: waits.length,
    ms,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    bytes,
    hits,
    cpuMs: (user + system) / 1000,
  };
}

function openRequests({ questions, from, isCold = false }: Round): () => string {
  let at = from;
  const prepared = questions.map((question) => prepare(question));
  return () => {
    const host = isCold ? `p${Math.floor(at / prepared.length)}.${HOST}` : HOST;
    const { start, rest } = prepared[at % prepared.length] ?? { start: '', rest: '' };
    at += 1;
    return `${start}Host: ${host}\r\n${rest}`;
  };
}

function prepare({ path, method = 'GET', headers = {}, body = '' }: Question): {
  start: string;
  rest: string;
} {
  const sent = body === '' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return { start: `${method} ${path} HTTP/1.1\r\n`, rest: `${lines.join('')}\r\n${body}` };
}

function describe({ questions, status }: Round, answer: Answer): string {
  return `${questions[0]?.path ?? ''} and the like: ${answer.status} instead of ${status}: ${answer.start}`;
}
