import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The host that requests name for all servers, so that responses with links are alike. */
export const HOST = 'measured.localhost';

/** A request to send. */
export interface LoadRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests as fast as responses arrive, for some time or number. */
export interface Round {
  port: number;
  requests: readonly LoadRequest[];
  /** The index of the first one to send; after the last one, the first one follows. */
  from: number;
  /** Repeated requests name another host, which responses with links depend on: no cache knows them. */
  isCold?: boolean;
  /** The expected status. */
  status: number;
  connections: number;
  seconds: number;
  /** Ends after so many requests, however long they take. */
  limit?: number;
}

/** What was measured in a round. */
export interface RoundResult {
  /** How many requests were sent. */
  requests: number;
  ms: number;
  /** Waiting times in milliseconds. */
  p50: number;
  p95: number;
  /** Of all bodies. */
  bytes: number;
  /** How many responses came from the cache. */
  hits: number;
  /** CPU time of the generator itself. */
  cpuMs: number;
}

/** The load generator, which runs in a process of its own. */
export interface Generator {
  /** Errors: a response with another status, a connection that fails. */
  run(round: Round): Promise<RoundResult>;
  stop(): void;
}

/** Starts a load generator. */
export function startGenerator(): Generator {
  const child = fork(new URL('generator-process.ts', import.meta.url));
  return {
    run: (round) => runRound(child, round),
    stop: () => child.disconnect(),
  };
}

async function runRound(child: ChildProcess, round: Round): Promise<RoundResult> {
  const gone = new AbortController();
  const reply = once(child, 'message', { signal: gone.signal });
  const exit = once(child, 'exit', { signal: gone.signal });
  try {
    child.send(round);
    const [message] = (await Promise.race([reply, exit.then(() => [{ error: 'it has ended' }])])) as [
      { result?: RoundResult; error?: string },
    ];
    if (!message.result) throw new Error(`the load generator: ${message.error ?? 'no result'}`);
    return message.result;
  } finally {
    gone.abort();
    await Promise.allSettled([reply, exit]);
  }
}
