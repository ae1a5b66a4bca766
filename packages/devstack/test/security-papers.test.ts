import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validateLicences, listDependencies, renderLicences } from '../../../scripts/write-licences.ts';
import { ASVS_REQUIREMENTS } from './asvs-requirements.ts';
import { readTables } from './read-tables.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('the page of licences', () => {
  const installed = listDependencies(root);

  it('is not stale', () => {
    expect(readFileSync(join(root, 'docs/security/dependency-licences.md'), 'utf8')).toBe(
      renderLicences(installed),
    );
  });

  it('holds allowed licences alone', () => {
    expect(validateLicences(installed)).toEqual([]);
  });

  it('refuses a licence that is not allowed, one that is not named, and packages of unknown platforms', () => {
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
      'silent@3.0.0: none named is no licence of the list',
      'strict@2.0.0: MIT AND AGPL-3.0 is no licence of the list',
      'fast-beos@1.0.0: is of no known family of packages',
    ]);
    rmSync(workspace, { recursive: true });
  });
});

describe('the checklist of the ASVS', () => {
  const text = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8');
  const entries = text
    .split(/^(?=- \*\*V|#)/m)
    .filter((part) => part.startsWith('- **V') && part.includes(' · '))
    .map((part) => part.replaceAll(/\s+/g, ' ').trim());

  it('has each requirement of levels 1 and 2 once, in order', () => {
    const heads = entries.map((entry) => /^- \*\*(V[\d.]+)\*\* · (L[12]) · /.exec(entry) ?? []);
    expect(heads.map(([, number, level]) => `${number} ${level}`)).toEqual(ASVS_REQUIREMENTS);
    expect(ASVS_REQUIREMENTS).toHaveLength(253);
  });

  it('gives each a status, and lists the gaps first', () => {
    const statuses = entries.map((entry) => entry.split(' · ')[2]?.split(' — ')[0]);
    expect(new Set(statuses)).toEqual(new Set(['met', 'not applicable', 'operator', 'gap']));
    const gaps = entries.filter((_entry, index) => statuses[index] === 'gap').map(numberOf);
    const listed = [...text.matchAll(/^- \*\*(V[\d.]+)\*\*: /gm)].map(([, number]) => number);
    expect(listed).toEqual(gaps);
    const count = (status: string) => String(statuses.filter((one) => one === status).length);
    expect(readTables('docs/security/asvs.md').get('OWASP ASVS 5.0, level 2')?.at(-1)).toEqual({
      Level: '1 and 2',
      Requirements: '253',
      Met: count('met'),
      'Not applicable': count('not applicable'),
      Operator: count('operator'),
      Gap: count('gap'),
    });
  });

  it('names for what is met files that are there, and texts that stand in them', () => {
    const missing: string[] = [];
    for (const entry of entries) {
      const files = [
        ...entry.matchAll(/`([\w./-]+\.(?:ts|md|json|ya?ml|css)|\.oxlintrc\.json)`((?:,? “[^”]+”)*)/g),
      ];
      if (entry.includes(' · met — ') && files.length === 0) missing.push(`${numberOf(entry)}: nothing`);
      for (const [, file = '', titles = ''] of files) {
        const path = join(root, file);
        const content = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
        if (content === undefined) missing.push(`${numberOf(entry)}: ${file}`);
        for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
          if (!content?.includes(title)) missing.push(`${numberOf(entry)}: ${file} “${title}”`);
        }
      }
    }
    expect(missing).toEqual([]);
  });
});

describe('the other papers', () => {
  it.each([
    'SECURITY.md',
    ...['threat-model', 'inventory', 'headers-and-cookies'].map((name) => `docs/security/${name}.md`),
  ])('name files that are there: %s', (paperFile) => {
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

function numberOf(entry: string): string {
  return /V[\d.]+/.exec(entry)?.[0] ?? '';
}
