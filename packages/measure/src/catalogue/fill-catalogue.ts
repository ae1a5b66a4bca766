import { join } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import { writeLargeCatalogue } from '../large-catalogue/write-large-catalogue.ts';
import { spawnCommand, type MeasuredStack } from '../measured-stack.ts';
import { cpuOf, cpuOfEnded, residentOf } from '../process-usage.ts';

const SAMPLE_MS = 100;

/** The environment of a measured catalogue: no client reaches its limit. */
export function catalogueEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, RATE_LIMIT_REQUESTS: '1000000000' };
}

/**
 * Migrates the catalogue's database, and imports a large catalogue unless it holds kits already. Returns its
 * number of kits and, if they are new, a line with what the import took.
 */
export async function fillCatalogue(stack: MeasuredStack, kits: number) {
  await stack.postgres.createDatabase('catalogue');
  const databaseUrl = stack.postgres.url('catalogue');
  await stack.run('catalogue', ['migrate'], { DATABASE_URL: databaseUrl });
  const [known] = await queryOnce<{ kits: number }>(
    databaseUrl,
    'select count(*)::integer as kits from kits',
  );
  if (known && known.kits > 0) return { databaseUrl, kits: known.kits, imported: undefined };
  const file = join(stack.folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, kits);
  const imported = await measureImport(stack, file, databaseUrl);
  // What autovacuum would do within minutes.
  await queryOnce(databaseUrl, 'vacuum analyze');
  return { databaseUrl, kits, imported };
}

async function measureImport({ postgres }: MeasuredStack, file: string, databaseUrl: string) {
  const before = { command: cpuOfEnded(), postgres: cpuOf(postgres.pid) };
  const begun = performance.now();
  const { pid, ended } = spawnCommand('catalogue', ['import', file], { DATABASE_URL: databaseUrl });
  let memory = 0;
  const timer = setInterval(() => (memory = Math.max(memory, residentOf(pid).most)), SAMPLE_MS);
  const { status } = await ended;
  clearInterval(timer);
  if (status !== 0) throw new Error('the import has failed');
  const seconds = (performance.now() - begun) / 1000;
  const cpu = [cpuOfEnded() - before.command, cpuOf(postgres.pid) - before.postgres] as const;
  const [command, server] = cpu.map((ms) => (ms / 1000).toFixed(1));
  const [kit] = await queryOnce<{ table: number; indexes: number }>(
    databaseUrl,
    `select pg_table_size('kits')::float8 / count(*) as table, pg_indexes_size('kits')::float8 / count(*) as indexes
     from kits`,
  );
  return (
    `import: ${seconds.toFixed(1)} s; ${command} s of CPU and ${server} s of PostgreSQL's; ` +
    `at most ${memory.toFixed(0)} MiB; a kit takes ${kit?.table.toFixed(0)} B and ` +
    `${kit?.indexes.toFixed(0)} B in indexes`
  );
}
