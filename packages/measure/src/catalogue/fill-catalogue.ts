import { once } from 'node:events';
import { join } from 'node:path';
import { writeLargeCatalogue } from '../large-catalogue/write-large-catalogue.ts';
import { spawnCommand, type MeasuredStack } from '../measured-stack.ts';
import { cpuOf, cpuOfEnded, residentOf } from '../process-usage.ts';
import { analyseAll, countKits, measureSizes } from './catalogue-queries.ts';

/** A catalogue to ask, and what it took to import if it is new. */
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

/** The environment of a measured catalogue: no client reaches its limit, and no job takes CPU time. */
export function catalogueEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, RATE_LIMIT_REQUESTS: '1000000000', WORKER: 'false' };
}

/** Migrates the catalogue's database, and imports a large catalogue unless it holds kits already. */
export async function fillCatalogue(stack: MeasuredStack, kits: number): Promise<FilledCatalogue> {
  await stack.postgres.createDatabase('catalogue');
  const databaseUrl = stack.postgres.url('catalogue');
  await stack.run('catalogue', ['migrate'], { DATABASE_URL: databaseUrl });
  const known = await countKits(databaseUrl);
  if (known > 0) return { databaseUrl, kits: known };
  const file = join(stack.folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, kits);
  const taken = await measureImport(stack, file, databaseUrl);
  const imported = { ...taken, ...(await measureSizes(databaseUrl)) };
  await analyseAll(databaseUrl);
  return { databaseUrl, kits, imported };
}

async function measureImport({ postgres }: MeasuredStack, file: string, databaseUrl: string) {
  const before = { command: cpuOfEnded(), postgres: cpuOf(postgres.pid) };
  const begun = performance.now();
  const child = spawnCommand('catalogue', ['import', file], { DATABASE_URL: databaseUrl }, 'ignore');
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
