import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const PATIENCE_MS = 300_000;
const NPM_OPTIONS = ['--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline'];

/** A package with one of our clients installed from its archives, as users install it. */
export interface PackedClient {
  /** The folder of the package. */
  folder(): string;
  /** Runs JavaScript there with a Node.js (default: this one); resolves with its output. */
  run(source: string, args?: readonly string[], node?: string): Promise<string>;
  /** Returns TypeScript's errors in a source there; empty if it compiles. */
  check(source: string): Promise<string>;
  /** The text of the client's manifest. */
  readManifest(): Promise<string>;
}

/**
 * Packs the client of a service for the tests of a file, and installs it in a package outside the repository.
 * `prepare` returns the root of the repository to pack from; default: this one.
 */
export function usePackedClient(
  service: 'catalogue' | 'collection',
  prepare: (folder: string) => Promise<string> = async () => root,
): PackedClient {
  let folder: string;
  let consumer: string;
  const runThere = (program: string, args: readonly string[]) =>
    run(program, args, { cwd: consumer, env: packageEnv() });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kitroom-packed-'));
    consumer = join(folder, 'consumer');
    await mkdir(consumer);
    await writeFile(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
    const archives = (await packClient(folder, service, await prepare(folder))).trim().split('\n');
    await runThere('npm', ['install', ...NPM_OPTIONS, ...archives]);
  }, PATIENCE_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  return {
    folder: () => consumer,
    async run(source, args = [], node = process.execPath) {
      await writeFile(join(consumer, 'run.js'), source);
      return (await runThere(node, ['run.js', ...args])).stdout;
    },
    async check(source) {
      await writeFile(join(consumer, 'typed.ts'), source);
      await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify(TSCONFIG));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const checked = run(process.execPath, [tsc, '-p', consumer]);
      return (await checked.catch((error: { stdout: string }) => error)).stdout;
    },
    readManifest: () =>
      readFile(join(consumer, `node_modules/@kitroom/${service}-client/package.json`), 'utf8'),
  };
}

/**
 * Packs the client of a service and its dependencies; resolves with the paths of the archives, one per line.
 */
export async function packClient(folder: string, service: string, from = root): Promise<string> {
  const args = [join(from, 'scripts/pack-client.mjs'), folder, service];
  return (await run(process.execPath, args, { env: packageEnv() })).stdout;
}

/** The oldest Node.js that the clients support, from npm: the path of its program. */
export async function fetchOldestNode(): Promise<string> {
  const args = ['exec', '--yes', '--package=node@20.19.0', '--', 'node', '-p', 'process.execPath'];
  const { stdout } = await run('npm', args, { cwd: tmpdir(), env: packageEnv() });
  return stdout.trim();
}

/**
 * The environment of a user's shell: without the variables that npm, pnpm and Jest set for their own
 * children.
 */
export function packageEnv(): NodeJS.ProcessEnv {
  const foreign =
    /^(NODE_OPTIONS|INIT_CWD|npm_(package|lifecycle|execpath|node|command|config_(local_prefix|prefix)))/;
  const PATH = process.env['PATH']?.split(delimiter).filter((path) => !path.includes('node_modules'));
  const variables = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(variables), PATH: PATH?.join(delimiter) };
}

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
