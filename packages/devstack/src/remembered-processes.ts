import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeProcess, isRunning, type DescribedProcess } from './process-lock.mjs';

/** Stores process ids, so that a later run can end them if this one is killed. */
export function rememberProcesses(file: string, pids: readonly number[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(pids.map((pid) => describeProcess(pid))));
}

/** Ends stored processes that are still running: with SIGTERM, then SIGKILL after the grace period. */
export async function endRememberedProcesses(file: string, graceMs: number): Promise<number> {
  const running = readProcesses(file).filter((described) => isRunning(described));
  for (const [name, milliseconds] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', 5000],
  ] as const) {
    for (const { pid } of running.filter((each) => isRunning(each))) trySignal(pid, name);
    for (const until = Date.now() + milliseconds; Date.now() < until; await delay(20)) {
      if (!running.some((each) => isRunning(each))) break;
    }
  }
  rmSync(file, { force: true });
  return running.length;
}

function readProcesses(file: string): DescribedProcess[] {
  try {
    const processes: DescribedProcess[] = JSON.parse(readFileSync(file, 'utf8'));
    return processes;
  } catch {
    return [];
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just exited.
  }
}
