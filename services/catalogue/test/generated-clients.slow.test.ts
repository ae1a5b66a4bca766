import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const DOCUMENT = resolve(import.meta.dirname, '../../../docs/catalogue.openapi.json');
const PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript-codegen@0.31.0',
  'typescript@5.9.3',
  'esbuild@0.28.2',
];
const MINUTES_MS = 120_000;
const run = promisify(execFile);

const catalogue = useCatalogue();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-generated-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline'];
  await run('npm', ['install', ...options, ...PACKAGES], { cwd: folder });
  await catalogue.load(
    kitLines([
      {
        club: 'Ajax',
        type: 'Home',
        slug: 'home',
        primary_color: 'Red',
        secondary_colors: ['White', 'Black'],
      },
      { club: 'Ajax', type: 'Away', slug: 'away', primary_color: 'Navy', secondary_colors: ['White'] },
      { club: 'Ajax', type: 'Third', slug: 'third', primary_color: 'White', secondary_colors: ['Black'] },
    ]),
  );
}, MINUTES_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Generates a client into a folder, and returns what a script prints that uses it. */
async function runWith([generator, ...options]: string[], script: string): Promise<unknown> {
  const bin = (name: string) => join(folder, 'node_modules/.bin', name);
  const output = join(folder, `${generator}-client`);
  await run(process.execPath, [bin(generator ?? ''), '-i', DOCUMENT, '-o', output, ...options], {
    cwd: folder,
  });
  await writeFile(join(output, 'call.ts'), script);
  const bundling = ['--bundle', '--platform=node', '--format=esm', '--log-level=warning'];
  const bundle = join(output, 'call.mjs');
  await run(bin('esbuild'), [join(output, 'call.ts'), ...bundling, `--outfile=${bundle}`], { cwd: folder });
  const { stdout } = await run(process.execPath, [bundle, catalogue.url], { cwd: folder });
  return JSON.parse(stdout);
}

const HEY_API = `
  import { countKitFacets, listKits, listKitsInBulk } from './index';
  import { client } from './client.gen';

  client.setConfig({ baseUrl: process.argv[2], throwOnError: true });
  const bulk = await listKitsInBulk({ query: { slugs: ['third', 'home', 'away'] } });
  const kits = await listKits({ query: { secondary_color: ['White', 'Black'] } });
  const facets = await countKitFacets({ query: { fields: ['club', 'season'] } });
  console.log(JSON.stringify([bulk.data, kits.data, facets.data]));
`;

const CODEGEN = `
  import { KitsService, OpenAPI } from './index';

  OpenAPI.BASE = process.argv[2];
  const bulk = await KitsService.listKitsInBulk({ slugs: ['third', 'home', 'away'] });
  const kits = await KitsService.listKits({ secondaryColor: ['White', 'Black'] });
  const facets = await KitsService.countKitFacets({ fields: ['club', 'season'] });
  console.log(JSON.stringify([bulk, kits, facets]));
`;

it.each([
  ['hey-api', ['openapi-ts', '--no-log-file'], HEY_API],
  ['openapi-typescript-codegen', ['openapi', '--useOptions'], CODEGEN],
])(
  'a client that %s generates sends parameters of several values',
  async (_name, generator, script) => {
    const [bulk, kits, facets] = (await runWith(generator, script)) as [
      Array<{ slug: string }>,
      Array<{ id: number }>,
      { facets: object },
    ];
    expect(bulk.map(({ slug }) => slug)).toEqual(['third', 'home', 'away']);
    expect(kits.map(({ id }) => id)).toEqual([await idOf(catalogue.db, 'kits', 'home')]);
    expect(Object.keys(facets.facets)).toEqual(['season', 'club']);
  },
  MINUTES_MS,
);
