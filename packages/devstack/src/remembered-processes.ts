import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { endProcess, withGrace } from './end-process.ts';
import { describeProcess, isRunning, type DescribedProcess } from './process-lock.mjs';

/** Stores process ids, so that a later run can end them if this one is killed. */
export function rememberProcesses(file: string, pids: readonly number[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(pids.map((pid) => describeProcess(pid))));
}

/**
 * Ends stored processes that are still running, with SIGKILL after the grace period, and returns their
 * number.
 */
export async function endRememberedProcesses(file: string, graceMs: number): Promise<number> {
  const running = readProcesses(file).filter((described) => isRunning(described));
  const ends = running.map((described) => {
    const service = { name: 'a service', pid: described.pid, hasEnded: () => !isRunning(described) };
    return endProcess(service, withGrace(graceMs));
  });
  await Promise.all(ends);
  rmSync(file, { force: true });
  return running.length;
}

function readProcesses(file: string): DescribedProcess[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DescribedProcess[];
  } catch {
    // The file is missing before the first run, and incomplete after a crash.
    return [];
  }
}
