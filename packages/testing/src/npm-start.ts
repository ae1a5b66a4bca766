import { execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeProcess, isRunning } from '@kitroom/devstack/process-lock.mjs';
import { reserveTestPort } from '@kitroom/testing/test-ports';

const root = resolve(import.meta.dirname, '../../..');

/** `npm start` while it runs. */
export interface Run {
  catalogue: string;
  collection: string;
  /** The URL of the showcase, without a trailing slash. */
  showcase: string;
  /** All output so far. */
  text(): string;
  interrupt(): Promise<RunEnd>;
}

/** Exit status, and processes that are still running. */
export interface RunEnd {
  status: number | null;
  signal: NodeJS.Signals | null;
  processesBefore: number;
  processesLeft: number[];
}

/**
 * Runs `npm start` as at a terminal: in its own process group, which receives Ctrl-C. Options: further
 * variables, another command such as `npm run dev`, and another folder with a copy of the repository.
 */
export async function npmStart(
  dataDir: string,
  variables: Record<string, string> = {},
  { args = ['start'], cwd = root }: { args?: string[]; cwd?: string } = {},
): Promise<Run> {
  const { PATH, HOME, TZ } = process.env;
  const ports = {
    CATALOGUE_PORT: String(await reserveTestPort()),
    COLLECTION_PORT: String(await reserveTestPort()),
    ARCHIVE_PORT: String(await reserveTestPort()),
    POSTGRES_PORT: String(await reserveTestPort()),
    SHOWCASE_PORT: String(await reserveTestPort()),
  };
  const child = spawn('npm', args, {
    cwd,
    env: {
      PATH,
      HOME,
      TZ,
      DATA_DIR: dataDir,
      ARCHIVE_MIN_INTERVAL_MS: '100',
      ...ports,
      ...variables,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    // Removes npm's own remarks on its configuration.
    text += chunk.replaceAll(/^npm .*\n/gm, '');
  });
  const ended = new Promise<Pick<RunEnd, 'status' | 'signal'>>((done) => {
    child.once('close', (status, signal) => done({ status, signal }));
  });
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const signalGroup = (signal: NodeJS.Signals) => void (hasEnded() || process.kill(-pid, signal));
  for (const until = Date.now() + 90_000; !text.includes('Ctrl-C stops everything'); await delay(20)) {
    if (hasEnded() || Date.now() > until) {
      signalGroup('SIGKILL');
      throw new Error(`npm ${args.join(' ')} is not ready:\n${text}`);
    }
  }
  return {
    catalogue: `http://localhost:${ports.CATALOGUE_PORT}/api`,
    collection: `http://localhost:${ports.COLLECTION_PORT}/api`,
    showcase: `http://localhost:${ports.SHOWCASE_PORT}`,
    text: () => text,
    async interrupt() {
      const processes = listDescendants(pid).map(describeProcess);
      signalGroup('SIGINT');
      const end = await ended;
      const left = processes.filter(isRunning).map((descendant) => descendant.pid);
      return { ...end, processesBefore: processes.length, processesLeft: left };
    },
  };
}

/** Lists a process and its descendants. */
function listDescendants(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const pids = [pid];
  for (const parent of pids) {
    pids.push(...pairs.flatMap(([child = 0, ppid]) => (ppid === parent ? [child] : [])));
  }
  return pids;
}
