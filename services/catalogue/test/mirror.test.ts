import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { openDatabase, query, type Database } from '@kitroom/server/database/database';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { eventually } from '@kitroom/testing/eventually';
import { holdCommits, runUntilBlocked } from '@kitroom/testing/hold-rows';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { databaseOptions } from '../src/catalogue-database.ts';
import { removeOldChanges } from '../src/changes/change-queries.ts';
import { readCatalogueConfig } from '../src/config.ts';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { importCatalogue } from '../src/interchange/import-catalogue.ts';
import type { BulkFile } from '../src/mirror/download-snapshot.ts';
import { followSource } from '../src/mirror/follow-source.ts';
import { openSource, type ChangePage, type Source } from '../src/mirror/open-source.ts';
import { startBulkProxy, useBulkFolder, type BulkProxy } from './bulk-folder.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { mergeInto, writeRandomly } from './random-writes.ts';
import {
  createCatalogueDatabase,
  runCommand,
  startTestCatalogue,
  type TestCatalogue,
} from './test-catalogue.ts';

const folder = useBulkFolder();
let source: TestCatalogue;
let database: TestDatabase;
let mirrored: Database;

beforeAll(async () => {
  source = await startTestCatalogue({ env: { BULK_DATA_ROOT: folder.path } });
  await source.load([
    recordLine('competition', 'Cup'),
    recordLine('competition', 'League'),
    recordLine('brand', 'Puma'),
    ...kitLines([
      {
        club: 'Málaga CF',
        competitions: ['cup-kits', 'league-kits'],
        rating: 4.42,
        secondary_colors: ['Red'],
      },
      { club: 'Arsenal', season: '2023', type: 'GK Away', former_slugs: ['gunners'] },
    ]),
    recordLine('club', 'Arsenal', { former_slugs: ['ars'], aliases: ['Gunners'], country: 'GB-ENG' }),
  ]);
  await writeRandomly(source.db, createRandom('before'), 20);
  await folder.make(source);
});

afterAll(() => source.close());

beforeEach(async () => {
  database = await createCatalogueDatabase();
  mirrored = openDatabase(databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url })));
});

afterEach(async () => {
  await mirrored.destroy();
  await database.drop();
});

function mirror(...args: string[]) {
  const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
  return runCommand(['mirror', source.url, '--once', ...args], { env });
}

async function exported(db: Database): Promise<string> {
  let text = '';
  for await (const lines of exportCatalogue(db)) text += lines;
  return text;
}

/** Runs a mirror whose connection is cut in the middle of the snapshot. */
async function runInterrupted(proxy: BulkProxy, run: () => ReturnType<typeof mirror>): Promise<void> {
  proxy.stalls = true;
  const interrupted = run();
  await proxy.arrived(folder.path);
  proxy.cut();
  expect((await interrupted).status).toBe(1);
}

/** A source with these records in its snapshot, and one page of changes. */
function sourceOf(records: readonly object[], items: ChangePage['items'] = []): Source {
  return {
    url: 'http://newer.example',
    findSnapshot: async () => ({ sequence: 7 }) as BulkFile,
    downloadSnapshot: async () => {},
    async *readSnapshot() {
      for (const record of records) yield JSON.stringify(record);
    },
    removeSnapshot: async () => {},
    readChanges: async () => ({ items, next: 7 + items.length, has_more: false }),
  };
}

async function follow(from: Source, log = openLogger({ service: 'catalogue', level: 'silent' })) {
  const { signal } = new AbortController();
  const options = databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url }));
  await followSource(
    { database: options, log, signal, source: from, onApplied: async () => {} },
    { once: true },
  );
}

const NIKE = { kind: 'brand', id: 7, slug: 'nike-kits', name: 'Nike' } as const;

function importLines(lines: readonly object[]) {
  const input = Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
  const options = databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url }));
  return importCatalogue(options, input, { skipInvalid: false });
}

async function expectEqual(): Promise<void> {
  expect(await mirror()).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await exported(mirrored)).split('\n')).toEqual((await exported(source.db)).split('\n'));
}

