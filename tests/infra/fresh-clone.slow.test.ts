import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import * as esbuild from 'esbuild';
import { usePackedClient } from '@kitroom/testing/packed-client';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Clones HEAD into a folder, without anything that is installed here. */
async function cloneTo(folder: string): Promise<string> {
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
  return clone;
}

// The catalogue client is packed with the collection client.
describe('the collection client packed in a fresh clone', () => {
  const packed = usePackedClient('collection', cloneTo);
  const source = `import { createCollectionClient } from '@kitroom/collection-client';
    export const { status } = await createCollectionClient({ baseUrl: 'https://a' }).health();`;

  it('has types that accept valid and reject invalid values', async () => {
    expect(await packed.check(`${source} status satisfies 'healthy' | 'unhealthy';`)).toBe('');
    expect(await packed.check(`${source} status satisfies 'ill';`)).toContain('TS1360');
  });

  it('can be bundled for browsers with esbuild', async () => {
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
