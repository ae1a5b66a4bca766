import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as esbuild from 'esbuild';
import { usePackedClient } from '@kitroom/testing/packed-client';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** HEAD, without anything that is installed here. */
let clone: string;

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'kitroom-fresh-clone-'));
  await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
}, 60_000);

afterAll(() => rm(clone, { recursive: true, force: true }));

// That of the catalogue is packed with it.
describe('the client of the collection, packed in a fresh clone', () => {
  const packed = usePackedClient('collection', () => clone);
  const source = `import { createCollectionClient } from '@kitroom/collection-client';
    export const { status } = await createCollectionClient({ baseUrl: 'https://a' }).health();`;

  it('has types', async () => {
    expect(await packed.check(`${source} status satisfies 'healthy' | 'unhealthy';`)).toBe('');
    expect(await packed.check(`${source} status satisfies 'ill';`)).toContain('TS1360');
  });

  it('can be bundled for browsers', async () => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: source, resolveDir: packed.folder() },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
    });
    expect(outputFiles[0]?.text).toContain('https://a');
  });
});
