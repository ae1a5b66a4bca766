import { join } from 'node:path';
import { queryOnce } from '@kitroom/devstack/query-once';
import type { LoadRequest } from './load/generator.ts';
import type { RequestKind } from './load/measure-in-turns.ts';
import type { MeasuredService, MeasuredStack } from './measured-stack.ts';
import { residentOf, threadsCpuOf } from './process-usage.ts';

const COLLECTORS = 20;
const ITEMS_EACH = 10_000;
const REQUESTS = 20_000;
/** Of the first collector. */
export const CREDENTIALS = { username: 'collector-0', password: 'brass lantern 42' };

/** All kinds of request to the collection service; the token is of a collector with 10,000 items. */
export function listCollectionRequests(token: string): RequestKind[] {
  const own = { Authorization: `Token ${token}` };
  const items = '/api/collections/me/items/';
  const shirt = { item_type: 'jersey', name: 'Home shirt', brand: 2, size: 5, condition: 8, tags: ['new'] };
  return [
    each('own items, 20 of 10,000', (at) => ({ path: `${items}?page=${1 + (at % 400)}`, headers: own })),
    each('own items searched by a word', (at) => ({ path: `${items}?search=${at}`, headers: own })),
    same('own statistics', { path: '/api/collections/me/', headers: own }),
    same('everybody’s collections', { path: '/api/collections/', headers: own }),
    { ...same('item written', post('/api/items/', shirt, own)), status: 201 },
    {
      ...each('item written, another kit', (at) => post('/api/items/', { ...shirt, kit: 1 + at }, own)),
      status: 201,
    },
    same('archive proxy, known search', { path: '/archive/clubs/search/?keyword=malaga' }),
    each('archive proxy, new search', (at) => ({ path: `/archive/clubs/search/?keyword=ma%20${at}` })),
    same('sign-in with a password', post('/api/auth-token/', CREDENTIALS)),
  ];
}

function same(title: string, request: LoadRequest): RequestKind {
  return { title: `collection: ${title}`, requests: [request], isCold: false, status: 200 };
}

function each(title: string, requestAt: (at: number) => LoadRequest): RequestKind {
  const requests = Array.from({ length: REQUESTS }, (_, at) => requestAt(at));
  return { title: `collection: ${title}`, requests, isCold: true, status: 200 };
}

function post(path: string, body: object, headers: Record<string, string> = {}): LoadRequest {
  const json = { 'Content-Type': 'application/json' };
  return { path, method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
}

/** Starts the collection service with 200,000 items of 20 collectors. */
export async function startCollection(
  stack: MeasuredStack,
  catalogueUrl: string,
  say: (line: string) => void,
): Promise<{ service: MeasuredService; token: string }> {
  await queryOnce(stack.postgres.url('postgres'), 'drop database if exists collection');
  await stack.postgres.createDatabase('collection');
  const env = environmentOf(stack, catalogueUrl);
  await stack.run('collection', ['migrate'], env);
  const { username, password } = CREDENTIALS;
  const user = ['--username', username, '--email', `${username}@example.org`, '--verified'];
  await stack.run('collection', ['users', 'create', ...user, '--password', password], env);
  const token = await stack.run('collection', ['tokens', 'show', username], env);
  say(await fillItems(env.DATABASE_URL, { collectors: COLLECTORS, itemsEach: ITEMS_EACH }));
  const service = await stack.start('collection', env);
  await service.waitFor();
  const { now } = residentOf(service.pid);
  say(`collection: ${threadsCpuOf(service.pid).toFixed(0)} ms of CPU to start, ${now.toFixed(0)} MiB`);
  return { service, token };
}

function environmentOf(stack: MeasuredStack, catalogueUrl: string) {
  const unlimited = '1000000/60';
  return {
    DATABASE_URL: stack.postgres.url('collection'),
    SECRET_KEY: 'a secret of a measurement, of more than 32 characters',
    MEDIA_ROOT: join(stack.folder, 'media'),
    MAIL_ROOT: join(stack.folder, 'mail'),
    CATALOGUE_URL: catalogueUrl,
    THROTTLE_ANON: unlimited,
    THROTTLE_USER: unlimited,
    THROTTLE_ARCHIVE: unlimited,
    THROTTLE_LOGIN: unlimited,
    ...(stack.redis ? { REDIS_URL: stack.redis.url } : {}),
  };
}

/**
 * Adds collectors to the first one, `collector-0`, and items of all in turns; item `id` is of collector
 * `(id - 1) % collectors`. Returns a line with the size of an item.
 */
export async function fillItems(
  url: string,
  { collectors, itemsEach }: { collectors: number; itemsEach: number },
): Promise<string> {
  await queryOnce(
    url,
    `insert into users (username, username_key, email, email_key, email_verified_at)
     select 'collector-' || n, 'collector-' || n, n || '@example.org', n || '@example.org', now()
     from generate_series(1, ${collectors - 1}) as n`,
  );
  await queryOnce(
    url,
    `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft, design,
       main_color, secondary_colors, country, tags, tag_keys, size, player_name, number, is_fan_version, is_signed,
       has_nameset, is_short_sleeve)
     select 1 + n % ${collectors}, 'jersey', 'Home shirt number ' || n, 1 + n % 10,
       'Bought at the stadium, worn twice, kept in a bag since; season ' || n % 70, n % 9 = 0, n % 10 = 0, false,
       'Stripes', 1 + n % 15, array[1 + n % 7]::smallint[], 'ES', array['retro', 'home'], array['retro', 'home'],
       1 + n % 8, 'Player ' || n % 500, n % 30, true, false, true, true
     from generate_series(0, ${collectors * itemsEach - 1}) as n`,
  );
  await queryOnce(url, 'vacuum analyze');
  const [size] = await queryOnce<{ table: number; indexes: number }>(
    url,
    `select pg_table_size('items')::float8 as table, pg_indexes_size('items')::float8 as indexes`,
  );
  const eachItem = (bytes = 0) => Math.round(bytes / (collectors * itemsEach));
  return `an item: ${eachItem(size?.table)} B of table, ${eachItem(size?.indexes)} B of indexes`;
}
