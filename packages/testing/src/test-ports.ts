import getPort, { portNumbers } from 'get-port';

const PORTS_PER_WORKER = 1000;
const first = 20_000 + (Number(process.env.JEST_WORKER_ID ?? '1') % 12) * PORTS_PER_WORKER;
// Random, so that a test file rarely gets a port that the previous one has just released.
const start = first + Math.floor((Math.random() * PORTS_PER_WORKER) / 2);

/**
 * A free local port for a server. Each Jest worker has its own range (below the ephemeral ports), so that
 * concurrent tests do not conflict.
 */
export function reserveTestPort(): Promise<number> {
  const port = portNumbers(start, first + PORTS_PER_WORKER - 1);
  return getPort({ host: '127.0.0.1', port, reserve: true });
}
