import { spawnSync } from 'node:child_process';

/**
 * Sends a signal to a PostgreSQL server and the processes that it has started, each of which has a process
 * group.
 */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  // While it is stopped, it starts no more.
  sendSignal(pid, 'SIGSTOP');
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  const children = (stdout ?? '').split('\n').filter(Boolean).map(Number);
  for (const process of [...children, pid]) sendSignal(process, signal);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
