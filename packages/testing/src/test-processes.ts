import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnService, waitForHealth, type ProcessEnd } from '@kitroom/devstack/service-process';
import { bulkFolderOf } from './test-databases.ts';
import { reserveTestPort } from './test-ports.ts';

export type { ProcessEnd } from '@kitroom/devstack/service-process';

/** A service in a separate process, as in production. */
export interface TestService {
  url: string;
  port: number;
  pid: number;
  /** All lines it has written to standard output and standard error, oldest first. */
  lines(): string[];
  /** The lines that are log entries. */
  logs(): Record<string, unknown>[];
  /** Resolves to the first line that satisfies the condition, including earlier ones. */
  waitForLine(matches: (line: string) => boolean, timeoutMs?: number): Promise<string>;
  /** Sends a signal (default: SIGTERM) and waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<ProcessEnd>;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  ended: Promise<ProcessEnd>;
}

/** The exit status and output of an operator command. */
export interface CommandResult extends ProcessEnd {
  stdout: string;
  stderr: string;
}

const root = resolve(import.meta.dirname, '../../..');
/** A busy machine takes half a minute. */
const START_MS = 90_000;

/**
 * Starts `node services/<service>/src/main.ts <command>` (default: serve) on a free port, with only the given
 * variables and PATH in its environment. Waits until /api/health returns 200, unless `waits` is false. Stop
 * it with kill. `sources` is the root of another version's sources. With `isSilent`, nobody reads its log.
 */
export async function startTestService(
  service: 'catalogue' | 'collection',
  env: Record<string, string>,
  {
    command = ['serve'],
    waits = true,
    sources = root,
    ...options
  }: { command?: string[]; waits?: boolean; sources?: string; isSilent?: true } = {},
): Promise<TestService> {
  const port = Number(env.PORT ?? (await reserveTestPort()));
  const lines: string[] = [];
  const process = spawnService({
    main: mainOf(service, sources),
    args: command,
    env: { ...environment(env), PORT: String(port) },
    cwd: sources,
    onLine: (line) => lines.push(line),
    ...options,
  });
  const url = `http://127.0.0.1:${port}`;
  const test: TestService = {
    url,
    port,
    pid: process.pid,
    lines: () => [...lines],
    logs: () => lines.flatMap(toEntry),
    waitForLine: (matches, timeoutMs = 10_000) => waitForLine(lines, matches, timeoutMs),
    kill: async (signal = 'SIGTERM') => {
      process.signal(signal);
      return process.ended;
    },
    signal: (signal) => process.signal(signal),
    ended: process.ended,
  };
  if (!waits) return test;
  try {
    await waitForHealth(process, `${url}/api/health`, START_MS);
    return test;
  } catch (cause) {
    await test.kill('SIGKILL');
    throw new Error(`the ${service} does not start; its lines:\n${lines.join('\n')}`, { cause });
  }
}

/** Runs an operator command to completion, with only the given variables and PATH in its environment. */
export function runServiceCommand(
  service: 'catalogue' | 'collection',
  args: string[],
  {
    env = {},
    input = '',
    sources = root,
    cwd = sources,
  }: { env?: Record<string, string>; input?: string; cwd?: string; sources?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [mainOf(service, sources), ...args], { cwd, env: environment(env) });
  const result = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.stderr += text));
  // A command may exit before it has read all of its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status, signal) => done({ status, signal, ...result }));
  });
}

// Only these of the caller's variables, so that its environment does not affect the tests.
function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, TZ, NODE_COMPILE_CACHE } = process.env;
  const bulk = env.DATABASE_URL ? { BULK_DATA_ROOT: bulkFolderOf(env.DATABASE_URL) } : {};
  return { PATH, TZ, NODE_COMPILE_CACHE, HOST: '127.0.0.1', ...bulk, ...env };
}

function mainOf(service: string, sources: string): string {
  return resolve(sources, 'services', service, 'src/main.ts');
}

async function waitForLine(
  lines: string[],
  matches: (line: string) => boolean,
  timeoutMs: number,
): Promise<string> {
  for (const until = Date.now() + timeoutMs; Date.now() < until; await delay(10)) {
    const line = lines.find(matches);
    if (line !== undefined) return line;
  }
  throw new Error(`no such line within ${timeoutMs} ms; there are:\n${lines.join('\n')}`);
}

function toEntry(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return [];
  try {
    const entry: Record<string, unknown> = JSON.parse(line);
    return [entry];
  } catch {
    // The line is not a log entry, such as a warning of Node.js.
    return [];
  }
}
