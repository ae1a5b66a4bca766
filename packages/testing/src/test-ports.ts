import getPort, { portNumbers } from 'get-port';

const PORTS_PER_WORKER = 1000;
const first = 20_000 + (Number(process.env.JEST_WORKER_ID ?? '1') % 12) * PORTS_PER_WORKER;
// A test file rarely meets a port that the one before it has just left.
const start = first + Math.floor((Math.random() * PORTS_PER_WORKER) / 2);

/**
 * A free port of 127.0.0.1 for a server that is about to start. Each of Jest's workers has a range of its own
 * (below the one the system gives out), so that tests running at once do not take each other's.
 */
export function reserveTestPort(): Promise<number> {
  const port = portNumbers(start, first + PORTS_PER_WORKER - 1);
  return getPort({ host: '127.0.0.1', port, reserve: true });
}
