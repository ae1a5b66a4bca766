import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, DevstackError } from './devstack-error.ts';

/** The contents of a running server's postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

/** Reads the pid file of a server that runs on a cluster; undefined without one. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stops a server left behind on a cluster by a killed run. The caller must ensure that no active run owns it. Returns
 * whether there was one.
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

/** Stops a server with increasing urgency; it usually takes less than 20 seconds. */
export async function endServer(pid: number, hasEnded: () => boolean, hurry?: AbortSignal): Promise<void> {
  const steps = [
    // Fast: ends the sessions and writes a checkpoint.
    { signal: 'SIGINT', seconds: 20 },
    // Immediate: the next start recovers from the WAL.
    { signal: 'SIGQUIT', seconds: 5 },
    { signal: 'SIGKILL', seconds: 5 },
  ] as const;
  for (const { signal, seconds } of steps) {
    if (signal === 'SIGINT' && hurry?.aborted) continue;
    signalProcess(pid, signal);
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await delay(20)) {
      if (hasEnded()) return;
      if (signal === 'SIGINT' && hurry?.aborted) break;
    }
  }
  throw new DevstackError(`PostgreSQL (process ${pid}) does not end`);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return;
    throw new DevstackError(
      `PostgreSQL runs as process ${pid} and may not be stopped by this user (${codeOf(error)})`,
    );
  }
}

// A server's working directory is its data folder, even if that was moved; on systems other than Linux, check its
// command.
function serves(pid: number, cluster: string): 'ours' | 'another' | 'unknown' {
  try {
    if (process.platform === 'linux') {
      const [here, there] = [statSync(cluster), statSync(`/proc/${pid}/cwd`)];
      return here.ino === there.ino && here.dev === there.dev ? 'ours' : 'another';
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(cluster) ? 'ours' : 'unknown';
  } catch {
    return 'unknown';
  }
}
