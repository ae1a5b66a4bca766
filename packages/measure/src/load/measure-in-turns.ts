import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { threadsCpuOf } from '../process-usage.ts';
import type { Generator, LoadRequest, RoundResult } from './generator.ts';

/** A server to send requests to. */
export interface Target {
  port: number;
  /** CPU time in milliseconds of processes, by name; the first is the server's own. */
  cpu: Readonly<Record<string, () => number>>;
  /** Floors respond to everything with 200, and are measured only under load. */
  isFloor: boolean;
}

/** Requests of one kind. */
export interface RequestKind {
  title: string;
  requests: readonly LoadRequest[];
  /** Whether every request is a new one, which no cache knows; otherwise one request is repeated. */
  isCold: boolean;
  /** The expected status; floors respond with 200. */
  status: number;
}

/** How long to send requests. */
export interface Turns {
  rounds: number;
  seconds: number;
  connections: number;
  /** Ends each round after all requests, for floors after some hundred, however long they take. */
  sendsAllOnce?: boolean;
}

/** A round with the CPU time in milliseconds that each request has cost, by process. */
export interface MeasuredRound extends RoundResult {
  cpu: Record<string, number>;
}

/** The rounds of a target: under load, and with a single connection. */
export interface Measured {
  loaded: MeasuredRound[];
  alone: MeasuredRound[];
}

type MeasuredOf<Targets> = {
  [Name in keyof Targets]: undefined extends Targets[Name] ? Measured | undefined : Measured;
};

const FLOOR_REQUESTS = 700;

/**
 * Sends requests of a kind to all targets in turns, so that whatever else the machine does affects all of
 * them alike: the rounds at the same place belong together.
 */
export async function measureInTurns<Targets extends Readonly<Record<string, Target | undefined>>>(
  generator: Generator,
  targets: Targets,
  kind: RequestKind,
  { rounds, seconds, connections, sendsAllOnce = false }: Turns,
): Promise<MeasuredOf<Targets>> {
  const series = Object.entries(targets).flatMap(([name, target]) => {
    const measured: Measured = { loaded: [], alone: [] };
    return target ? [{ name, target, next: 0, measured }] : [];
  });
  const measure = async (one: (typeof series)[number], connectionsNow: number, secondsNow: number) => {
    const { port, cpu, isFloor } = one.target;
    const before = Object.values(cpu).map((read) => read());
    const result = await generator.run({
      requests: kind.requests,
      isCold: kind.isCold,
      status: isFloor ? 200 : kind.status,
      port,
      from: one.next,
      connections: connectionsNow,
      seconds: secondsNow,
      ...(sendsAllOnce ? { limit: isFloor ? FLOOR_REQUESTS : kind.requests.length } : {}),
    });
    one.next += result.requests;
    const costs = Object.entries(cpu).map(([name, read], index) => [
      name,
      (read() - (before[index] ?? 0)) / result.requests,
    ]);
    return { ...result, cpu: Object.fromEntries(costs) as Record<string, number> };
  };
  // The first rounds compile, plan and fill what is not measured.
  for (const one of series) await measure(one, connections, seconds / 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of series) {
      one.measured.loaded.push(await measure(one, connections, seconds));
      if (!one.target.isFloor) one.measured.alone.push(await measure(one, 1, seconds / 2));
    }
  }
  return Object.fromEntries(series.map(({ name, measured }) => [name, measured])) as MeasuredOf<Targets>;
}

/** Starts the servers that a service is compared with; the plain one reads from the catalogue's database. */
export async function startFloors(databaseUrl: string) {
  const children: ChildProcess[] = [];
  const start = async (name: string): Promise<Target> => {
    const child = fork(new URL('serve-floor.ts', import.meta.url), [name], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
    });
    children.push(child);
    const [port] = (await once(child, 'message')) as [number];
    return { port, cpu: { service: () => threadsCpuOf(child.pid ?? 0) }, isFloor: true };
  };
  const [A, C, plain] = await Promise.all([start('A'), start('C'), start('plain')]);
  return { A, C, plain, stop: () => children.forEach((child) => child.disconnect()) };
}
