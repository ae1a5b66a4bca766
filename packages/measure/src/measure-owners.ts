// `node packages/measure/src/measure-owners.ts [items of others]`: what an owner of 10,000 items and one of 100 wait for,
// with one connection, among so many items of others. Linux only.
import { join } from 'node:path';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { fillCollections, PLAYERS } from './large-collections.ts';
import { measureLoad, type Question } from './load.ts';
import { startMeasuredStack, type MeasuredStack } from './measured-stack.ts';

const OWNERS = [10_000, 100];
const SECONDS = 4;
const ITEMS = '/api/collections/me/items/';
const others = Number(process.argv[2] ?? 2_000_000);
const say = (line: string) => void process.stdout.write(`${line}\n`);

const stack = await startMeasuredStack();
try {
  const { url, pid, logged, tokens } = await startFilled(stack);
  const watched = { service: pid, postgres: stack.postgres.pid };
  for (const [title, ask, status = 200] of listQuestions(tokens, await listNewest(url, tokens[0]))) {
    say(await measureLoad({ title, url, ask, status, connections: 1, seconds: SECONDS, watched, logged }));
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}

async function startFilled(on: MeasuredStack) {
  await on.postgres.createDatabase('collection');
  const throttles = ['ANON', 'USER', 'ARCHIVE', 'LOGIN'].map((name) => [`THROTTLE_${name}`, '1000000/60']);
  const env = {
    DATABASE_URL: on.postgres.url('collection'),
    SECRET_KEY: 'a secret of a measurement, of more than 32 characters',
    MEDIA_ROOT: join(on.folder, 'media'),
    MAIL_ROOT: join(on.folder, 'mail'),
    CATALOGUE_URL: 'http://127.0.0.1:1',
    WORKER: 'false',
    ...(Object.fromEntries(throttles) as Record<string, string>),
  };
  await on.run('collection', ['migrate'], env);
  await fillCollections(env.DATABASE_URL, { owners: OWNERS, others });
  const tokens = [];
  for (const at of OWNERS.keys()) {
    tokens.push(await on.run('collection', ['tokens', 'show', `collector-${at + 1}`], env));
  }
  return { ...(await on.start('collection', 'serve', env)), tokens };
}

/** The ids of a collector's newest items. */
async function listNewest(url: string, token = ''): Promise<number[]> {
  const headers = { Authorization: `Token ${token}` };
  const response = await fetch(`${url}${ITEMS}?page_size=100`, { headers });
  const { results } = (await response.json()) as { results: Array<{ id: number }> };
  return results.map(({ id }) => id);
}

type Ask = (at: number) => Question;

function listQuestions(
  tokens: readonly string[],
  ids: readonly number[],
): Array<[title: string, ask: Ask, status?: number]> {
  const shirt = { item_type: 'jersey', name: 'Home shirt', brand: 2, size: 5, condition: 8, tags: ['new'] };
  const writer = { Authorization: `Token ${tokens[0]}`, 'Content-Type': 'application/json' };
  const of = (owner: number, toPath: (at: number) => string): Ask => {
    return (at) => ({ path: toPath(at), headers: { Authorization: `Token ${tokens[owner]}` } });
  };
  return [
    ['health', of(0, () => '/api/health')],
    ...OWNERS.flatMap((size, owner): Array<[string, Ask]> => [
      [`page of ${size}`, of(owner, (at) => `${ITEMS}?page=${1 + (at % Math.ceil(size / 25))}`)],
      [`search in ${size}`, of(owner, (at) => `${ITEMS}?search=player+${at % PLAYERS}`)],
      [`statistics of ${size}`, of(owner, () => '/api/collections/me/')],
    ]),
    ['another’s page of 10,000', of(1, () => '/api/collections/1/items/')],
    ['another’s statistics of 10,000', of(1, () => '/api/collections/1/')],
    [
      'item written',
      () => ({
        path: '/api/items/',
        method: 'POST',
        headers: writer,
        body: JSON.stringify(shirt),
      }),
      201,
    ],
    [
      'item patched',
      (at) => ({
        path: `/api/items/${ids[at % ids.length]}/`,
        method: 'PATCH',
        headers: writer,
        body: JSON.stringify({ condition: 1 + (at % 10) }),
      }),
    ],
  ];
}
