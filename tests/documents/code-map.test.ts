import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand } from '@kitroom/testing/test-processes';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/map.md'), 'utf8');
const sections = new Map(
  text.split(/^## /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

it('docs/map.md names only paths that exist', () => {
  const missing = [...sections.values()].flatMap((section) => {
    const base = /relative to `([^`]+)`/.exec(section)?.[1] ?? '';
    return listPaths(section).filter((path) => (base || path.includes('/')) && !exists(base, path));
  });
  expect(missing).toEqual([]);
});

describe.each([
  { service: 'catalogue' as const, section: sections.get('Catalogue') ?? '' },
  { service: 'collection' as const, section: sections.get('Collection service') ?? '' },
])('the section of the $service in docs/map.md', ({ service, section }) => {
  it('lists a prefix of every endpoint', () => {
    const document = JSON.parse(readFileSync(join(root, `docs/${service}.openapi.json`), 'utf8')) as {
      paths: Record<string, object>;
    };
    const listed = listColumn(section, 'URL');
    // Prefixes of all other paths.
    const roots = ['/', '/api'];
    expect(listed).toEqual(expect.arrayContaining(roots));
    const prefixes = listed.filter((path) => !roots.includes(path));
    const paths = Object.keys(document.paths);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)))).toEqual(
      service === 'collection' ? [...roots, '/api/accounts/'] : roots,
    );
  });

  it('lists exactly the database tables', async () => {
    const database = await createEmptyDatabase();
    await runServiceCommand(service, ['migrate'], { env: { DATABASE_URL: database.url } });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    await client.end();
    await database.drop();
    const tables = rows.map(({ tablename }) => tablename).filter((table) => !/^(knex|agenda)_/.test(table));
    expect(listColumn(section, 'table')).toEqual(tables.toSorted());
  });
});

/** Lists the text in backticks that looks like a file or a folder of the repository. */
function listPaths(section: string): string[] {
  return [...section.matchAll(/`([\w*.-]+(?:\/[\w*.-]+)*(?:\.ts|\/))`/g)].map(([, path = '']) => path);
}

function exists(base: string, path: string): boolean {
  const [folder = '', suffix] = path.split('*');
  return [base, ''].some((start) => {
    const matched = join(root, start, folder);
    if (!existsSync(matched)) return false;
    return suffix === undefined || readdirSync(matched).some((name) => name.endsWith(suffix));
  });
}

/** The names in the first column of the table with this title. */
function listColumn(section: string, title: string): string[] {
  const [, table = ''] = section.split(new RegExp(`^\\| ${title} .*\\n`, 'm'));
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  return listMatches(rows.map((row) => row.split('|')[1] ?? '').join('\n'), /`([^`]+)`/g);
}

function listMatches(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
}
