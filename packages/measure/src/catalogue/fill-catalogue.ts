import { join } from 'node:path';
import { writeLargeCatalogue } from '../large-catalogue/write-large-catalogue.ts';
import type { MeasuredStack } from '../measured-stack.ts';
import { analyseAll, countKits } from './catalogue-queries.ts';

/** Migrates the catalogue's database, and imports a large catalogue unless it holds kits already. */
export async function fillCatalogue(
  stack: MeasuredStack,
  kits: number,
): Promise<{ databaseUrl: string; kits: number; isNew: boolean }> {
  await stack.postgres.createDatabase('catalogue');
  const databaseUrl = stack.postgres.url('catalogue');
  await stack.run('catalogue', ['migrate'], { DATABASE_URL: databaseUrl });
  const known = await countKits(databaseUrl);
  if (known > 0) return { databaseUrl, kits: known, isNew: false };
  const file = join(stack.folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, kits);
  await stack.run('catalogue', ['import', file], { DATABASE_URL: databaseUrl });
  await analyseAll(databaseUrl);
  return { databaseUrl, kits, isNew: true };
}
