import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { createTestDatabase } from '@kitroom/testing/test-databases';
import { CONFIGURATION_PAGE, renderConfiguration } from '../../scripts/write-configuration.ts';
import { migrateCatalogue } from '../../services/catalogue/src/catalogue-database.ts';
import { migrateCollection } from '../../services/collection/src/database.ts';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const SERVICES = ['catalogue', 'collection'] as const;

it('docs/configuration.md equals the page rendered from the configuration schemas', async () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(await renderConfiguration());
});

it.each(listDocuments())('%s contains only links to existing files and headings', (document) => {
  const broken = listLinks(document).filter(({ path, anchor }) => {
    const target = path === '' ? join(root, document) : resolve(root, dirname(document), path);
    return !existsSync(target) || (anchor !== '' && !listAnchors(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

it('docs/operations.md names only log lines, metrics, tables and columns of the services', () => {
  const sources = readSources();
  const lines = [...text.matchAll(/`((?:a|the|The|Redis|TOTP|storage|could not send) [^`…<]{4,})`/g)].map(
    ([, line = '']) => line,
  );
  const words = [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word);
  const ours = words.filter(
    (word) => !/^(pg_|recovery_|restore_|archive_(?:mode|command|timeout)|catalogue_b)/.test(word),
  );
  const unknown = [...lines, ...ours.filter((word) => !FOREIGN_WORDS.has(word))].filter(
    (name) => !sources.includes(name.replace(/_count$/, '')),
  );
  expect([lines.length > 12, ours.length > 30, unknown]).toEqual([true, true, []]);
});

it('docs/operations.md contains only SQL queries that run on the database of a service', async () => {
  const queries = listBlocks('sql');
  expect(queries.length).toBeGreaterThan(4);
  await using catalogue = await openDatabase('catalogue', migrateCatalogue);
  await using collection = await openDatabase('collection', migrateCollection);
  for (const query of queries) {
    await queryOnce(catalogue.url, query).catch(() => queryOnce(collection.url, query));
  }
});

it('docs/operations.md lists as untested only commands that its blocks contain', () => {
  const section = text.split('## Commands that no test runs')[1]?.split('\n## ')[0] ?? '';
  const listed = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, command = '']) => command);
  const blocks = listBlocks('sh').join('\n');
  expect([listed.length > 4, listed.filter((command) => !blocks.includes(command))]).toEqual([true, []]);
});

/** Names defined by PostgreSQL, PgBouncer, agenda, nginx, Caddy and Docker. */
const FOREIGN_WORDS = new Set([
  'client_max_body_size',
  'default_pool_size',
  'ignore_startup_parameters',
  'max_client_conn',
  'query_wait_timeout',
  'reverse_proxy',
  'application_name',
  'current_database',
  'max_connections',
  'query_start',
  'failed_at',
  'restart_lsn',
  'primary_start_timeout',
  'sync_state',
  'synchronous_standby_names',
  'wal_keep_size',
  'wal_log_hints',
  'slot_name',
  'wait_event_type',
  'blocked_by',
  'kitroom_data',
  'kitroom_photos',
]);

function listBlocks(language: string): string[] {
  const fences = new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms');
  return [...text.matchAll(fences)].map(([, block = '']) => block);
}

async function openDatabase(service: string, migrate: (url: string) => Promise<unknown>) {
  const database = await createTestDatabase(service, async (url) => void (await migrate(url)));
  return { url: database.url, [Symbol.asyncDispose]: database.drop };
}

function readSources(): string {
  const folders = [
    'packages/server/src',
    ...SERVICES.flatMap((name) => [`services/${name}/src`, `services/${name}/migrations`]),
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, folder, file)),
  );
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}

function listDocuments(): string[] {
  const pages = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pages.map((file) => `docs/${file}`)];
}

/** The links of a document to files of the repository. */
function listLinks(document: string): Array<{ path: string; anchor: string }> {
  const links = [...readFileSync(join(root, document), 'utf8').matchAll(/\]\(([^)#\s]*)#?([^)\s]*)\)/g)];
  return links
    .map(([, path = '', anchor = '']) => ({ path, anchor }))
    .filter(({ path }) => !path.includes('://'));
}

function listAnchors(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));
}

const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
