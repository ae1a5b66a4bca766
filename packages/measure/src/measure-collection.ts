import { join } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import { catalogueEnv } from './catalogue/fill-catalogue.ts';
import { measureLoad, type Question } from './load.ts';
import type { MeasuredService, MeasuredStack } from './measured-stack.ts';
import { measurePhotos } from './measure-photos.ts';
import { cpuOf, memoryOf } from './process-usage.ts';

type Say = (line: string) => void;

const COLLECTORS = 20;
const ITEMS_EACH = 10_000;
const PASSWORD = 'brass lantern 42';
const CREDENTIALS = { username: 'collector-0', password: PASSWORD };

/** Measures the collection service with 200,000 items of 20 collectors, and a catalogue where needed. */
export async function measureCollection(
  stack: MeasuredStack,
  catalogueDatabase: string,
  say: Say,
): Promise<void> {
  const catalogue = await stack.start('catalogue', 'serve', catalogueEnv(catalogueDatabase));
  await stack.postgres.createDatabase('collection');
  const env = environmentOf(stack, catalogue.url);
  await stack.run('collection', ['migrate'], env);
  const user = ['--username', 'collector-0', '--email', 'collector-0@example.org', '--verified'];
  await stack.run('collection', ['users', 'create', ...user, '--password', PASSWORD], env);
  const token = await stack.run('collection', ['tokens', 'show', 'collector-0'], env);
  await fillItems(env.DATABASE_URL, say);
  const service = await stack.start('collection', 'serve', env);
  say(`collection serve: ${cpuOf(service.pid)} ms of CPU to start, ${memoryOf(service.pid).toFixed(0)} MiB`);
  await measureRequests(stack, service, token, say);
  await measurePhotos(stack, service, { token, env }, say);
  await service.stop();
}

function environmentOf(stack: MeasuredStack, catalogueUrl: string) {
  const throttles = ['ANON', 'USER', 'ARCHIVE', 'LOGIN'].map((name) => [`THROTTLE_${name}`, '1000000/60']);
  return {
    DATABASE_URL: stack.postgres.url('collection'),
    SECRET_KEY: 'a secret of a measurement, of more than 32 characters',
    MEDIA_ROOT: join(stack.folder, 'media'),
    MAIL_ROOT: join(stack.folder, 'mail'),
    CATALOGUE_URL: catalogueUrl,
    WORKER: 'false',
    ...(stack.redis ? { REDIS_URL: stack.redis.url } : {}),
    ...(Object.fromEntries(throttles) as Record<string, string>),
  };
}

async function fillItems(url: string, say: Say): Promise<void> {
  await queryOnce(
    url,
    `insert into users (username, username_key, email, email_key, email_verified_at)
     select 'collector-' || n, 'collector-' || n, n || '@example.org', n || '@example.org', now()
     from generate_series(1, ${COLLECTORS - 1}) as n`,
  );
  await queryOnce(
    url,
    `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft, design,
       main_color, secondary_colors, country, tags, tag_keys, size, player_name, number, is_fan_version, is_signed,
       has_nameset, is_short_sleeve)
     select 1 + n % ${COLLECTORS}, 'jersey', 'Home shirt number ' || n, 1 + n % 10,
       'Bought at the stadium, worn twice, kept in a bag since; season ' || n % 70, n % 9 = 0, n % 10 = 0, false,
       'Stripes', 1 + n % 15, array[1 + n % 7]::smallint[], 'ES', array['retro', 'home'], array['retro', 'home'],
       1 + n % 8, 'Player ' || n % 500, n % 30, true, false, true, true
     from generate_series(0, ${COLLECTORS * ITEMS_EACH - 1}) as n`,
  );
  await queryOnce(url, 'vacuum analyze');
  const [size] = await queryOnce<{ table: number; indexes: number }>(
    url,
    `select pg_table_size('items')::float8 as table, pg_indexes_size('items')::float8 as indexes`,
  );
  const each = (bytes = 0) => Math.round(bytes / (COLLECTORS * ITEMS_EACH));
  say(`an item: ${each(size?.table)} B of table, ${each(size?.indexes)} B of indexes`);
}

async function measureRequests(
  stack: MeasuredStack,
  { url, pid, logged }: MeasuredService,
  token: string,
  say: Say,
): Promise<void> {
  const watched = {
    node: pid,
    postgres: stack.postgres.pid,
    ...(stack.redis ? { redis: stack.redis.pid } : {}),
  };
  const own = { Authorization: `Token ${token}` };
  const json = { 'Content-Type': 'application/json' };
  const post = (path: string, headers: object, body: object): Question => ({
    path,
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  const shirt = { item_type: 'jersey', name: 'Home shirt', brand: 2, size: 5, condition: 8, tags: ['new'] };
  const items = '/api/collections/me/items/';
  const questions: Array<[string, (at: number) => Question, number?]> = [
    ['own items, 20 of 10,000', (at) => ({ path: `${items}?page=${1 + (at % 400)}`, headers: own })],
    ['own items searched by a word', (at) => ({ path: `${items}?search=${at}`, headers: own })],
    ['own statistics', () => ({ path: '/api/collections/me/', headers: own })],
    ['everybody’s collections', () => ({ path: '/api/collections/', headers: own })],
    ['item written', () => post('/api/items/', own, shirt), 201],
    [
      'item written, of another kit each time',
      (at) => post('/api/items/', own, { ...shirt, kit: 1 + at }),
      201,
    ],
    ['archive proxy, one club search', () => ({ path: '/archive/clubs/search/?keyword=malaga' })],
    ['archive proxy, another each time', (at) => ({ path: `/archive/clubs/search/?keyword=ma%20${at}` })],
    ['sign-in with a password', () => post('/api/auth-token/', {}, CREDENTIALS)],
  ];
  for (const [title, ask, status = 200] of questions) {
    say(await measureLoad({ title, url, ask, status, watched, logged }));
  }
}
