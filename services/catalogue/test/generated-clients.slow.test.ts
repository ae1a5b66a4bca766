import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const docs = resolve(import.meta.dirname, '../../../docs');
const PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  'openapi-typescript-codegen@0.31.0',
  'typescript@5.9.3',
  'esbuild@0.28.2',
];
const MINUTES_MS = 300_000;
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

const bin = (name: string) => join(folder, 'node_modules/.bin', name);

/** Generates a client of a service, and returns its folder. */
async function generate([generator = '', ...options]: string[], service: string): Promise<string> {
  const output = join(folder, `${generator}-${service}`);
  const files = ['-i', join(docs, `${service}.openapi.json`), '-o', output];
  await run(process.execPath, [bin(generator), ...files, ...options], { cwd: folder });
  return output;
}

/** Generates a client of the catalogue, and returns what a script prints that uses it. */
async function runWith(generator: string[], script: string): Promise<unknown> {
  const output = await generate(generator, 'catalogue');
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

const GENERATORS = {
  'hey-api': ['openapi-ts', '--no-log-file'],
  // Its enums have no names for punctuation marks, such as those of decimals.
  'openapi-typescript-codegen': ['openapi', '--useOptions', '--useUnionTypes'],
};

describe('generated clients', () => {
  it.each([
    ['hey-api', GENERATORS['hey-api'], HEY_API],
    ['openapi-typescript-codegen', GENERATORS['openapi-typescript-codegen'], CODEGEN],
  ])(
    'send parameters with several values: %s',
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
});

/** Compiles only if the types of items differ by `item_type`. */
const ITEMS = `
  import type { Item, ItemBase, ItemChanges, ItemWithPhotos, NewItem } from './index';

  declare const item: Item;
  declare const detail: ItemWithPhotos;
  export const base: ItemBase = item;
  export const changes: ItemChanges = { condition: 5, player_name: 'Ada' };
  export const jersey: NewItem = { item_type: 'jersey', name: 'Home', player_name: 'Ada' };
  // @ts-expect-error -- pants have no player
  export const pants: NewItem = { item_type: 'pants', name: 'Home', player_name: 'Ada' };
  export const names: string[] = [item.name, ...detail.photos.map(({ image }) => image)];
  if (item.item_type === 'jersey') names.push(item.player_name);
  // @ts-expect-error -- pants have no player
  if (item.item_type === 'pants') names.push(item.player_name);
  export const kind: 'hoodie' | 'jacket' | 'windbreaker' | 'crewneck' | null | undefined =
    detail.item_type === 'outerwear' ? detail.type : undefined;
`;
const STRICT = '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler'.split(' ');

describe('generated types', () => {
  it.each(Object.entries(GENERATORS))(
    'compile and distinguish items by item_type: %s',
    async (_name, generator) => {
      const output = await generate(generator, 'collection');
      await writeFile(join(output, 'items.ts'), ITEMS);
      const compiled = run(bin('tsc'), [...STRICT, '--skipLibCheck', join(output, 'items.ts')], {
        cwd: folder,
      });
      // The compiler prints errors to its standard output.
      const errors = await compiled.then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
      expect(errors).toBe('');
    },
    MINUTES_MS,
  );
});
