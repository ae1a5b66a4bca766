import { tmpdir } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { failing, json, openLocalServer } from '@kitroom/testing/local-server';
import { fetchOldestNode, packClient, usePackedClient } from '@kitroom/testing/packed-client';
import { compareSchemaTypes } from '@kitroom/testing/schema-types';
import { ada, shirt } from './examples.ts';

const packed = usePackedClient('collection');

describe('the packed client', () => {
  test('calls a collection service from plain JavaScript in Node.js 20.19', async () => {
    const page = json([shirt], 200, { 'X-Total-Count': '1' });
    const server = await openLocalServer(
      json({ token: 'abc' }),
      failing(503, '0'),
      json(ada),
      page,
      failing(404),
    );
    const output = await packed.run(SCRIPT, [server.baseUrl], await fetchOldestNode());
    await server.close();
    expect(JSON.parse(output)).toEqual({
      name: 'Ada',
      count: 1,
      code: 'http',
      status: 404,
      detail: 'It is 404.',
    });
    expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/api/auth-token/', undefined],
      ['/api/users/me/', 'Token abc'],
      ['/api/users/me/', 'Token abc'],
      ['/api/items/', 'Token abc'],
      ['/api/items/1/', 'Token abc'],
    ]);
  });

  test('exports the types of its arguments and responses', async () => {
    expect(await packed.check(TYPED)).toBe('');
  });

  test('loads only packages that run in browsers', async () => {
    const loaded: string[] = JSON.parse(await packed.run(LOADED));
    const packages =
      /\/node_modules\/((?:@kitroom\/catalogue-client\/dist\/contracts|@[^/]+\/[^/]+|[^@/]+))\//;
    const names = loaded.map((url) => packages.exec(url)?.[1] ?? url);
    expect([...new Set(names)].toSorted()).toEqual([
      '@kitroom/catalogue-client/dist/contracts',
      '@kitroom/client',
      '@kitroom/collection-client',
      '@kitroom/shared',
      'zod',
    ]);
  });

  test('exports a type with the fields of each schema of the OpenAPI document', async () => {
    expect(await packed.check(compareSchemaTypes('collection'))).toBe('');
  });

  test('works without packages of the workspace', async () => {
    expect(await packed.readManifest()).not.toMatch(/catalog:|workspace:/);
  });
});

test('pack-client.mjs exits with 2 for an unknown client', async () => {
  await expect(packClient(tmpdir(), 'toString')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'there is no client of “toString”, only of catalogue and collection\n',
  });
});

const SCRIPT = `
import { CollectionError, createCollectionClient } from '@kitroom/collection-client';

const baseUrl = process.argv[2];
const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username: 'ada', password: 'pw' });
const client = createCollectionClient({ baseUrl, token });
const { name } = await client.users.me();
const { count } = await client.items.list();
const error = await client.items.get({ id: 1 }).catch((reason) => reason);
if (!(error instanceof CollectionError)) throw error;
const { code, status, detail } = error;
console.log(JSON.stringify({ name, count, code, status, detail }));
`;

// Every module that is resolved on the way, Node's own included.
const LOADED = `
import { registerHooks } from 'node:module';

const loaded = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    loaded.push(found.url);
    return found;
  },
});
await import('@kitroom/collection-client');
console.log(JSON.stringify(loaded));
`;

const TYPED = `
import {
  CollectionError,
  createCollectionClient,
  eachEntry,
  type CollectionClient,
  type ItemChanges,
  type NewItem,
  type Page,
} from '@kitroom/collection-client';

const client: CollectionClient = createCollectionClient({
  baseUrl: new URL('https://kits.example'),
  fetch,
  credentials: 'include',
  csrfToken: async () => undefined,
});
export const custom = createCollectionClient({ baseUrl: '', fetch: async (url, init) => fetch(url, init) });
export const { token }: { token: string } = await client.tokens.create({ username: 'ada', password: 'pw' });

const shirt: NewItem = { item_type: 'jersey', name: 'Home', brand: 2, size: 4, player_name: 'Ada', number: null };
export const changes: ItemChanges = { condition: 9, tags: ['home'], type: 'jacket' };
const created = await client.items.create(shirt, { signal: AbortSignal.timeout(1_000) });
if (created.item_type === 'jersey') created.player_name satisfies string;
created.photos[0]?.image_avif satisfies string | null | undefined;
await client.items.put({ id: created.id }, { item_type: 'outerwear', type: 'hoodie', size: null });
await client.items.patch({ id: created.id }, changes, { timeoutMs: 1_000 });
export const nothing: undefined = await client.items.remove({ id: created.id });

const page: Page<{ id: number; name: string }> = await client.items.list({ item_type: 'jersey', tag: ['home'] });
page.count satisfies number;
await client.items.list({ ordering: ['-condition', 'name'] });
await client.items.list({ ordering: '-condition,name' });
await client.collections.myItems({ ordering: '-estimated_value' });
for await (const { name } of eachEntry(client.items.list)) name satisfies string;
for await (const { main_photo } of eachEntry(client.collections.items, { user_id: 5, club: 7 })) {
  main_photo satisfies string | null;
}
for await (const { caption } of eachEntry(client.photos.list, { object_id: 1, content_type: 1 }, { retries: 0 })) {
  caption satisfies string;
}

const file: File = new File([], 'front.jpg');
(await client.photos.upload({ image: file, content_type: 1, object_id: created.id })).thumbnail satisfies string | null;
await client.photos.patch({ id: 1 }, { caption: 'Front' });
(await client.collections.me()).statistics.by_club[0]?.count satisfies number | undefined;
(await client.archive.kits.get({ kit_id: 1 })).team.name satisfies string;
(await client.archive.clubs.search({ keyword: 'malaga' })).results[0]?.slug satisfies string | undefined;
(await client.reference.sizes())[0]?.category satisfies 'tops' | 'bottoms' | 'other' | undefined;
(await client.health()).catalogue satisfies 'connected' | 'disconnected';

export function errorsOf(error: unknown): string[] | undefined {
  return error instanceof CollectionError && error.code === 'http' ? error.fields?.['name'] : undefined;
}

// @ts-expect-error a jersey has no such field
await client.items.create({ item_type: 'jersey', type: 'hoodie' });
// @ts-expect-error and outerwear no such type
await client.items.create({ item_type: 'outerwear', type: 'socks' });
// @ts-expect-error an item has a type
await client.items.create({ name: 'Home' });
// @ts-expect-error a brand is given by its id
await client.items.patch({ id: 1 }, { brand: 'adidas' });
// @ts-expect-error an id must be given
await client.items.get();
// @ts-expect-error there is no such key to order by
await client.items.list({ ordering: ['colour'] });
// @ts-expect-error nor this one
await client.items.list({ ordering: '-colour' });
// @ts-expect-error there is no such filter
await client.items.list({ colour: 1 });
// @ts-expect-error nor such a kind of number
await client.photos.list({ object_id: 'twelve' });
// @ts-expect-error a picture must be given
await client.photos.upload({ caption: 'Front' });
// @ts-expect-error a response has the type of its contract
(await client.users.me()).name satisfies number;
// @ts-expect-error a user must be named
eachEntry(client.collections.items);
// @ts-expect-error there is no such filter type
await client.archive.filters({ filter_type: 'shoe' });
`;
