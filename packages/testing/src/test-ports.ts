import { findFreePort, checkPort } from '@kitroom/devstack/ports';

const first = 20_000;
const perWorker = 1000;
let next = Math.floor(Math.random() * perWorker);

/**
 * A free port of 127.0.0.1 for a server that is about to start. Each of Jest's workers has a range of its own
 * (below the one the system gives out), so that tests running at once do not take each other's.
 */
export async function reserveTestPort(): Promise<number> {
  const worker = Number(process.env.JEST_WORKER_ID ?? '1') % 12;
  for (let tried = 0; tried < perWorker; tried += 1) {
    const port = first + worker * perWorker + (next++ % perWorker);
    if ((await checkPort(port)) === 'free') return port;
  }
  return findFreePort();
}
