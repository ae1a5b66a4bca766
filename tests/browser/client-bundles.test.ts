import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import * as esbuild from 'esbuild';
import * as vite from 'vite';

const root = import.meta.dirname;

/** Bundles and minifies this code; the bundler is Vite, thus Rolldown, or esbuild. */
const BUNDLERS: Readonly<Record<string, (code: string) => Promise<string>>> = {
  async vite(code) {
    const entry = join(root, 'measured.js');
    const { output } = (await vite.build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === entry ? id : undefined),
          load: (id) => (id === entry ? code : undefined),
        },
      ],
      build: { write: false, rollupOptions: { input: entry } },
    })) as vite.Rolldown.RolldownOutput;
    expect(output).toHaveLength(1);
    return output[0].code;
  },
  async esbuild(code) {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: code, resolveDir: root },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    expect(outputFiles).toHaveLength(1);
    return outputFiles[0]?.text ?? '';
  },
};

function createClient(name: string, create: string): string {
  return `import { ${create} } from '@kitroom/${name}'; globalThis.client = ${create}({ baseUrl: 'https://a' });`;
}

describe.each(Object.entries(BUNDLERS))('bundling with %s', (_name, bundle) => {
  it.each([
    ['catalogue-client', 'createCatalogueClient', 40_000],
    ['collection-client', 'createCollectionClient', 60_000],
  ])('keeps %s with %s between 20,000 and %i bytes, gzipped', async (name, create, limit) => {
    const code = await bundle(createClient(name, create));
    const size = gzipSync(code).length;
    expect(size).toBeLessThanOrEqual(limit);
    // A smaller bundle would not contain the client.
    expect(size).toBeGreaterThan(20_000);
  });

  it.each([
    ['catalogue-client', 'createCatalogueClient', 'eachEntry', 'yield'],
    ['catalogue-client', 'createCatalogueClient', 'COLOUR_HEX', '#87CEEB'],
    ['collection-client', 'createCollectionClient', 'eachEntry', 'yield'],
    ['collection-client', 'createCollectionClient', 'ITEM_COLOURS', '#87CEEB'],
    ['collection-client', 'createCollectionClient', 'SIZES', 'One size'],
  ])('bundles %s with only %s, and drops the unused export %s', async (name, create, unusedExport, mark) => {
    const alone = createClient(name, create);
    expect((await bundle(alone)).includes(mark)).toBe(false);
    const both = `import { ${unusedExport} } from '@kitroom/${name}'; globalThis.other = ${unusedExport}; ${alone}`;
    expect((await bundle(both)).includes(mark)).toBe(true);
  });
});
