import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Round, RoundResult } from './ask-in-rounds.ts';

/** The load generator, which runs in a process of its own. */
export interface Generator {
  run(round: Round): Promise<RoundResult>;
  stop(): void;
}

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
