import { failing, json, openLocalServer } from '@kitroom/testing/local-server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ada, shirt } from './examples.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const PATIENCE_MS = 180_000;

let folder: string;
let consumer: string;

// Outside the repository, so that nothing of it is found by chance.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-packed-'));
  consumer = join(folder, 'consumer');
  await mkdir(consumer);
  const pack = [join(root, 'scripts/pack-client.mjs'), folder, 'collection'];
  const { stdout } = await run(process.execPath, pack, { env: clean() });
  const archives = stdout.trim().split('\n');
  await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline'];
  await run('npm', ['install', ...options, ...archives], { cwd: consumer, env: clean() });
}, PATIENCE_MS);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the packed client asks a service from plain JavaScript', async () => {
  await writeFile(join(consumer, 'ask.js'), SCRIPT);
  const page = json([shirt], 200, { 'X-Total-Count': '1' });
  const server = await openLocalServer(
    json({ token: 'abc' }),
    failing(503, '0'),
    json(ada),
    page,
    failing(404),
  );
  const asked = await run(process.execPath, ['ask.js', server.baseUrl], { cwd: consumer, env: clean() });
  await server.close();
  expect(JSON.parse(asked.stdout)).toEqual({
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

test('the packed client tells TypeScript its arguments and answers', async () => {
  await writeFile(join(consumer, 'typed.ts'), TYPED);
  await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const checked = await run(process.execPath, [tsc, '-p', consumer]).catch(
    (error: { stdout: string }) => error,
  );
  expect(checked.stdout).toBe('');
});

test('the packed client loads nothing that a browser has not', async () => {
  await writeFile(join(consumer, 'loaded.js'), LOADED);
  const { stdout } = await run(process.execPath, ['loaded.js'], { cwd: consumer, env: clean() });
  const loaded: string[] = JSON.parse(stdout);
  const packages = /\/node_modules\/((?:@kitroom\/catalogue-client\/dist\/contracts|@[^/]+\/[^/]+|[^@/]+))\//;
  const names = loaded.map((url) => packages.exec(url)?.[1] ?? url);
  expect([...new Set(names)].toSorted()).toEqual([
    '@kitroom/catalogue-client/dist/contracts',
    '@kitroom/client',
    '@kitroom/collection-client',
    '@kitroom/shared',
    'zod',
  ]);
});

test('the packed client needs nothing of the workspace', async () => {
  const manifest = join(consumer, 'node_modules/@kitroom/collection-client/package.json');
  expect(await readFile(manifest, 'utf8')).not.toMatch(/catalog:|workspace:/);
});

test('a client that is none is not packed', async () => {
  const packed = run(process.execPath, [join(root, 'scripts/pack-client.mjs'), folder, 'toString']);
  await expect(packed).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'there is no client of “toString”, only of catalogue and collection\n',
  });
});

// What npm, pnpm and Jest tell their own children is not meant for these.
function clean(): NodeJS.ProcessEnv {
  const foreign =
    /^(NODE_OPTIONS|INIT_CWD|npm_(package|lifecycle|execpath|node|command|config_(local_prefix|prefix)))/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

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
// @ts-expect-error a brand is told by its id
await client.items.patch({ id: 1 }, { brand: 'adidas' });
// @ts-expect-error an id must be given
await client.items.get();
// @ts-expect-error there is no such filter
await client.items.list({ colour: 1 });
// @ts-expect-error nor such a kind of number
await client.photos.list({ object_id: 'twelve' });
// @ts-expect-error a picture must be given
await client.photos.upload({ caption: 'Front' });
// @ts-expect-error an answer has the type that its contract says
(await client.users.me()).name satisfies number;
// @ts-expect-error a user must be named
eachEntry(client.collections.items);
// @ts-expect-error there is no such filter type
await client.archive.filters({ filter_type: 'shoe' });
`;

const TSCONFIG = {
  compilerOptions: {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['typed.ts'],
};
