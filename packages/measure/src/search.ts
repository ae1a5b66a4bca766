// `node packages/measure/src/search.ts <clubs.ndjson> [address]`: how well and how fast searches find the clubs
// of a file in the import format, in spite of typing mistakes: the figures of docs/decisions/0025. Without the address of
// a catalogue that holds these clubs already, it starts one, and measures the time with 14,000 clubs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { startMeasuredStack } from './measured-stack.ts';
import { measureRecall, type ClubToFind } from './search-recall.ts';
import { measureWaits } from './search-waits.ts';
import { generateClubs } from './invented-clubs.ts';

const CLUBS = 14_000;
const [file, address] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (file === undefined) {
  process.stderr.write('usage: search.ts <clubs.ndjson> [address]\n');
  process.exitCode = 2;
} else {
  const clubs = await readClubs(file);
  await (address === undefined ? measureOwn(file, clubs) : measureAll(address, clubs));
}

async function measureOwn(clubsFile: string, clubs: readonly ClubToFind[]): Promise<void> {
  const stack = await startMeasuredStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
  }
  try {
    await stack.postgres.createDatabase('catalogue');
    const env = {
      DATABASE_URL: stack.postgres.url('catalogue'),
      RATE_LIMIT_REQUESTS: '1000000000',
      WORKER: 'false',
    };
    await stack.run('catalogue', ['import', clubsFile], env);
    const { url } = await stack.start('catalogue', 'serve', env);
    await sayRecall(url, clubs);
    const more = join(stack.folder, 'invented.ndjson');
    const invented = generateClubs(clubs, CLUBS - clubs.length);
    await writeFile(more, invented.map((club) => `${JSON.stringify({ kind: 'club', ...club })}\n`).join(''));
    const begun = performance.now();
    await stack.run('catalogue', ['import', more], env);
    say(`imported ${invented.length} more clubs in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    await sayWaits(url, [...clubs, ...invented]);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stack.stop();
  }
}

async function measureAll(url: string, clubs: readonly ClubToFind[]): Promise<void> {
  await sayRecall(url, clubs);
  await sayWaits(url, clubs);
}

async function sayRecall(url: string, clubs: readonly ClubToFind[]): Promise<void> {
  say(`${clubs.length} clubs: how often the one that is meant is among the ten`);
  for (const { title, asked, found } of await measureRecall(clubs, (keyword) => findSlugs(url, keyword))) {
    say(`${title.padEnd(40)} ${((100 * found) / asked).toFixed(1).padStart(5)} % of ${asked}`);
  }
}

async function sayWaits(url: string, clubs: readonly ClubToFind[]): Promise<void> {
  say('milliseconds for a question that nobody has asked before, half of them and 95 %');
  for (const { title, median, p95 } of await measureWaits(clubs, (keyword) => findSlugs(url, keyword))) {
    say(`${title.padEnd(40)} ${median.toFixed(1).padStart(6)} ${p95.toFixed(1).padStart(6)}`);
  }
}

async function findSlugs(url: string, keyword: string): Promise<string[]> {
  const response = await fetch(`${url}/api/clubs/search?keyword=${encodeURIComponent(keyword)}`);
  if (!response.ok) throw new Error(`${keyword}: ${response.status} ${await response.text()}`);
  const clubs = (await response.json()) as Array<{ slug: string }>;
  return clubs.map(({ slug }) => slug);
}

async function readClubs(path: string): Promise<ClubToFind[]> {
  const text = await readFile(path, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Partial<ClubToFind> & { kind: string })
    .filter(({ kind }) => kind === 'club')
    .map(({ slug = '', name = '', aliases }) => ({ slug, name, aliases: aliases ?? [] }));
}
