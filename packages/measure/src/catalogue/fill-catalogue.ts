import { once } from 'node:events';
import { join } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import { writeLargeCatalogue } from '../large-catalogue/write-large-catalogue.ts';
import { spawnCommand, type MeasuredStack } from '../measured-stack.ts';
import { cpuOf, cpuOfEnded, residentOf } from '../process-usage.ts';

/** A catalogue to measure, and what its import took if it is new. */
export interface FilledCatalogue {
  databaseUrl: string;
  kits: number;
  imported?: ImportFigures;
}

export interface ImportFigures {
  seconds: number;
  /** CPU time in milliseconds of the command and of PostgreSQL. */
  cpu: { command: number; postgres: number };
  /** The most memory of the command, in MiB. */
  memory: number;
  /** Bytes a kit. */
  table: number;
  indexes: number;
}

const SAMPLE_MS = 100;

/** The environment of a measured catalogue: no client reaches its limit. */
export function catalogueEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, RATE_LIMIT_REQUESTS: '1000000000' };
}

/** Migrates the catalogue's database, and imports a large catalogue unless it holds kits already. */
export async function fillCatalogue(stack: MeasuredStack, kits: number): Promise<FilledCatalogue> {
  await stack.postgres.createDatabase('catalogue');
  const databaseUrl = stack.postgres.url('catalogue');
  await stack.run('catalogue', ['migrate'], { DATABASE_URL: databaseUrl });
  const [known] = await queryOnce<{ kits: number }>(
    databaseUrl,
    'select count(*)::integer as kits from kits',
  );
  if (known && known.kits > 0) return { databaseUrl, kits: known.kits };
  const file = join(stack.folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, kits);
  const taken = await measureImport(stack, file, databaseUrl);
  const [sizes = { table: 0, indexes: 0 }] = await queryOnce<Pick<ImportFigures, 'table' | 'indexes'>>(
    databaseUrl,
    `select pg_table_size('kits')::float8 / count(*) as table, pg_indexes_size('kits')::float8 / count(*) as indexes
     from kits`,
  );
  // What autovacuum would do within minutes.
  await queryOnce(databaseUrl, 'vacuum analyze');
  return { databaseUrl, kits, imported: { ...taken, ...sizes } };
}

async function measureImport({ postgres }: MeasuredStack, file: string, databaseUrl: string) {
  const before = { command: cpuOfEnded(), postgres: cpuOf(postgres.pid) };
  const begun = performance.now();
  const child = spawnCommand('catalogue', ['import', file], { DATABASE_URL: databaseUrl });
  let memory = 0;
  const timer = setInterval(() => (memory = Math.max(memory, residentOf(child.pid ?? 0).most)), SAMPLE_MS);
  const [status] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  if (status !== 0) throw new Error('the import has failed');
  return {
    seconds: (performance.now() - begun) / 1000,
    cpu: { command: cpuOfEnded() - before.command, postgres: cpuOf(postgres.pid) - before.postgres },
    memory,
  };
}
