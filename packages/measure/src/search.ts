// `node packages/measure/src/search.ts <clubs.ndjson> [address]`: how well searches find the clubs of a file in the
// import format, in spite of typing mistakes: the figures of docs/decisions/0025. Without the address of a catalogue
// that holds these clubs already, it starts one.
import { readFile } from 'node:fs/promises';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { catalogueEnv } from './catalogue/catalogue-env.ts';
import { startMeasuredStack } from './measured-stack.ts';
import { measureRecall, type ClubToFind } from './search-recall.ts';

const [file, address] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (file === undefined) {
  process.stderr.write('usage: search.ts <clubs.ndjson> [address]\n');
  process.exitCode = 2;
} else {
  const clubs = await readClubs(file);
  await (address === undefined ? measureOwn(file, clubs) : sayRecall(address, clubs));
}

async function measureOwn(clubsFile: string, clubs: readonly ClubToFind[]): Promise<void> {
  const stack = await startMeasuredStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
  }
  try {
    await stack.postgres.createDatabase('catalogue');
    const env = catalogueEnv(stack.postgres.url('catalogue'));
    await stack.run('catalogue', ['import', clubsFile], env);
    const { url } = await stack.start('catalogue', 'serve', env);
    await sayRecall(url, clubs);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stack.stop();
  }
}

async function sayRecall(url: string, clubs: readonly ClubToFind[]): Promise<void> {
  say(`${clubs.length} clubs: how often the one that is meant is among the ten`);
  for (const { title, asked, found } of await measureRecall(clubs, (keyword) => findSlugs(url, keyword))) {
    say(`${title.padEnd(40)} ${((100 * found) / asked).toFixed(1).padStart(5)} % of ${asked}`);
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
