import { spawnSync } from 'node:child_process';

/** Sends a signal to a PostgreSQL server and its child processes, each of which has its own process group. */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  // A stopped server starts no further processes.
  sendSignal(pid, 'SIGSTOP');
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  const children = (stdout ?? '').split('\n').filter(Boolean).map(Number);
  for (const process of [...children, pid]) sendSignal(process, signal);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}
