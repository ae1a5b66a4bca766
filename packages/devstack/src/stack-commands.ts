import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DevstackError } from './devstack-error.ts';
import { queryOnce } from './query-once.ts';

/** A one-shot command of a service. */
export interface StackCommand {
  title: string;
  main: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Aborts the command. */
  stop: AbortSignal;
  /** Lines for its standard input, without line breaks. */
  input?: Iterable<string>;
}

const endWithParent = new URL('end-with-parent.ts', import.meta.url).href;

/**
 * Runs a command to completion and returns its standard output. Errors: it fails; the message contains the last line of
 * its standard error.
 */
export async function runCommand({
  title,
  main,
  args,
  env,
  cwd,
  stop,
  input,
}: StackCommand): Promise<string> {
  stop.throwIfAborted();
  // On a terminal the command may show its progress.
  const errorsShown = input !== undefined && process.stderr.isTTY;
  const child = spawn(process.execPath, ['--import', endWithParent, main, ...args], {
    cwd,
    env,
    detached: true,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', errorsShown ? 'inherit' : 'pipe', 'ipc'],
  });
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => (output = `${output}${String(chunk)}`.slice(-10_000)));
  child.stderr?.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-10_000)));
  const end = () => child.kill('SIGTERM');
  stop.addEventListener('abort', end);
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    // A command that fails early stops reading; its exit status is reported.
    if (child.stdin) await pipeline(Readable.from(toChunks(input ?? [])), child.stdin).catch(() => {});
    const status = await closed;
    stop.throwIfAborted();
    const reason = errors.trim().split('\n').at(-1);
    if (status !== 0)
      throw new DevstackError(`${title} failed${reason ? `: ${reason}` : ` (status ${status})`}`);
    return output;
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** Whether the catalogue is empty. */
export async function hasNoKits(databaseUrl: string): Promise<boolean> {
  return (await queryOnce(databaseUrl, 'select 1 from kits limit 1')).length === 0;
}

function* toChunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < 65_536) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}
