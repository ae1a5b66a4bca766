import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { listDependencies, renderLicences, validateLicences } from '../../scripts/write-licences.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the dependency licences', () => {
  const installed = listDependencies(root);

  it('are listed in docs/security/dependency-licences.md as rendered from the installed packages', async () => {
    expect(readFileSync(join(root, 'docs/security/dependency-licences.md'), 'utf8')).toBe(
      await renderLicences(installed),
    );
  });

  it('are all allowed', () => {
    expect(validateLicences(installed)).toEqual([]);
  });

  it('are reported if forbidden or missing, or if a package is of an unknown platform', () => {
    const workspace = mkdtempSync(join(tmpdir(), 'kitroom-licences-'));
    const put = (path: string, manifest: object) => {
      mkdirSync(join(workspace, path), { recursive: true });
      writeFileSync(join(workspace, path, 'package.json'), JSON.stringify(manifest));
    };
    const dependencies = { either: '1', strict: '1', silent: '1' };
    put('services/one', { name: 'one', dependencies, optionalDependencies: { 'fast-beos': '1.0.0' } });
    put('node_modules/either', { name: 'either', version: '1.0.0', license: '(GPL-3.0 OR MIT)' });
    put('node_modules/strict', { name: 'strict', version: '2.0.0', license: 'MIT AND AGPL-3.0' });
    put('node_modules/silent', { name: 'silent', version: '3.0.0' });
    expect(validateLicences(listDependencies(workspace))).toEqual([
      'silent@3.0.0: none named is not an allowed licence',
      'strict@2.0.0: MIT AND AGPL-3.0 is not an allowed licence',
      'fast-beos@1.0.0: unknown family of platform packages',
    ]);
    rmSync(workspace, { recursive: true });
  });
});

describe('the other security documents', () => {
  it.each([
    'SECURITY.md',
    ...['asvs', 'threat-model', 'inventory', 'headers-and-cookies'].map((name) => `docs/security/${name}.md`),
  ])('name only existing files: %s', (paperFile) => {
    const text = readFileSync(join(root, paperFile), 'utf8');
    const paths = [...text.matchAll(/`([\w-]+(?:\/[\w.-]+)+\.ts)`/g)].map(([, path = '']) =>
      join(root, path),
    );
    const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) =>
      join(root, dirname(paperFile), path),
    );
    expect(paths.length + links.length).toBeGreaterThan(0);
    expect([...paths, ...links].filter((path) => !existsSync(path))).toEqual([]);
  });
});
