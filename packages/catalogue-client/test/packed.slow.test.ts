import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { failing, json, openLocalServer } from '@kitroom/testing/local-server';
import { BAYERN } from './bayern.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);
const PATIENCE_MS = 120_000;

let folder: string;
let consumer: string;

// Outside the repository, so that nothing of it is found by chance.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-packed-'));
  consumer = join(folder, 'consumer');
  await mkdir(consumer);
  const { stdout } = await run(process.execPath, [join(root, 'scripts/pack-client.mjs'), folder], {
    env: clean(),
  });
  const archives = stdout.trim().split('\n');
  await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline'];
  await run('npm', ['install', ...options, ...archives], { cwd: consumer, env: clean() });
}, PATIENCE_MS);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the packed client calls a catalogue from plain JavaScript', async () => {
  await writeFile(join(consumer, 'call.js'), SCRIPT);
  const server = await openLocalServer(failing(503, '0'), json([BAYERN]), failing(404));
  const pending = await run(process.execPath, ['call.js', server.baseUrl], { cwd: consumer, env: clean() });
  await server.close();
  expect(JSON.parse(pending.stdout)).toEqual({
    clubs: [BAYERN],
    code: 'http',
    status: 404,
    detail: 'It is 404.',
  });
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/clubs/search?keyword=bayren',
    '/api/clubs/search?keyword=bayren',
    '/api/kits/1',
  ]);
});

test('the packed client has the types of its arguments and responses', async () => {
  await writeFile(join(consumer, 'typed.ts'), TYPED);
  await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const checked = await run(process.execPath, [tsc, '-p', consumer]).catch(
    (error: { stdout: string }) => error,
  );
  expect(checked.stdout).toBe('');
});

test('the packed client needs nothing of the workspace, and says which Node it needs', async () => {
  const manifest = join(consumer, 'node_modules/@kitroom/catalogue-client/package.json');
  const text = await readFile(manifest, 'utf8');
  expect(text).not.toMatch(/catalog:|workspace:/);
  expect(JSON.parse(text)).toMatchObject({ engines: { node: '>=20.19' } });
});

// The variables that npm, pnpm and Jest set for their own children are not meant for these.
function clean(): NodeJS.ProcessEnv {
  const foreign =
    /^(NODE_OPTIONS|INIT_CWD|npm_(package|lifecycle|execpath|node|command|config_(local_prefix|prefix)))/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

const SCRIPT = `
import { CatalogueError, createCatalogueClient } from '@kitroom/catalogue-client';

const catalogue = createCatalogueClient({ baseUrl: process.argv[2] });
const clubs = await catalogue.clubs.search({ keyword: 'bayren' });
const error = await catalogue.kits.get({ kit_id: 1 }).catch((reason) => reason);
if (!(error instanceof CatalogueError)) throw error;
const { code, status, detail } = error;
console.log(JSON.stringify({ clubs, code, status, detail }));
`;

const TYPED = `
import { CatalogueError, createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';

const client: CatalogueClient = createCatalogueClient({ baseUrl: 'https://kits.example', apiKey: 'kr_secret' });

const clubs = await client.clubs.search({ keyword: 'bayren' }, { signal: AbortSignal.timeout(1_000) });
export const country: string | null | undefined = clubs[0]?.country;
export const kit: { team: { name: string } } = await client.kits.get({ kit_id: 1 });
export const picture: string = await client.kits.picture({ kit_id: 1 });
export const status: 'healthy' | 'unhealthy' = (await client.health({ timeoutMs: 1_000 })).status;
export const pages: number = (await client.kits.random()).pagination.total_pages;
await client.kits.list({ primary_color: 'Red', secondary_color: ['Blue', 'White'], year: 2003 });

export function statusOf(error: unknown): number | undefined {
  return error instanceof CatalogueError && error.code === 'http' ? error.status : undefined;
}

// @ts-expect-error a response has the type of its contract
export const wrong: number | undefined = clubs[0]?.name;
// @ts-expect-error a club's id is a number
await client.clubs.get({ club_id: 'seven' });
// @ts-expect-error and must be given
await client.clubs.get();
// @ts-expect-error there is no such colour
await client.kits.list({ primary_color: 'Crimson' });
// @ts-expect-error there is no such filter
await client.kits.list({ colour: 'Red' });
`;

const TSCONFIG = {
  compilerOptions: {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['typed.ts'],
};