describe('catalogue mirror', () => {
  it('copies the source with its ids, and follows all later changes', async () => {
    await expectEqual();
    for (const seed of ['one', 'two', 'three', 'four']) {
      await writeRandomly(source.db, createRandom(seed), 15);
      await expectEqual();
    }
  });

  it('ends up equal to a source that is written to at the same time', async () => {
    const ended = new AbortController();
    const writing = Promise.all(
      ['writer one', 'writer two'].map((seed) => writeRandomly(source.db, createRandom(seed), 40)),
    ).finally(() => ended.abort());
    while (!ended.signal.aborted) expect(await mirror()).toMatchObject({ status: 0, stderr: '' });
    await writing;
    await expectEqual();
  });

  it('applies pages whose records refer to later records or reuse keys of other records', async () => {
    await expectEqual();
    await writeRandomly(source.db, createRandom('before pages'), 30);
    const { signal } = new AbortController();
    const log = openLogger({ service: 'catalogue', level: 'silent' });
    const small = openSource(source.url, { pageSize: 3, signal, path: join(folder.path, '.mirror-small') });
    let pages = 0;
    const changing: Source = {
      ...small,
      async readChanges(after) {
        pages += 1;
        if (pages % 10 === 0) await writeRandomly(source.db, createRandom(`page ${pages}`), 1);
        return small.readChanges(after);
      },
    };
    const options = databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url }));
    await followSource(
      { database: options, source: changing, log, onApplied: async () => {}, signal },
      { once: true },
    );
    expect(pages).toBeGreaterThan(30);
    expect(await exported(mirrored)).toBe(await exported(source.db));
  });

  it('redirects from merged clubs as the source does', async () => {
    await source.load(kitLines([{ club: 'Stays FC' }, { club: 'Goes FC' }]));
    await expectEqual();
    const [stays, goes] = [
      await idOf(source.db, 'clubs', 'stays-fc-kits'),
      await idOf(source.db, 'clubs', 'goes-fc-kits'),
    ];
    await source.db.transaction((transaction) => mergeInto(transaction, stays, goes));
    await expectEqual();
    await using replica = await startTestCatalogue({ database });
    const { status, headers } = await replica.request(`/api/clubs/${goes}`);
    expect([status, headers.get('Location')]).toEqual([301, `${replica.url}/api/clubs/${stays}`]);
  });

  it('starts over from a snapshot, and drops deleted records, when the source has pruned its changes', async () => {
    await expectEqual();
    await source.load(kitLines([{ club: 'Later FC' }]));
    await writeRandomly(source.db, createRandom('missed'), 30);
    await folder.age(3600);
    await folder.make(source);
    await source.load(kitLines([{ club: 'Latest FC' }]));
    const head = await query<{ last: number }>(source.db, 'select max(last_sequence) as last from changes');
    await query(source.db, `update changes set at = at - interval '91 days' where last_sequence < ?`, [
      (head[0]?.last ?? 0) - 6,
    ]);
    await removeOldChanges(source.db);
    await expectEqual();
  });

  it("starts over when the source was restored to a state before the mirror's last change", async () => {
    await expectEqual();
    await query(mirrored, 'update mirror_source set sequence = sequence + 1000000');
    await query(mirrored, `update clubs set name = 'Lost'`);
    await expectEqual();
  });

  it('rejects a database with its own catalogue, and a mirror of another source', async () => {
    await mirrored('brands').insert({ slug: 'own', name: 'Own' });
    expect(await mirror()).toMatchObject({
      status: 1,
      stderr: 'catalogue: the database already has a catalogue: a mirror needs an empty database\n',
    });
    expect(await query(mirrored, 'select slug from brands')).toEqual([{ slug: 'own' }]);
    await query(mirrored, 'delete from brands');
    await query(mirrored, `insert into mirror_source (url) values ('https://kits.example')`);
    expect(await mirror()).toMatchObject({
      status: 1,
      stderr: 'catalogue: the database is a mirror of https://kits.example\n',
    });
  });

  it('sends an API key for changes and files if the source requires API keys', async () => {
    await using closed = await startTestCatalogue({
      database: { url: source.databaseUrl },
      env: { BULK_DATA_ROOT: folder.path, API_ENABLE_AUTH: 'true' },
    });
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
    const run = (...args: string[]) => runCommand(['mirror', closed.url, '--once', ...args], { env });
    expect(await run()).toMatchObject({ status: 1, stderr: expect.stringContaining('401') });
    const created = await runCommand(['keys', 'create', '--name', 'mirror'], {
      env: { ...env, DATABASE_URL: source.databaseUrl },
    });
    expect(await run('--api-key', created.stdout.trim())).toMatchObject({ status: 0 });
    expect(await exported(mirrored)).toBe(await exported(source.db));
  });

  it('waits when the source returns 403 because of its rate limit', async () => {
    await using limited = await startTestCatalogue({
      database: { url: source.databaseUrl },
      env: { BULK_DATA_ROOT: folder.path, RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_WINDOW_SECONDS: '2' },
    });
    await eventually(async () => expect((await limited.request('/api/changes')).status).toBe(403));
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
    expect(await runCommand(['mirror', limited.url, '--once'], { env })).toMatchObject({ status: 0 });
    expect(await exported(mirrored)).toBe(await exported(source.db));
  });

  it('resumes the download of a snapshot after a broken connection', async () => {
    const proxy = await startBulkProxy(source.url);
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
    const run = () => runCommand(['mirror', proxy.url, '--once'], { env });
    await runInterrupted(proxy, run);
    expect(await exported(mirrored)).toBe('');
    expect(await run()).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await exported(mirrored)).toBe(await exported(source.db));
    const [first, second] = proxy.downloads;
    expect(proxy.downloads).toEqual([
      { range: undefined, ifRange: undefined, bytes: first?.bytes },
      { range: `bytes=${first?.bytes}-`, ifRange: expect.stringMatching(/^"\d+-all/), bytes: second?.bytes },
    ]);
    const [generation = ''] = (await readdir(folder.path)).filter((name) => /^\d+$/.test(name)).slice(-1);
    const { size } = await stat(join(folder.path, generation, 'all.ndjson.gz'));
    expect((first?.bytes ?? 0) + (second?.bytes ?? 0)).toBe(size);
    expect((await readdir(folder.path)).filter((name) => name.startsWith('.mirror'))).toEqual([]);
    await proxy.close();
  });

  it('starts the download over if the snapshot has changed since the connection was cut', async () => {
    const proxy = await startBulkProxy(source.url);
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
    const run = () => runCommand(['mirror', proxy.url, '--once'], { env });
    await runInterrupted(proxy, run);
    await writeRandomly(source.db, createRandom('another'), 3);
    await folder.age(3600);
    await folder.make(source);
    expect((await run()).status).toBe(0);
    expect(proxy.downloads.map(({ range }) => range)).toEqual([undefined, undefined]);
    expect(await exported(mirrored)).toBe(await exported(source.db));
    await proxy.close();
  });

  it.each([
    ['a file with the wrong SHA-256 hash', 'sha256', /does not match its SHA-256/],
    ['a file that no longer exists', 'url', /responded with status 404/],
  ])('stores nothing of %s', async (_what, field, message) => {
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (typeof input !== 'string' || !input.endsWith('/api/bulk-data')) return response;
      const files = (await response.json()) as Array<Record<string, unknown>>;
      const wrong = { sha256: '0'.repeat(64), url: `${source.url}/api/bulk-data/1/all.ndjson.gz` }[field];
      return Response.json(files.map((file) => ({ ...file, [field]: wrong })));
    };
    try {
      const { status, stderr } = await mirror();
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    } finally {
      globalThis.fetch = fetch;
    }
    expect(await exported(mirrored)).toBe('');
    await expectEqual();
  });

  it('ignores unknown fields, and logs one warning about them', async () => {
    const record = { ...NIKE, sponsor: 'none' };
    const warnings: unknown[] = [];
    const log = openLogger({ service: 'catalogue', level: 'silent' });
    log.warn = (...warning: unknown[]) => void warnings.push(warning[0]);
    const item = { sequence: 8, type: 'brand', op: 'upsert', id: 8, at: '2026-01-01T00:00:00Z' } as const;
    const changed = { ...item, record: { ...record, id: 8, slug: 'puma-kits', name: 'Puma' } };
    await follow(sourceOf([record], [changed]), log);
    expect(await query(mirrored, 'select id, name from brands order by id')).toEqual([
      { id: 7, name: 'Nike' },
      { id: 8, name: 'Puma' },
    ]);
    expect(warnings).toEqual([{ kind: 'brand', fields: ['sponsor'] }]);
  });

  it.each<[what: string, table: string, second: () => Promise<unknown>]>([
    ['another mirror', 'mirror_source', () => follow(sourceOf([NIKE]))],
    ['an import', 'brands', () => importLines([{ ...NIKE, name: 'Nike, Inc.' }])],
  ])('does not conflict with %s that starts at the same time', async (_what, table, second) => {
    const first = () => follow(sourceOf([NIKE]));
    await runUntilBlocked(database.url, () => holdCommits(database.url, table), [first, second]);
    expect(await query(mirrored, 'select id, slug from brands')).toEqual([{ id: NIKE.id, slug: NIKE.slug }]);
  });

  it('stores nothing if a record is invalid after others were written', async () => {
    // The invalid one is the first after a full batch.
    const records = (['brand', 'competition'] as const).flatMap((kind) =>
      Array.from({ length: 501 }, (_, at) => ({
        kind,
        id: at + 1,
        slug: `${kind}-${at}`,
        name: `Name ${at}`,
      })),
    );
    const invalid = { ...records[1000], name: '' };
    await expect(
      follow(sourceOf([...records.slice(0, 1000), invalid, ...records.slice(1001)])),
    ).rejects.toThrow(/competition 500 cannot be imported/);
    expect(await exported(mirrored)).toBe('');
  });

  it('reports an invalid URL or an unavailable source in one line', async () => {
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
    const run = (url: string) => runCommand(['mirror', url, '--once'], { env });
    expect(await run('kits.example')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^catalogue: kits\.example cannot be mirrored: .+\n$/),
    });
    const { status, stderr } = await run(`http://127.0.0.1:${await reserveTestPort()}`);
    expect([status, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringContaining('ECONNREFUSED')]]);
  });
});
