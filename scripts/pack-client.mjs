// Packs a client and its dependencies for installation outside this repository: `node scripts/pack-client.mjs
// [folder] [catalogue|collection]` writes the archives to the folder (default: the current one; default
// client: catalogue) and prints their paths. Installs the workspace's dependencies if necessary.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BootstrapError, packageManagerOf, prepare } from './bootstrap.mjs';

// The contracts of the collection service use schemas of the catalogue's.
const packagesOf = {
  catalogue: ['shared', 'client', 'catalogue-client'],
  collection: ['shared', 'client', 'catalogue-client', 'collection-client'],
};
const packageFiles = ['package.json', 'README.md', 'tsconfig.build.json', 'src'];
const rootFiles = ['package.json', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'LICENSE'];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? '.');
const client = process.argv[3] ?? 'catalogue';
if (!Object.hasOwn(packagesOf, client)) {
  process.stderr.write(
    `there is no client of “${client}”, only of ${Object.keys(packagesOf).join(' and ')}\n`,
  );
  process.exit(2);
}
const packages = packagesOf[client];

try {
  await prepare(root);
} catch (error) {
  if (!(error instanceof BootstrapError)) throw error;
  process.stderr.write(`kitroom: ${error.message}\n`);
  process.exit(error.status);
}

// Built in a copy, so that several runs can pack concurrently, and without write access to the repository.
const stage = mkdtempSync(join(tmpdir(), 'kitroom-pack-'));
try {
  copy('.', rootFiles);
  for (const name of packages) copy(join('packages', name), packageFiles);
  for (const name of packages) process.stdout.write(`${pack(name)}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function copy(path, names) {
  for (const name of names) {
    const from = join(root, path, name);
    if (existsSync(from)) cpSync(from, join(stage, path, name), { recursive: true });
  }
  symlinkSync(join(root, path, 'node_modules'), join(stage, path, 'node_modules'));
}

// The package's prepack script builds it.
function pack(name) {
  const cwd = join(stage, 'packages', name);
  // Packs with pnpm, because npm does not support `catalog:` and `workspace:` references.
  execFileSync('npx', ['-y', packageManagerOf(root), 'pack', '--pack-destination', folder], {
    cwd,
    stdio: ['ignore', 2, 2],
  });
  const { version } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  return join(folder, `kitroom-${name}-${version}.tgz`);
}
