import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, type Steps } from './end-process.ts';

/** Reads the pid file of a server that runs on a cluster; undefined without one. */
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
  const left = readPostmasterFile(cluster);
  if (left === undefined) return false;
  const whose = serves(left.pid, cluster);
  // The process id has been reused, which PostgreSQL would mistake for a running server.
  if (whose === 'another') rmSync(join(cluster, 'postmaster.pid'), { force: true });
  if (whose !== 'ours') return false;
  await endServer(left.pid, () => serves(left.pid, cluster) !== 'ours');
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

// A server's working directory is its data folder, even if that was moved; on systems other than Linux, check
// its command.
function serves(pid: number, cluster: string): 'ours' | 'another' | 'unknown' {
  try {
    if (process.platform === 'linux') {
      const [here, there] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)];
      return here.ino === there.ino && here.dev === there.dev ? 'ours' : 'another';
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster) ? 'ours' : 'unknown';
  } catch {
    // The process has ended, or belongs to another user.
    return 'unknown';
  }
}
