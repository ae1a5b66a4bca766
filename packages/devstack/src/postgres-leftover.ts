import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, type Steps } from './end-process.ts';

/** Reads the pid file of the server that runs on a cluster; undefined if no server runs. */
export function readPostmasterFile(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    // There is no such file unless a server runs.
    return undefined;
  }
}

/**
 * Stops a server left behind on a cluster by a killed run. The caller must ensure that no active run owns it.
 * Returns whether there was one.
 */
export async function stopLeftoverServer(cluster: string): Promise<boolean> {
  const file = readPostmasterFile(cluster);
  if (file === undefined) return false;
  const owner = serves(file.pid, cluster);
  // Another process has this id now, which PostgreSQL would mistake for a running server.
  if (owner === 'another') rmSync(join(cluster, 'postmaster.pid'), { force: true });
  if (owner !== 'ours') return false;
  await endServer(file.pid, () => serves(file.pid, cluster) !== 'ours');
  return true;
}

/** Stops a server, which usually takes less than 20 seconds; aborting `hurry` skips the checkpoint. */
export function endServer(pid: number, hasEnded: () => boolean, hurry?: AbortSignal): Promise<void> {
  return endProcess({ name: 'PostgreSQL', pid, hasEnded }, END_STEPS, hurry);
}

const END_STEPS: Steps = [
  // Fast: ends the sessions and writes a checkpoint.
  ['SIGINT', 20_000],
  // Immediate: the next start recovers from the WAL.
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
];

// On Linux, compares the working directory, because it is the data folder even if that was moved. On other
// systems, checks the command.
function serves(pid: number, cluster: string): 'ours' | 'another' | 'unknown' {
  try {
    if (process.platform === 'linux') {
      const [clusterFolder, workingFolder] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)];
      return clusterFolder.ino === workingFolder.ino && clusterFolder.dev === workingFolder.dev
        ? 'ours'
        : 'another';
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster) ? 'ours' : 'unknown';
  } catch {
    // The process has ended, or belongs to another user.
    return 'unknown';
  }
}
