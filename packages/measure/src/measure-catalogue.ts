import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import { clubNameOf, seasonOf, writeLargeCatalogue } from './large-catalogue.ts';
import { measureLoad, type Question } from './load.ts';
import type { MeasuredStack } from './measured-stack.ts';
import { cpuOf, memoryOf } from './process-usage.ts';

type Say = (line: string) => void;

/** Fills a catalogue with this many kits; returns the URL of its database. */
export async function fillCatalogue(stack: MeasuredStack, kits: number, say: Say): Promise<string> {
  await stack.postgres.createDatabase('catalogue');
  const databaseUrl = stack.postgres.url('catalogue');
  await importKits(stack, databaseUrl, kits, say);
  return databaseUrl;
}

/** Measures the catalogue's processes and requests, with and without Redis. */
export async function measureCatalogue(
  stack: MeasuredStack,
  { databaseUrl, kits }: { databaseUrl: string; kits: number },
  say: Say,
): Promise<void> {
  const common = { DATABASE_URL: databaseUrl, RATE_LIMIT_REQUESTS: '1000000000', WORKER: 'false' };
  await measureMemory(stack, common, say);
  const shared = stack.redis ? { REDIS_URL: stack.redis.url } : undefined;
  if (shared) await measureRequests(stack, { ...common, ...shared }, { how: 'with Redis', kits }, say);
  await measureRequests(stack, common, { how: 'alone', kits }, say);
  if (stack.redis) sayRedis(stack.redis.port, say);
}

async function importKits(stack: MeasuredStack, url: string, kits: number, say: Say): Promise<void> {
  const file = join(stack.folder, 'catalogue.ndjson');
  await writeLargeCatalogue(file, kits);
  await stack.run('catalogue', ['migrate'], { DATABASE_URL: url });
  const begun = performance.now();
  await stack.run('catalogue', ['import', file], { DATABASE_URL: url });
  const [size] = await queryOnce<{ rows: number; table: number; indexes: number; database: number }>(
    url,
    `select count(*)::integer as rows, pg_table_size('kits')::float8 as table,
       pg_indexes_size('kits')::float8 as indexes, pg_database_size(current_database())::float8 as database
     from kits`,
  );
  await queryOnce(url, 'vacuum analyze');
  if (!size) return;
  say(`imported ${size.rows} kits in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  say(
    `a kit: ${Math.round(size.table / size.rows)} B of table, ${Math.round(size.indexes / size.rows)} B of ` +
      `indexes; the database ${Math.round(size.database / 2 ** 20)} MiB`,
  );
}

async function measureMemory(stack: MeasuredStack, env: Record<string, string>, say: Say): Promise<void> {
  for (const command of ['serve', 'worker']) {
    const service = await stack.start('catalogue', command, env);
    say(
      `catalogue ${command}: ${cpuOf(service.pid)} ms of CPU to start, ${memoryOf(service.pid).toFixed(0)} MiB`,
    );
    await service.stop();
  }
}

async function measureRequests(
  stack: MeasuredStack,
  env: Record<string, string>,
  { how, kits }: { how: string; kits: number },
  say: Say,
): Promise<void> {
  const service = await stack.start('catalogue', 'serve', env);
  const { url, logged } = service;
  const watched = {
    node: service.pid,
    postgres: stack.postgres.pid,
    ...(stack.redis ? { redis: stack.redis.pid } : {}),
  };
  const etag = (await fetch(`${url}/api/kits?page_size=20`)).headers.get('etag') ?? '';
  const questions: Array<[string, (at: number) => Question, number?]> = [
    ['list of 20 kits, cached', () => ({ path: '/api/kits?page_size=20' })],
    [
      'list of 20 kits, not modified',
      () => ({ path: '/api/kits?page_size=20', headers: { 'If-None-Match': etag } }),
      304,
    ],
    ['list of 20 kits, another each time', (at) => ({ path: `/api/kits?page_size=20&${clubPage(at)}` })],
    ['kit by id, another each time', (at) => ({ path: `/api/kits/${1 + (at % kits)}` })],
    ['club search, another each time', (at) => ({ path: `/api/clubs/search?keyword=${clubWord(at)}` })],
    ['kit search, another each time', (at) => ({ path: `/api/kits/search?keyword=${kitWords(at)}` })],
  ];
  for (const [title, ask, status = 200] of questions) {
    say(await measureLoad({ title: `${how}: ${title}`, url, ask, status, watched, logged }));
  }
  await service.stop();
}

/** A page of a club's kits: first the first pages of all clubs. */
function clubPage(at: number): string {
  return `club=${1 + (at % 2000)}&page=${1 + Math.floor(at / 2000)}`;
}

/** A misspelled club name, unique within a run. */
function clubWord(at: number): string {
  return encodeURIComponent(`${clubNameOf(at).slice(0, -3)}${at % 2 === 0 ? 'x' : ''} ${at}`);
}

function kitWords(at: number): string {
  return encodeURIComponent(`${clubNameOf(at * 7)} ${seasonOf(Math.floor(at / 2000) + at)}`);
}

/** Prints the memory used by each kind of key in Redis. */
function sayRedis(port: number, say: Say): void {
  const cli = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8' }).trim();
  for (const pattern of ['kitroom:catalogue:answer:*', 'kitroom:catalogue:rate:*']) {
    const keys = cli('--scan', '--pattern', pattern).split('\n').filter(Boolean);
    const sample = keys.slice(0, 200).map((key) => Number(cli('memory', 'usage', key)));
    const mean = sample.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, sample.length);
    say(`Redis: ${keys.length} keys ${pattern}, ${Math.round(mean)} B each`);
  }
}
