import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { MeasuredStack } from '../measured-stack.ts';
import { cpuOf } from '../process-usage.ts';
import { copyStatement, planCopy } from './catalogue-queries.ts';

/** The least that an import of the kits could take. */
export interface CopyFigures {
  seconds: number;
  /** CPU time in milliseconds of PostgreSQL. */
  cpu: number;
  /** The part of the time that building the indexes took. */
  indexes: number;
}

/** Measures PostgreSQL's COPY of the same kits into a table of the same shape, whose indexes are built afterwards. */
export async function measureCopy(stack: MeasuredStack, databaseUrl: string): Promise<CopyFigures> {
  const rows = join(stack.folder, 'kits.copy');
  const plan = await planCopy(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(plan.drop);
    await pipeline(client.query(copyTo(copyStatement('to stdout', plan))), createWriteStream(rows));
    await client.query(plan.create);
    const before = cpuOf(stack.postgres.pid);
    const begun = performance.now();
    await pipeline(createReadStream(rows), client.query(copyFrom(copyStatement('from stdin', plan))));
    const copied = performance.now();
    for (const index of plan.indexes) await client.query(index);
    const ended = performance.now();
    return {
      seconds: (ended - begun) / 1000,
      cpu: cpuOf(stack.postgres.pid) - before,
      indexes: (ended - copied) / 1000,
    };
  } finally {
    await client.query(plan.drop);
    await client.end();
  }
}
