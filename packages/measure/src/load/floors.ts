import { fork } from 'node:child_process';
import { once } from 'node:events';
import { threadsCpuOf } from '../process-usage.ts';
import type { Target } from './measure-kind.ts';

/** Processes to compare a service with, in the order of their names: A, B, C, plain. */
export interface Floors {
  targets: Target[];
  stop(): void;
}

/** Starts the servers that the service is compared with; the plain one answers from a database. */
export async function startFloors(names: readonly string[], databaseUrl = ''): Promise<Floors> {
  const floors = await Promise.all(
    names.map(async (name) => {
      const child = fork(new URL('serve-floor.ts', import.meta.url), [name], {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
      });
      const [port] = (await once(child, 'message')) as [number];
      const cpu = { service: () => threadsCpuOf(child.pid ?? 0) };
      return { child, target: { port, cpu, isFloor: true } };
    }),
  );
  return {
    targets: floors.map(({ target }) => target),
    stop: () => floors.forEach(({ child }) => child.disconnect()),
  };
}
