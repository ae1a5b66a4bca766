import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWhere } from './describe-where.ts';
import { reserveTestPort } from './test-ports.ts';
import { testVariables } from './test-servers.ts';

/** A redis-server for a test file. */
export interface TestRedis {
  url: string;
  port: number;
  /** Kills it like a crash; its data is lost. */
  kill(): Promise<void>;
  /** Restarts it on the same port after kill. */
  restart(): Promise<void>;
  /** Freezes it: it accepts connections but does not respond. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/**
 * `describe` for tests that need Redis. Without redis-server they are skipped with a message; with CI=true
 * they fail.
 */
export function describeWithRedis(title: string, tests: () => void): void {
  const missing = 'this machine has no redis-server';
  describeWhere(process.env[testVariables.redisServer], { title, missing }, tests);
}

/** Starts a redis-server on a free port, without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const program = process.env[testVariables.redisServer];
  if (!program) throw new Error('this machine has no redis-server');
  const port = await reserveTestPort();
  let server = await launch(program, port);
  const kill = () => endAtOnce(server);
  // When the run is interrupted, Jest kills its workers without running clean-up.
  const onExit = () => server.kill('SIGKILL');
  process.once('exit', onExit);
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      server = await launch(program, port);
    },
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    stop: async () => {
      process.off('exit', onExit);
      await kill();
    },
  };
}

async function launch(program: string, port: number): Promise<ChildProcess> {
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const server = spawn(program, ['--port', String(port), ...settings], { stdio: 'ignore' });
  const failure: { error?: Error } = {};
  server.once('error', (error) => (failure.error = error));
  for (const until = Date.now() + 10_000; Date.now() < until; await delay(10)) {
    if (failure.error) throw failure.error;
    if (hasEnded(server)) throw new Error(`redis-server ended with status ${server.exitCode}`);
    if (await respondsToPing(port)) return server;
  }
  server.kill('SIGKILL');
  throw new Error('redis-server does not respond within 10 seconds');
}

async function endAtOnce(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  server.kill('SIGKILL');
  await ended;
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

function respondsToPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const finish = (responses: boolean) => {
      socket.destroy();
      resolve(responses);
    };
    socket.setTimeout(1000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('data', (data) => finish(data.toString().startsWith('+PONG')));
  });
}
