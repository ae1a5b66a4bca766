import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, query, type Database } from '@kitroom/server/database/database';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { eventually } from '@kitroom/testing/eventually';
import { failing, json, openLocalServer, type LocalServer, type Reply } from '@kitroom/testing/local-server';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { databaseOptions } from '../src/catalogue-database.ts';
import { readCatalogueConfig } from '../src/config.ts';
import { followSource } from '../src/mirror/follow-source.ts';
import { openSource } from '../src/mirror/open-source.ts';
import { useBulkFolder } from './bulk-folder.ts';
import { createCatalogueDatabase, runCommand } from './test-catalogue.ts';

const NIKE = { kind: 'brand', id: 7, slug: 'nike-kits', name: 'Nike' };
const PUMA = { kind: 'brand', id: 8, slug: 'puma-kits', name: 'Puma' };
const AT = '2026-01-01T00:00:00Z';
const FILE_PATH = '/api/bulk-data/1/all.ndjson.gz';
const NO_CHANGES = json({ items: [], next: 7, has_more: false });

const folder = useBulkFolder();
let database: TestDatabase;
let mirrored: Database;
let source: LocalServer;
let otherServer: LocalServer;
/** What the source replies by path; the default is a healthy source with one record. */
let replies: Record<string, Reply>;

beforeEach(async () => {
  database = await createCatalogueDatabase();
  mirrored = openDatabase(databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url })));
  source = await openLocalServer((response, request) => {
    const { pathname } = new URL(request.url ?? '', source.baseUrl);
    (replies[pathname] ?? failing(404))(response, request);
  });
  otherServer = await openLocalServer(failing(404));
  replies = { ...snapshotOf([JSON.stringify(NIKE)]), '/api/changes': NO_CHANGES };
});

afterEach(async () => {
  await Promise.all([source.close(), otherServer.close(), mirrored.destroy()]);
  await database.drop();
});

/** The bulk data of a source: a list with one file, and the file with these lines. */
function snapshotOf(lines: readonly string[], stated: object = {}): Record<string, Reply> {
  const file = gzipSync(lines.map((line) => `${line}\n`).join(''));
  const listed = {
    type: 'all',
    rows: lines.length,
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    generated_at: AT,
    sequence: 7,
    url: source.baseUrl + FILE_PATH,
    ...stated,
  };
  return {
    '/api/bulk-data': json([{ ...listed, type: 'stadium' }, listed]),
    [FILE_PATH]: (response) => response.writeHead(200, { 'content-type': 'application/gzip' }).end(file),
  };
}

function mirror() {
  const env = { DATABASE_URL: database.url, LOG_LEVEL: 'silent', BULK_DATA_ROOT: folder.path };
  return runCommand(['mirror', source.baseUrl, '--once', '--api-key', 'secret'], { env });
}

/** Follows the source until it has logged this many warnings, or once; returns the warnings. */
async function follow(until: number | 'once'): Promise<unknown[]> {
  const ended = new AbortController();
  const { signal } = ended;
  const warnings: unknown[] = [];
  const log = openLogger({ service: 'catalogue', level: 'silent' });
  log.warn = (...warning: unknown[]) => {
    warnings.push(warning[0]);
    if (warnings.length === until) ended.abort();
  };
  const options = databaseOptions(readCatalogueConfig({ DATABASE_URL: database.url }));
  const opened = openSource(source.baseUrl, { signal, path: join(folder.path, '.mirror-hostile') });
  await followSource(
    { database: options, log, signal, source: opened, onApplied: async () => {} },
    { once: until === 'once' },
  );
  return warnings;
}

function brands(): Promise<unknown[]> {
  return query(mirrored, 'select id, name from brands order by id');
}

/** Sends `start`, then the same text as long as the client reads. */
function endless(contentType: string, start = ''): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.write(start);
    const part = ' '.repeat(1024 * 1024);
    const pour = () => response.write(part, (error) => error ?? pour());
    pour();
  };
}

function redirectTo(address: () => string): Reply {
  return (response) => response.writeHead(302, { location: address() }).end();
}

function requestsOf(path: string): number {
  return source.seen.filter(({ url }) => url.startsWith(path)).length;
}

