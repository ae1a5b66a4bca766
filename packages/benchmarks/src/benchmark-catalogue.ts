import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import { waitForHealth } from '@kitroom/devstack/service-process';
import { residentOf } from '@kitroom/testing/process-usage';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { listCatalogueRequests } from './catalogue-requests.ts';
import { measureInTurns, type Target, type Turns } from './compare.ts';
import { writeLargeCatalogue } from './large-catalogue/write-large-catalogue.ts';

export interface BenchmarkOptions extends Turns {
  env: { DATABASE_URL: string; REDIS_URL?: string };
  /** Size of the generated catalogue, which is imported unless the database has kits. */
  kits: number;
  isWanted: (title: string) => boolean;
  /** Servers to compare the service with: `A`, `C`, `plain`. */
  floors: readonly string[];
  say: (line: string) => void;
}

/** As in infra/images, with a rate limit that is out of reach. */
const ENVIRONMENT = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../node_modules/.cache/node'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  RATE_LIMIT_REQUESTS: '1000000000',
  WORKER: 'false',
};

/** Measures the catalogue and the servers that it is compared with, one kind of request after the other. */
export async function* benchmarkCatalogue({ env, kits, isWanted, floors, say, ...turns }: BenchmarkOptions) {
  say(await fillCatalogue(env.DATABASE_URL, kits));
  const startedAt = performance.now();
  const service = await startTestService('catalogue', { ...ENVIRONMENT, ...env }, { isSilent: true });
  await waitForHealth({ hasEnded: () => false }, `${service.url}/api/ready`, 120_000);
  const memory = () => `${residentOf(service.pid).now.toFixed(0)} MiB`;
  say(`start: index complete after ${(performance.now() - startedAt).toFixed(0)} ms, ${memory()}`);
  const floorServers = await Promise.all(floors.map((name) => startFloor(name, env.DATABASE_URL)));
  try {
    const kinds = await listCatalogueRequests(env.DATABASE_URL);
    for (const kind of kinds.filter(({ title }) => isWanted(title))) {
      const targets: Record<string, Target> = { service };
      for (const { name, url, ...floor } of floorServers) {
        // The plain service has only some of the endpoints.
        const { status } = await fetch(`${url}${kind.requests[0]?.path ?? ''}`);
        if (status === 200) targets[name] = floor;
      }
      yield { title: kind.title, measured: await measureInTurns(targets, kind, turns) };
    }
    say(`after load: ${memory()}`);
  } finally {
    for (const floor of floorServers) floor.stop();
    await service.kill();
  }
}

/** Migrates a database and imports a large catalogue, unless it has kits. Returns the time of the import. */
async function fillCatalogue(databaseUrl: string, kits: number): Promise<string> {
  const run = async (...args: string[]) => {
    const env = { ...ENVIRONMENT, DATABASE_URL: databaseUrl };
    const { status, stderr } = await runServiceCommand('catalogue', args, { env });
    if (status !== 0) throw new Error(`catalogue ${args.join(' ')} has failed: ${stderr}`);
  };
  await run('migrate');
  if ((await queryOnce(databaseUrl, 'select from kits limit 1')).length > 0) return 'import: none';
  const file = join(tmpdir(), `kitroom-benchmarks-${process.pid}.ndjson`);
  await writeLargeCatalogue(file, kits);
  const startedAt = performance.now();
  await run('import', file);
  const seconds = (performance.now() - startedAt) / 1000;
  await rm(file);
  // What autovacuum would do within minutes.
  await queryOnce(databaseUrl, 'vacuum analyze');
  return `import: ${kits} kits in ${seconds.toFixed(1)} s`;
}

async function startFloor(name: string, databaseUrl: string) {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATABASE_URL: databaseUrl };
  const child = fork(new URL('serve-floor.ts', import.meta.url), [name], { env });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const stop = () => child.disconnect();
  return { name, url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop };
}
