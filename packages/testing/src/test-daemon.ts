import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { asAccount, type ServerAccount } from '@kitroom/devstack/postgres-account';

/** A program that a test runs in the background. */
export interface TestDaemon {
  pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends a signal (default: SIGKILL) and waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a program as an unprivileged user, with nothing but `env` in its environment. It is killed when this
 * process exits; its child processes are not.
 */
export function startDaemon(options: {
  account: ServerAccount;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** The file that its output is appended to. */
  log: string;
}): TestDaemon {
  const { command, args, user } = asAccount(options.account, options.program, options.args);
  const log = openSync(options.log, 'a');
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: process.env.TZ, ...options.env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((done) => {
    child.once('error', () => done());
    child.once('exit', () => done());
  });
  // When the run is interrupted, Jest kills its workers without running clean-up.
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));
  return {
    pid: child.pid ?? 0,
    output: () => readFileSync(options.log, 'utf8'),
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}
