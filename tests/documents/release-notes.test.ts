import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

const CHANGELOG = `# Changelog

## Catalogue 1.2.0 – not released yet

- Is faster.

## Collection service 1.1.0 – 2027-02-03

- Counts socks.

## Showcase 1.0.1 – 2027-01-02

- Has larger pictures.

## 1.0.0 – 2027-01-01

The first release.

### Catalogue

- Knows kits.

### Collection service

- Keeps items.

### Both

- Are fast.
`;

describe('scripts/release-notes.mjs', () => {
  let repository: string;

  beforeAll(async () => {
    repository = await mkdtemp(join(tmpdir(), 'kitroom-release-'));
    await writeFile(join(repository, 'CHANGELOG.md'), CHANGELOG);
  });

  afterAll(() => rm(repository, { recursive: true }));

  /** Runs the script for a tag, with this version in the service's manifest. */
  async function notes(tag: string, packaged = /\d.*/.exec(tag)?.[0]): Promise<string> {
    for (const folder of ['services/catalogue', 'services/collection', 'packages/showcase']) {
      await mkdir(join(repository, folder), { recursive: true });
      await writeFile(join(repository, folder, 'package.json'), JSON.stringify({ version: packaged }));
    }
    return new Promise((resolve) => {
      const args = [join(root, 'scripts/release-notes.mjs'), tag, repository];
      execFile(process.execPath, args, (error, stdout, stderr) =>
        resolve(error ? `${error.code}: ${stderr}` : stdout),
      );
    });
  }

  it.each([
    ['collection-v1.1.0', '- Counts socks.\n'],
    ['showcase-v1.0.1', '- Has larger pictures.\n'],
  ])('prints the section of the version for %s', async (tag, expected) => {
    expect(await notes(tag)).toBe(expected);
  });

  it('omits the parts of other packages from a joint release', async () => {
    expect(await notes('catalogue-v1.0.0')).toBe(
      'The first release.\n\n### Catalogue\n\n- Knows kits.\n\n### Both\n\n- Are fast.\n',
    );
  });

  it.each([
    ['v1.0.0', undefined, '“v1.0.0” is not a tag of a release, such as catalogue-v1.2.3'],
    ['catalogue-v1.0.0', '1.0.1', 'services/catalogue/package.json has version 1.0.1, not 1.0.0'],
    ['catalogue-v1.1.0', undefined, 'CHANGELOG.md has no section “Catalogue 1.1.0”'],
    ['catalogue-v1.2.0', undefined, 'CHANGELOG.md has no date at “Catalogue 1.2.0 – not released yet”'],
  ])('exits with 1 for %s with %s in the manifest', async (tag, packaged, message) => {
    expect(await notes(tag, packaged)).toBe(`1: ${message}\n`);
  });
});

describe('the typed clients and the packages that they depend on', () => {
  it('have the same version', async () => {
    const names = ['shared', 'client', 'catalogue-client', 'collection-client'];
    const versions = await Promise.all(
      names.map(
        async (name) =>
          JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8')).version,
      ),
    );
    expect(new Set(versions).size).toBe(1);
  });
});
