import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, DevstackError } from './devstack-error.ts';

/** What a running server writes into its data folder. */
export interface PostmasterFile {
  pid: number;
  ready: boolean;
}

/** Reads the file by which a server says that it runs on a cluster; undefined without one. */
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
 * Stops the server that a killed run has left on a cluster, if there is one. The caller makes sure that no
 * living run owns it. Returns whether there was one.
 */
export async function stopLeftoverServer(cluster: string): Promise<boolean> {
  const left = readPostmasterFile(cluster);
  if (left === undefined) return false;
  const whose = serves(left.pid, cluster);
  // Its number belongs to another process now, which PostgreSQL would take for a living server.
  if (whose === 'another') rmSync(join(cluster, 'postmaster.pid'), { force: true });
  if (whose !== 'ours') return false;
  await endServer(left.pid, () => serves(left.pid, cluster) !== 'ours');
  return true;
}

/** Asks a server to end, more and more firmly; in 20 seconds it usually has. */
export async function endServer(pid: number, hasEnded: () => boolean, hurry?: AbortSignal): Promise<void> {
  const steps = [
    // Fast: ends the sessions and writes everything down.
    { signal: 'SIGINT', seconds: 20 },
    // Immediate: the next start repairs from the log.
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

// A server stands in its data folder, also when that was moved; elsewhere than on Linux its command tells.
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
