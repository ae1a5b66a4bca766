import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe } from '@jest/globals';

/** The sources of an earlier version in a separate folder, ready to run. */
export interface PreviousVersion {
  /** The root folder of this version, for the `sources` of startTestService. */
  root: string;
  /** The migrations that it contains, oldest first. */
  migrations: string[];
  remove(): void;
}

const root = resolve(import.meta.dirname, '../../..');
const WORKSPACE = ['packages', 'services'];
const BACKUP_SCRIPTS = 'infra/backup';

/**
 * `describe` for tests that run the version before a service's newest migration, or before its baseline.
 * Without the repository's history (a shallow clone, a copy without it, a machine without git) they are
 * skipped with a message.
 */
export function describeWithPreviousVersion(
  service: 'catalogue' | 'collection',
  tests: (extract: () => PreviousVersion) => void,
  { before = 'the newest migration' }: { before?: 'the newest migration' | 'the baseline' } = {},
): void {
  const title = `the version before ${before} of the ${service}`;
  const migrations = listMigrations(root, service);
  const next =
    before === 'the baseline' ? migrations.find((file) => file.endsWith('_baseline.ts')) : migrations.at(-1);
  const commit = findCommitBefore(service, `services/${service}/migrations/${next}`);
  if (commit === undefined) process.stderr.write(`Skipped, because there is no history here: ${title}\n`);
  const run = commit === undefined ? describe.skip : describe;
  run(title, () => tests(() => extractVersion(commit ?? '', service)));
}

/**
 * The newest commit without a migration's file; undefined if unknown, or if the service did not exist then.
 */
function findCommitBefore(service: string, file: string): string | undefined {
  const added = git(['log', '--diff-filter=A', '--format=%H', '-1', '--', file]);
  if (added === undefined) return undefined;
  // An uncommitted migration is missing from HEAD.
  const before = added === '' ? 'HEAD' : `${added}^`;
  const commit = git(['rev-parse', '--verify', '--quiet', `${before}^{commit}`]);
  const main = `services/${service}/src/main.ts`;
  return commit && git(['cat-file', '-e', `${commit}:${main}`]) !== undefined ? commit : undefined;
}

/** Its workspace packages refer to each other; other dependencies are those installed here. */
function extractVersion(commit: string, service: string): PreviousVersion {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-previous-'));
  const archive = join(folder, 'version.tar');
  const packed = git([
    'archive',
    '--format=tar',
    `--output=${archive}`,
    commit,
    ...WORKSPACE,
    BACKUP_SCRIPTS,
  ]);
  if (packed === undefined) throw new Error(`git cannot pack ${commit}`);
  const { status } = spawnSync('tar', ['-xf', archive, '-C', folder]);
  if (status !== 0) throw new Error(`tar cannot unpack ${archive}`);
  rmSync(archive);
  for (const group of WORKSPACE) {
    for (const name of readdirSync(join(folder, group))) linkDependencies(folder, `${group}/${name}`);
  }
  return {
    root: folder,
    migrations: listMigrations(folder, service),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function linkDependencies(folder: string, workspacePackage: string): void {
  for (const [name, version] of Object.entries(readDependencies(folder, workspacePackage))) {
    const isOurs = version.startsWith('workspace:');
    const target = isOurs
      ? join(folder, 'packages', name.replace('@kitroom/', ''))
      : findInstalled(workspacePackage, name);
    const link = join(folder, workspacePackage, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}

function readDependencies(folder: string, workspacePackage: string): Record<string, string> {
  const { dependencies }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(folder, workspacePackage, 'package.json'), 'utf8'),
  );
  return dependencies ?? {};
}

/**
 * A dependency may have moved to another of our packages; pnpm also installs each at a common path. A package
 * that is no longer used remains a devDependency here until the next migration: eta.
 */
function findInstalled(workspacePackage: string, name: string): string {
  const installed = join(root, workspacePackage, 'node_modules', name);
  return existsSync(installed) ? installed : join(root, 'node_modules/.pnpm/node_modules', name);
}

function listMigrations(folder: string, service: string): string[] {
  return readdirSync(join(folder, 'services', service, 'migrations'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
}

/** The trimmed output of git; undefined if it is missing or fails. */
function git(args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
