import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWhere } from './describe-where.ts';
import { startDaemon, type TestDaemon } from './test-daemon.ts';
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
  const kill = () => server.kill();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart: async () => {
      await kill();
      server = await launch(program, port);
    },
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    stop: kill,
  };
}

async function launch(program: string, port: number): Promise<TestDaemon> {
  const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const server = startDaemon({ program, args: ['--port', String(port), ...settings], log: '/dev/null' });
  for (const until = Date.now() + 10_000; Date.now() < until; await delay(10)) {
    if (server.hasEnded()) throw new Error('redis-server has ended');
    if (await respondsToPing(port)) return server;
  }
  await server.kill();
  throw new Error('redis-server does not respond within 10 seconds');
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
