import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { checkPort } from '@kitroom/devstack/ports';
import { asAccount, type ServerAccount } from '@kitroom/devstack/postgres-account';
import { eventually } from './eventually.ts';

/** A program that a test runs in the background. */
export interface TestDaemon {
  pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal (default: SIGKILL) and waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a program with nothing but `env` in its environment. It is killed when this process exits; its child
 * processes are not.
 */
export function startDaemon(options: {
  /** An unprivileged user. Default: that of this process. */
  account?: ServerAccount;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** The file that its output is appended to. */
  log: string;
  /** The signal that it receives when this process exits. Default: SIGKILL. */
  exitSignal?: NodeJS.Signals;
}): TestDaemon {
  const { account = { launcher: [] }, exitSignal = 'SIGKILL' } = options;
  const { command, args, user } = asAccount(account, options.program, options.args);
  const log = openSync(options.log, 'a');
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: process.env.TZ, ...options.env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((done) => {
    child.once('error', ({ message }) => {
      appendFileSync(options.log, message);
      done();
    });
    child.once('exit', () => done());
  });
  // When the run is interrupted, Jest kills its workers without running clean-up.
  const onExit = () => child.kill(exitSignal);
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));
  return {
    pid: child.pid ?? 0,
    output: () => readFileSync(options.log, 'utf8'),
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    signal: (signal) => void child.kill(signal),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
  };
}

/** Waits until a program listens on a local port. */
export function waitForPort(daemon: TestDaemon, name: string, port: number): Promise<void> {
  return eventually(async () => {
    if (daemon.hasEnded()) throw new Error(`${name} has ended: ${daemon.output()}`);
    if ((await checkPort(port)) === 'free')
      throw new Error(`${name} does not listen on ${port}: ${daemon.output()}`);
  });
}
