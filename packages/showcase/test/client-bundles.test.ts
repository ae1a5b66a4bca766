import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');

/** The size in bytes of a minified, gzipped bundle of this code. */
async function measure(code: string): Promise<number> {
  const entry = join(root, 'src/measured.js');
  const output = (await build({
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
  })) as Rolldown.RolldownOutput;
  const [chunk, ...others] = output.output;
  expect(others).toEqual([]);
  return gzipSync(chunk.code).length;
}

describe('a bundle', () => {
  it.each([
    ['catalogue-client', 'createCatalogueClient', 40_000],
    ['collection-client', 'createCollectionClient', 60_000],
  ])('of %s has %s in at most %i bytes', async (name, create, limit) => {
    const size = await measure(
      `import { ${create} } from '@kitroom/${name}'; globalThis.client = ${create}({ baseUrl: 'https://a' });`,
    );
    expect(size).toBeLessThanOrEqual(limit);
    // Less would mean that the client is not in it.
    expect(size).toBeGreaterThan(20_000);
  });
});
