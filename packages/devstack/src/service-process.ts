import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { DevstackError, messageOf } from './devstack-error.ts';
import { endProcess, withGrace } from './end-process.ts';

/** How a process ended: its exit status, or the signal that ended it. */
export interface ProcessEnd {
  status: number | null;
  signal: NodeJS.Signals | null;
}

/** A service command to run in a separate process. */
export interface ServiceCommand {
  /** The service's main.ts. */
  main: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /**
   * Lines for its standard input, without line breaks. A command with input may show its progress on the
   * terminal.
   */
  input?: Iterable<string> | undefined;
  /** Discards its standard output and inherits standard error, so that this process reads neither. */
  isSilent?: true;
  /** Restarts the command when a file in these folders changes. */
  watch?: readonly string[] | undefined;
  /** Called for every line of output. */
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

/** A running service. */
export interface ServiceProcess {
  pid: number;
  /** The last lines of output, oldest first. */
  lastLines(): string[];
  signal(signal: NodeJS.Signals): void;
  /** Stops the process and waits for its end. Kills it after the grace period, or when `hurry` is aborted. */
  stop(graceMs: number, hurry?: AbortSignal): Promise<ProcessEnd>;
  /** Resolves when the process has exited and all its output was read. */
  ended: Promise<ProcessEnd>;
  hasEnded(): boolean;
}

const keptLines = 20;
const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/**
 * Starts a service command. The process exits when this one ends for any reason, and has its own process
 * group, so that the caller handles Ctrl-C.
 */
export function spawnService(command: ServiceCommand): ServiceProcess {
  const { main, args, env, cwd, input, isSilent = false, watch = [], onLine } = command;
  const errorsShown = isSilent || (input !== undefined && process.stderr.isTTY);
  const watching = watch.flatMap((folder) => ['--watch-path', folder, '--watch-preserve-output']);
  const child = spawn(process.execPath, ['--import', endWithParent, ...watching, main, ...args], {
    cwd,
    env,
    detached: true,
    stdio: [input ? 'pipe' : 'ignore', isSilent ? 'ignore' : 'pipe', errorsShown ? 'inherit' : 'pipe', 'ipc'],
  });
  const last: string[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    readLines(child[name], (line) => {
      last.push(line);
      if (last.length > keptLines) last.shift();
      onLine?.(line, name);
    });
  }
  // A command that fails early stops reading; its exit status is reported.
  if (child.stdin) pipeline(Readable.from(toChunks(input ?? [])), child.stdin).catch(() => {});
  let end: ProcessEnd | undefined;
  const ended = new Promise<ProcessEnd>((resolve) => {
    const finish = (status: number | null, signal: NodeJS.Signals | null) =>
      resolve((end ??= { status, signal }));
    child.once('error', (error) => {
      last.push(messageOf(error));
      finish(1, null);
    });
    child.once('close', finish);
    // A child process of it may keep its output open for longer.
    child.once('exit', (status, signal) => setTimeout(finish, 1000, status, signal).unref());
  });
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    lastLines: () => [...last],
    signal: (name) => void (hasExited() || child.kill(name)),
    async stop(graceMs, hurry) {
      const { pid } = child;
      if (pid !== undefined && !hasExited()) {
        await endProcess({ name: 'a service', pid, hasEnded: hasExited }, withGrace(graceMs), hurry);
      }
      return ended;
    },
    ended,
    hasEnded: () => end !== undefined,
  };
}

/**
 * Waits until the URL responds with 200. Errors: the service exits, is not ready in time, or `stop` is
 * aborted.
 */
export async function waitForHealth(
  service: Pick<ServiceProcess, 'hasEnded'>,
  url: string,
  timeoutMs: number,
  { stop, pollMs = 50 }: { stop?: AbortSignal; pollMs?: number } = {},
): Promise<void> {
  let seen = 'no response';
  const pause = () => delay(pollMs, undefined, { signal: stop });
  for (const until = Date.now() + timeoutMs; Date.now() < until; await pause()) {
    if (service.hasEnded()) throw new DevstackError('it has exited');
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(5000) });
      if (status === 200) return;
      seen = `status ${status}`;
    } catch (error) {
      seen = messageOf(error);
    }
  }
  throw new DevstackError(`${url} does not respond with 200 within ${timeoutMs / 1000} seconds (${seen})`);
}

/** A service command that runs to completion. */
export interface StackCommand extends Omit<ServiceCommand, 'onLine'> {
  title: string;
  /** Aborts the command. */
  stop: AbortSignal;
}

/** A service's database and its commands. */
export interface ServiceAccess {
  databaseUrl: string;
  /** Runs a command, as `runCommand` does. */
  run(title: string, args: string[], input?: Iterable<string>): Promise<string>;
}

/**
 * Runs a command to completion and returns its standard output. Errors: it fails; the message contains the
 * last line of its standard error.
 */
export async function runCommand({ title, stop, ...command }: StackCommand): Promise<string> {
  stop.throwIfAborted();
  const output: string[] = [];
  let lastError = '';
  const process = spawnService({
    ...command,
    onLine: (line, stream) => {
      if (stream === 'stdout') output.push(line);
      else lastError = line.trim() || lastError;
    },
  });
  const end = () => process.signal('SIGTERM');
  stop.addEventListener('abort', end);
  try {
    const { status } = await process.ended;
    stop.throwIfAborted();
    if (status !== 0)
      throw new DevstackError(`${title} failed${lastError ? `: ${lastError}` : ` (status ${status})`}`);
    return output.join('\n');
  } finally {
    stop.removeEventListener('abort', end);
  }
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
}

/** Joins lines, each with a line break, to strings of about 64 kB. */
export function* toChunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
