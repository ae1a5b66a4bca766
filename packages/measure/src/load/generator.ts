import { fork } from 'node:child_process';

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
    run: (round) =>
      new Promise((resolve, reject) => {
        const fail = (reason = 'it has ended') => reject(new Error(`the load generator: ${reason}`));
        const onExit = () => fail();
        child.once('exit', onExit);
        child.once('message', ({ result, error }: { result?: RoundResult; error?: string }) => {
          child.off('exit', onExit);
          if (result) resolve(result);
          else fail(error);
        });
        child.send(round);
      }),
    stop: () => child.disconnect(),
  };
}