describe('catalogue mirror of a hostile source', () => {
  it.each<[string, () => Record<string, Reply>, RegExp]>([
    [
      'a snapshot that is longer than stated',
      () => ({ ...snapshotOf([], { bytes: 1_000_000 }), [FILE_PATH]: endless('application/gzip') }),
      /has more than the stated 1000000 bytes\n$/,
    ],
    [
      'a page of changes that never ends',
      () => ({ '/api/changes': endless('application/json', '{"items":[') }),
      /the response is larger than 67108864 bytes\n$/,
    ],
    [
      'a page whose `next` is its `after`',
      () => ({ '/api/changes': json({ items: [], next: 7, has_more: true }) }),
      /has more changes after 7 but does not send them\n$/,
    ],
    [
      'a page without changes that is not the last one',
      () => ({ '/api/changes': json({ items: [], next: 8, has_more: true }) }),
      /has more changes after 7 but does not send them\n$/,
    ],
    [
      'a snapshot of another origin',
      () => snapshotOf([], { url: otherServer.baseUrl + FILE_PATH }),
      /has another origin than http.+; use the public address of the source\n$/,
    ],
    [
      'changes that are redirected to another origin',
      () => ({ '/api/changes': redirectTo(() => `${otherServer.baseUrl}/api/changes`) }),
      /redirected elsewhere/,
    ],
    [
      'a snapshot that is redirected to another origin',
      () => ({ [FILE_PATH]: redirectTo(() => otherServer.baseUrl + FILE_PATH) }),
      /responded with status 302\n$/,
    ],
    ...['null', '5', '[]', '{', '{"kind":"brand"}', '{"id":1}'].map(
      (line): [string, () => Record<string, Reply>, RegExp] => [
        `a snapshot with the line ${line}`,
        () => snapshotOf([JSON.stringify(NIKE), line]),
        /a line of the source's bulk data is not a record\n$/,
      ],
    ),
  ])('fails with one error line for %s', async (_, hostile, message) => {
    Object.assign(replies, hostile());
    const { status, stderr } = await mirror();
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(await brands()).toEqual([]);
    expect(otherServer.seen).toEqual([]);
    expect(requestsOf('/api/changes')).toBeLessThanOrEqual(1);
  });

  it('removes a downloaded snapshot that is longer than stated', async () => {
    const before = await readdir(folder.path);
    const healthy = { ...replies };
    Object.assign(replies, snapshotOf([], { bytes: 9 }), { [FILE_PATH]: endless('application/gzip') });
    await mirror();
    expect(await readdir(folder.path)).toEqual(before);
    replies = healthy;
    expect(await mirror()).toMatchObject({ status: 0, stderr: '' });
    expect(await brands()).toEqual([{ id: 7, name: 'Nike' }]);
  });

  it.each<[string, Reply, number]>([
    ['99999999 seconds', failing(503, '99999999'), 3600],
    ['a number with 400 digits', failing(429, '9'.repeat(400)), 3600],
    ['a date in a thousand years', failing(503, 'Fri, 01 Jan 3027 00:00:00 GMT'), 3600],
    ['0 seconds', failing(503, '0'), 1],
    ['absent', failing(500), 60],
    ['absent, after a page without progress', json({ items: [], next: 7, has_more: true }), 60],
  ])(
    'logs a failure and waits between a second and an hour if Retry-After is %s',
    async (_, reply, seconds) => {
      replies['/api/changes'] = reply;
      expect(await follow(1)).toEqual([{ err: expect.any(Error), seconds }]);
    },
  );

  it('keeps no transaction open while a snapshot is downloaded', async () => {
    replies[FILE_PATH] = (response) =>
      response.writeHead(200, { 'content-type': 'application/gzip' }).write('x');
    const mirroring = mirror();
    await eventually(async () => expect(requestsOf(FILE_PATH)).toBe(1));
    const open = await query(
      mirrored,
      `select query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    );
    expect(open).toEqual([]);
    await source.close();
    expect((await mirroring).status).toBe(1);
  });

  it('skips unknown kinds of records, fields and operations, with one warning each', async () => {
    const unknown = ['stadium', 'toString', '__proto__'];
    const change = { sequence: 8, type: 'brand', op: 'upsert', id: 8, at: AT };
    const items = [
      { ...change, record: PUMA },
      { ...change, sequence: 9, op: 'archive' },
      ...unknown.map((type, at) => ({ ...change, sequence: 10 + at, type, record: { ...PUMA, kind: type } })),
      { ...change, sequence: 20, id: 7, op: 'archive' },
    ];
    replies = {
      ...snapshotOf([
        ...unknown.map((kind) => JSON.stringify({ kind, id: 1, name: 'Anfield' })),
        JSON.stringify({ ...NIKE, sponsor: 'none', constructor: 'none' }),
      ]),
      '/api/changes': json({ items, next: 20, has_more: false }),
    };
    expect(await follow('once')).toEqual([
      { kind: 'stadium' },
      { kind: 'brand', fields: ['sponsor', 'constructor'] },
      { type: 'brand', op: 'archive' },
    ]);
    expect(await brands()).toEqual([
      { id: 7, name: 'Nike' },
      { id: 8, name: 'Puma' },
    ]);
  });
});
