import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { npmStart, type Run } from '@kitroom/testing/npm-start';

const repository = resolve(import.meta.dirname, '../../..');
const MINUTE = 60_000;

let copy = '';
let run: Run;

// The sources of a copy are changed. Its dependencies are those of the repository.
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'kitroom-dev-'));
  // PostgreSQL runs as another user if this one is root.
  chmodSync(copy, 0o755);
  cpSync(repository, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
  const folder = join(copy, '.data');
  run = await npmStart(folder, {}, { args: ['run', 'dev'], cwd: copy });
}, 7 * MINUTE);

afterAll(async () => {
  await run?.interrupt();
  rmSync(copy, { recursive: true, force: true });
}, MINUTE);

describe('npm run dev', () => {
  it(
    'restarts the catalogue when its sources change',
    async () => {
      const version = async () => (await read(`${run.catalogue}/openapi.json`)).includes('"9.9.9"');
      await eventually(async () => expect(await version()).toBe(false), MINUTE);
      change('services/catalogue/src/openapi.ts', "'1.0.2'", "'9.9.9'");
      await eventually(async () => expect(await version()).toBe(true), MINUTE);
    },
    2 * MINUTE,
  );

  it(
    'restarts the collection service when a package changes, even after an error',
    async () => {
      const file = 'packages/shared/src/colours.ts';
      change(file, '', 'throw new Error("broken while typing");\n');
      await eventually(async () => expect(run.text()).toContain('broken while typing'), MINUTE);
      change(file, 'throw new Error("broken while typing");\n', '');
      const status = async () => (await fetch(`${run.collection}/health`)).status;
      await eventually(async () => expect(await status()).toBe(200), MINUTE);
    },
    3 * MINUTE,
  );

  it(
    'serves the showcase with the URLs of its services, and with changed sources',
    async () => {
      const config = JSON.parse(await read(`${run.showcase}/config.json`)) as Record<string, string>;
      expect(Object.values(config).map((url) => `${url}/api`)).toEqual([run.catalogue, run.collection]);
      expect(await read(`${run.showcase}/kits`)).toContain('/@vite/client');
      const module = `${run.showcase}/src/layout/search-box.tsx`;
      expect(await read(module)).toContain('Clubs, kits, brands');
      change('packages/showcase/src/layout/search-box.tsx', 'Clubs, kits, brands', 'Changed while it runs');
      await eventually(async () => expect(await read(module)).toContain('Changed while it runs'), MINUTE);
    },
    2 * MINUTE,
  );

  it(
    'exits with 0 on Ctrl-C, and leaves no process behind',
    async () => {
      expect(await run.interrupt()).toMatchObject({ status: 0, signal: null, processesLeft: [] });
      await expect(fetch(run.showcase)).rejects.toThrow('fetch failed');
    },
    MINUTE,
  );
});

function isCopied(path: string): boolean {
  return (
    !['.git', '.data', 'dist', '.vite'].includes(basename(path)) && path !== join(repository, 'node_modules')
  );
}

function change(file: string, before: string, after: string): void {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(before);
  writeFileSync(path, source.replace(before, after));
}

async function read(url: string): Promise<string> {
  return (await fetch(url)).text();
}
