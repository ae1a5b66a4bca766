// `node packages/benchmarks/src/benchmark.ts` prints the speed of the catalogue on this machine, compared
// with plain servers that run next to it. The README of this package explains the table. Linux only.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@kitroom/devstack/embedded-postgres';
import { benchmarkCatalogue } from './benchmark-catalogue.ts';
import { toLine } from './compare.ts';

const { kits, only, redis } = parseArgs({
  options: {
    kits: { type: 'string', default: '250000' },
    only: { type: 'string', default: '' },
    redis: { type: 'string' },
  },
}).values;
const say = (line: string) => void process.stdout.write(`${line}\n`);

const dataDir = resolve(import.meta.dirname, '../../../.data/benchmarks', kits);
const postgres = await startPostgres({ dataDir });
process.once('SIGINT', () => void postgres.stop().finally(() => process.exit(1)));
try {
  await postgres.createDatabase('catalogue');
  const measurements = benchmarkCatalogue({
    env: { DATABASE_URL: postgres.url('catalogue'), ...(redis ? { REDIS_URL: redis } : {}) },
    kits: Number(kits),
    isWanted: (title) => new RegExp(only, 'i').test(title),
    floors: ['A', 'C', 'plain'],
    say,
    connections: 32,
    rounds: 5,
    until: { duration: 1 },
    secondsAlone: 0.5,
  });
  say(toLine(''));
  for await (const { title, measured } of measurements) say(toLine(title, measured));
} finally {
  await postgres.stop();
}
