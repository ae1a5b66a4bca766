import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { DevstackError, messageOf } from './devstack-error.ts';

/** How a process ended: with a status, or by a signal. */
export interface ProcessEnd {
  status: number | null;
  signal: NodeJS.Signals | null;
}

/** A command of a service to run as a process of its own. */
export interface ServiceCommand {
  /** The service's main.ts. */
  main: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Is told every line that the process writes. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

/** A running service. */
export interface ServiceProcess {
  pid: number;
  /** The last lines it has written, oldest first. */
  lastLines(): string[];
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end and waits; after the grace, or when `hurry` is aborted, it is killed. */
  stop(graceMs: number, hurry?: AbortSignal): Promise<ProcessEnd>;
  /** Resolves when it has ended and all its lines were read. */
  ended: Promise<ProcessEnd>;
  hasEnded(): boolean;
}

const keptLines = 20;
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/**
 * Starts a service's command. The process ends by itself when this one is gone, however that came, and is in a
 * group of its own: a Ctrl-C is for the caller to answer.
 */
export function spawnService({ main, args, env, cwd, onLine }: ServiceCommand): ServiceProcess {
  const child = spawn(process.execPath, ['--import', endWithParent, main, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const last: string[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    readLines(child[name], (line) => {
      last.push(line);
      if (last.length > keptLines) last.shift();
      onLine?.(line, name);
    });
  }
  let end: ProcessEnd | undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    const finish = (status: number | null, signal: NodeJS.Signals | null) =>
      resolve((end ??= { status, signal }));
    child.once('error', (error) => {
      last.push(messageOf(error));
      finish(1, null);
    });
    child.once('close', finish);
    // A process it has started may hold its output open for longer.
    child.once('exit', (status, signal) => setTimeout(finish, 1000, status, signal).unref());
  });
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(name);
  };
  return {
    pid: child.pid ?? 0,
    lastLines: () => [...last],
    signal,
    stop: (graceMs, hurry) => stopProcess(signal, ended, graceMs, hurry),
    ended,
    hasEnded: () => end !== undefined,
  };
}

/** Waits until the service answers its health check. Errors: it ends, or is not ready in time, or `stop` aborts. */
export async function waitForHealth(
  service: Pick<ServiceProcess, 'hasEnded'>,
  url: string,
  timeoutMs: number,
  stop?: AbortSignal,
): Promise<void> {
  let seen = 'no answer';
  for (
    const until = Date.now() + timeoutMs;
    Date.now() < until;
    await delay(50, undefined, { signal: stop })
  ) {
    if (service.hasEnded()) throw new DevstackError('it has ended');
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
      if (status === 200) return;
      seen = `status ${status}`;
    } catch (error) {
      seen = messageOf(error);
    }
  }
  throw new DevstackError(`${url} does not answer with 200 within ${timeoutMs / 1000} seconds (${seen})`);
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
}

async function stopProcess(
  signal: (name: NodeJS.Signals) => void,
  ended: Promise<ProcessEnd>,
  graceMs: number,
  hurry?: AbortSignal,
): Promise<ProcessEnd> {
  const kill = () => signal('SIGKILL');
  if (hurry?.aborted) kill();
  else signal('SIGTERM');
  const timer = setTimeout(kill, graceMs);
  hurry?.addEventListener('abort', kill);
  try {
    return await ended;
  } finally {
    clearTimeout(timer);
    hurry?.removeEventListener('abort', kill);
  }
}
