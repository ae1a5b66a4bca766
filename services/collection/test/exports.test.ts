import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import {
  exportedAccount,
  exportedItem,
  exportManifest,
  ITEM_TABLE,
  type ExportSummary,
} from '@kitroom/collection-client';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { readZip } from './read-zip.ts';
import { startS3Server, type S3Server } from './s3-server.ts';
import { newName } from './test-accounts.ts';
import {
  createCollectionDatabase,
  startTestCollection,
  useCollection,
  type TestCollection,
} from './test-collection.ts';
import { addBrand, addClub, addItem, addKit, addSeason } from './test-items.ts';
import { createUserClient, download, keyOf, listFiles, type Photographer } from './test-photos.ts';
import { jpeg, png } from './test-pictures.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();

beforeAll(async () => {
  await addBrand(collection, 1, 'adidas');
  await addClub(collection, 2, 'Málaga; "CF"');
  await addSeason(collection, 3, '2003-04');
  await addKit(collection, 4, { name: 'Málaga home' });
  await collection.db('brands').where({ id: 1 }).update({ slug: 'adidas' });
  await collection.db('clubs').where({ id: 2 }).update({ slug: 'malaga-cf' });
  await collection.db('kits').where({ id: 4 }).update({ slug: 'malaga-2003-04-home' });
});

const EUR = (amount: string) => ({ amount, currency: 'EUR' });

const SHIRT = {
  name: '=HYPERLINK("http://x")',
  brand_id: 1,
  club_id: 2,
  season_id: 3,
  kit_id: 4,
  size: 4,
  main_color: 7,
  secondary_colors: [1, 2],
  tags: ['a;b', 'c\\d'],
  description: 'one\ntwo, "three"',
  player_name: "'Nihat",
  number: 8,
  notes: '-5 from my aunt',
  location: 'attic',
  acquired_on: '2001-02-28',
  acquired_from: '@market',
  price: EUR('85.00'),
  estimated_value: EUR('120.00'),
};

/** Downloads a file as text. */
async function text(user: Photographer, path: string): Promise<{ headers: Headers; text: string }> {
  const { status, headers, body } = await user.get(path);
  expect(status).toBe(200);
  return { headers, text: body as string };
}

/** The lines of the user's items. */
async function lines(user: Photographer, query = '') {
  const downloaded = await text(user, `/api/collections/me/items.ndjson${query}`);
  return downloaded.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => exportedItem.strict().parse(JSON.parse(line)));
}

describe('GET /api/collections/me/items.csv', () => {
  it('returns RFC 4180 CSV with names next to ids, and escapes formulas', async () => {
    const user = await createUserClient(collection);
    const id = await addItem(collection, user, SHIRT);
    const { headers, text: csv } = await text(user, '/api/collections/me/items.csv');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="kitroom-items.csv"');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const [head = '', ...rest] = csv.split('\r\n');
    expect(head.split(',')).toEqual(ITEM_TABLE.map(({ name }) => name));
    const { created_at: at } = (await user.get(`/api/items/${id}/`)).body;
    const cells = [
      ['jersey', id, `"'=HYPERLINK(""http://x"")"`, 'adidas', 1, '"Málaga; ""CF"""', 2, '2003-04', 3],
      ['', '', '', 10, ''],
      ['"one\ntwo, ""three"""', false, false, false, '', 'Sky blue', 7, '"White;Red"', '"1;2"', ''],
      [
        '"a\\;b;c\\\\d"',
        "'-5 from my aunt",
        'attic',
        '2001-02-28',
        "'@market",
        '85.00',
        'EUR',
        '120.00',
        'EUR',
      ],
      [at, at],
    ].flat();
    expect(rest.join('\r\n').slice(0, cells.join(',').length + 1)).toBe(`${cells.join(',')},`);
    expect(rest.at(-1)).toBe('');
  });

  it('quotes cells with tabs, semicolons or bars, and a CSV parser reads them back unchanged', async () => {
    const user = await createUserClient(collection);
    const texts = [';', '\t', '|'].map((sign) => `x${sign}=1+1${sign}y`);
    const [tags, [name = '', notes = '', description = '']] = [
      texts.filter((candidate) => !candidate.includes('\t')),
      texts,
    ];
    await addItem(collection, user, { name: name, notes, description, tags });
    const { text: csv } = await text(user, '/api/collections/me/items.csv');
    expect(csv.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[;\t|=]/);
    const [head = [], cells = []] = parse(csv);
    const cellOf = (column: string) => cells[head.indexOf(column)];
    expect(['name', 'notes', 'description'].map(cellOf)).toEqual([name, notes, description]);
  });

  it('starts with a byte order mark for bom=true, and returns only the header without items', async () => {
    const user = await createUserClient(collection);
    const fetched = await fetch(`${collection.url}/api/collections/me/items.csv?bom=true`, {
      headers: withToken(user.token),
    });
    const bytes = Buffer.from(await fetched.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString('utf8', 3)).toMatch(/^item_type,id,[\w,]+\r\n$/);
  });

  it('returns 400 for an unknown ordering; items.ndjson applies filters, search and ordering', async () => {
    const user = await createUserClient(collection);
    const [b, a] = [
      await addItem(collection, user, { name: 'B' }),
      await addItem(collection, user, { name: 'A' }),
    ];
    const draft = await addItem(collection, user, { name: 'C', is_draft: true });
    const otherUser = await createUserClient(collection);
    await addItem(collection, otherUser, { name: 'B' });
    const ids = async (query: string) => (await lines(user, query)).map(({ id }) => id);
    expect(await ids('?ordering=name')).toEqual([a, b]);
    expect(await ids('')).toEqual([a, b]);
    expect(await ids('?search=b')).toEqual([b]);
    expect(await ids('?is_draft=true')).toEqual([draft]);
    for (const file of ['items.csv', 'items.ndjson']) {
      const refused = await user.get(`/api/collections/me/${file}?ordering=worth`);
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['ordering']]);
      expect((await collection.request(`/api/collections/me/${file}`)).status).toBe(401);
    }
  });
});

describe('GET /api/collections/me/items.ndjson', () => {
  it('returns all fields of each item, with its photos and its value history', async () => {
    const user = await createUserClient(collection);
    const id = await addItem(collection, user, SHIRT);
    const second = await user.upload(await png(), { content_type: 1, object_id: id, order: 1 });
    const first = await user.upload(await jpeg(), {
      content_type: 1,
      object_id: id,
      order: 0,
      caption: 'Front',
    });
    const pin = await addItem(collection, user, { item_type: 'other', type: 'pin', name: 'Pin' });
    const [line, shirt] = await lines(user);
    expect(line).toMatchObject({ id: pin, type: 'pin', brand: null, values: [], photos: [] });
    expect(line).not.toHaveProperty('kit');
    const {
      user: _user,
      photos: _photos,
      labels: _labels,
      ...item
    } = (await user.get(`/api/items/${id}/`)).body;
    expect(shirt).toEqual({
      ...item,
      brand: { id: 1, slug: 'adidas', name: 'adidas' },
      club: { id: 2, slug: 'malaga-cf', name: 'Málaga; "CF"' },
      season: { id: 3, slug: null, name: '2003-04' },
      kit: { id: 4, slug: 'malaga-2003-04-home', name: 'Málaga home' },
      size: { id: 4, name: 'M', category: 'tops' },
      main_color: { id: 7, name: 'Sky blue' },
      secondary_colors: [
        { id: 1, name: 'White' },
        { id: 2, name: 'Red' },
      ],
      values: [{ estimated_value: EUR('120.00'), changed_at: item.created_at }],
      photos: [
        expect.objectContaining({
          id: first.id,
          order: 0,
          caption: 'Front',
          file: `photos/${id}/0-${first.id}.jpg`,
        }),
        expect.objectContaining({
          id: second.id,
          order: 1,
          caption: '',
          file: `photos/${id}/1-${second.id}.png`,
        }),
      ],
    });
  });

  it('returns 1201 items in the requested order', async () => {
    const user = await createUserClient(collection);
    await addItem(collection, user);
    await collection.db.raw(
      `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
         secondary_colors, tags, tag_keys)
       select user_id, item_type, 'A ' || copy, condition, description, is_replica, is_private, is_draft,
         secondary_colors, tags, tag_keys
       from items, generate_series(1, 1200) as copies (copy) where user_id = ?`,
      [user.id],
    );
    const downloaded = await text(user, '/api/collections/me/items.ndjson?ordering=-name');
    const names = downloaded.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).name);
    expect(names).toHaveLength(1201);
    expect(names.slice(0, 2)).toEqual(['A shirt', 'A 1200']);
  });
});

/** Makes an export and waits for it. */
async function exported(user: Photographer): Promise<ExportSummary> {
  const started = await user.sendJson('POST', '/api/exports/', {});
  expect(started.status).toBe(202);
  return finished(user, started.body.id);
}

async function finished(user: Photographer, id: number): Promise<ExportSummary> {
  let current: ExportSummary | undefined;
  await eventually(async () => {
    current = (await user.get(`/api/exports/${id}/`)).body as ExportSummary;
    expect(current.status).toBe('done');
  }, 20_000);
  if (!current) throw new Error('there is no export');
  return current;
}

function fetchFile(user: Photographer, { file }: ExportSummary, headers: Record<string, string> = {}) {
  return fetch(file ?? '', { headers: { ...withToken(user.token), ...headers } });
}

async function filesOf(user: Photographer, summary: ExportSummary) {
  const response = await fetchFile(user, summary);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.length]).toEqual([200, summary.bytes]);
  const files = readZip(bytes);
  return { files, manifest: exportManifest.strict().parse(JSON.parse(String(files.get('manifest.json')))) };
}

describe('an export requested with POST /api/exports/', () => {
  it('is a ZIP of items, drafts, photos and the account, with a checksum of each file', async () => {
    const user = await createUserClient(collection);
    const id = await addItem(collection, user, { ...SHIRT, is_draft: true });
    const photo = await user.upload(await png(), { content_type: 1, object_id: id, caption: 'Front' });
    await user.upload(await png());
    const summary = await exported(user);
    expect(summary).toMatchObject({ progress: { done: 1, total: 1 }, bytes: expect.any(Number) });
    const hours = (Date.parse(summary.expires_at ?? '') - Date.parse(summary.finished_at ?? '')) / 3_600_000;
    expect(hours).toBe(24);
    const { files, manifest } = await filesOf(user, summary);
    const name = `photos/${id}/0-${photo.id}.png`;
    expect([...files.keys()]).toEqual([name, 'items.ndjson', 'items.csv', 'account.json', 'manifest.json']);
    expect(manifest).toMatchObject({
      format: 'kitroom-collection',
      format_version: 1,
      counts: { items: 1, photos: 1 },
    });
    expect(manifest.files).toEqual(
      [...files]
        .filter(([path]) => path !== 'manifest.json')
        .map(([path, content]) => ({
          path,
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        })),
    );
    expect(files.get(name)?.equals(await download(photo.image))).toBe(true);
    expect(String(files.get('items.ndjson'))).toBe(
      (await text(user, '/api/collections/me/items.ndjson?is_draft=true')).text,
    );
    expect(String(files.get('items.csv'))).toBe(
      (await text(user, '/api/collections/me/items.csv?is_draft=true')).text,
    );
    const account = exportedAccount.strict().parse(JSON.parse(String(files.get('account.json'))));
    expect((await user.get('/api/accounts/profile/')).body).toMatchObject(account);
  });

  it('replaces the previous export of the user and its file', async () => {
    const [user, otherUser] = [await createUserClient(collection), await createUserClient(collection)];
    // Archives of earlier tests may be removed in the meantime.
    const listArchives = async () =>
      new Set((await listFiles(collection)).filter((path) => path.endsWith('.zip')));
    const othersArchive = await exported(otherUser);
    const earlier = await listArchives();
    const first = await exported(user);
    const [file = ''] = (await listArchives()).difference(earlier);
    const second = await exported(user);
    expect(second.id).not.toBe(first.id);
    expect((await user.get(`/api/exports/${first.id}/`)).status).toBe(404);
    expect((await fetchFile(user, first)).status).toBe(404);
    expect((await fetchFile(otherUser, othersArchive)).status).toBe(200);
    const remaining = (await listArchives()).difference(earlier);
    expect([file !== '', remaining.has(file), remaining.size]).toEqual([true, false, 1]);
  });

  it('replaces a running export, even under concurrent requests', async () => {
    const idle = await startTestCollection(collection.database, { WORKER: 'false' });
    const user = await addUser(collection, newName());
    const headers = withToken(await tokenOf(collection, user));
    const begin = () => idle.request('/api/exports/', { method: 'POST', headers });
    const [running] = await collection
      .db('exports')
      .insert({ user_id: user.id, status: 'running' })
      .returning('id');
    const responses = await Promise.all([begin(), begin(), begin()]);
    await idle.close();
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    const remaining = await collection.db('exports').where({ user_id: user.id }).select('id');
    expect(remaining).toHaveLength(1);
    expect(responses.map(({ body }) => body.id)).toContain(remaining[0].id);
    expect(remaining[0].id).not.toBe(running.id);
  });

  it('omits a photo whose file is missing, and lists the photo with a null file', async () => {
    const user = await createUserClient(collection);
    const id = await addItem(collection, user);
    const photo = await user.upload(await png(), { content_type: 1, object_id: id });
    await rm(join(collection.mediaRoot, keyOf(photo.image)));
    const { files, manifest } = await filesOf(user, await exported(user));
    expect(manifest.counts).toEqual({ items: 1, photos: 0 });
    expect(JSON.parse(String(files.get('items.ndjson'))).photos).toMatchObject([
      { id: photo.id, file: null },
    ]);
  });

  it('stays running while a photo file is unreadable, and is completed by a later attempt', async () => {
    const user = await createUserClient(collection);
    const id = await addItem(collection, user);
    const photo = await user.upload(await png(), { content_type: 1, object_id: id });
    const file = join(collection.mediaRoot, keyOf(photo.image));
    await rm(file);
    await mkdir(file);
    const { body } = await user.sendJson('POST', '/api/exports/', {});
    await eventually(async () => {
      const [job] = await collection.db('agenda_jobs').where({ name: 'export' });
      expect(job).toBeUndefined();
      expect(await collection.db('exports').where({ id: body.id }).first('attempts')).toEqual({
        attempts: 1,
      });
    });
    expect((await user.get(`/api/exports/${body.id}/`)).body).toMatchObject({
      status: 'running',
      file: null,
    });
    await rm(file, { recursive: true });
    await enqueue(collection.db, 'export', String(body.id));
    expect(await finished(user, body.id)).toMatchObject({ progress: { done: 1, total: 1 } });
    // The job removes its folder after it has reported that it is done.
    await eventually(async () =>
      expect((await listFiles(collection)).filter((path) => path.startsWith('.uploads/'))).toEqual([]),
    );
  });

  it('fails after ten attempts, with an error for the user', async () => {
    const user = await createUserClient(collection);
    const photo = await user.upload(await png(), {
      content_type: 1,
      object_id: await addItem(collection, user),
    });
    const file = join(collection.mediaRoot, keyOf(photo.image));
    await rm(file);
    await mkdir(file);
    const [row] = await collection
      .db('exports')
      .insert({ user_id: user.id, status: 'running', attempts: 9 })
      .returning('id');
    await enqueue(collection.db, 'export', String(row.id));
    await eventually(async () => {
      const { body } = await user.get(`/api/exports/${row.id}/`);
      expect(body).toMatchObject({ status: 'failed', file: null, expires_at: expect.any(String) });
      expect(body.error).toBe(
        'Making the file failed 10 times. Try again later; the operator has been informed.',
      );
    });
    await rm(file, { recursive: true });
  });
});

describe('GET /api/exports/{id}/file/', () => {
  let user: Photographer;
  let summary: ExportSummary;
  let whole: Buffer;
  beforeAll(async () => {
    user = await createUserClient(collection);
    await addItem(collection, user);
    summary = await exported(user);
    whole = Buffer.from(await (await fetchFile(user, summary)).arrayBuffer());
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-20', -20, undefined],
    ['bytes=5-999999999', 5, undefined],
  ])('returns 206 with the requested part for %s', async (range, start, end) => {
    const response = await fetchFile(user, summary, { Range: range });
    const part = whole.subarray(start, end);
    expect([response.status, response.headers.get('Content-Length')]).toEqual([206, String(part.length)]);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(part);
    const first = start < 0 ? whole.length + start : start;
    expect(response.headers.get('Content-Range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${whole.length}`,
    );
  });

  it('returns 416 for a range past the end, and the whole file for an invalid range', async () => {
    const beyond = await fetchFile(user, summary, { Range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${whole.length}`]);
    for (const range of ['bytes=a-b', 'lines=1-2', 'bytes=0-1,3-4']) {
      const response = await fetchFile(user, summary, { Range: range });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, whole.length]);
    }
  });

  it('returns 206 for a range if If-Range has the current ETag, and 200 otherwise', async () => {
    const { headers } = await fetchFile(user, summary);
    const etag = headers.get('ETag') ?? '';
    expect(headers.get('Accept-Ranges')).toBe('bytes');
    expect((await fetchFile(user, summary, { Range: 'bytes=1-', 'If-Range': etag })).status).toBe(206);
    expect((await fetchFile(user, summary, { Range: 'bytes=1-', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('returns 304 if If-None-Match has the current ETag', async () => {
    const etag = (await fetchFile(user, summary)).headers.get('ETag') ?? '';
    const headers = { ...withToken(user.token), 'If-None-Match': etag };
    expect((await collection.request(`/api/exports/${summary.id}/file/`, { headers })).status).toBe(304);
  });

  it('returns 404 to other users and 401 without credentials, and /media/ does not serve the file', async () => {
    const stranger = await createUserClient(collection);
    expect((await fetchFile(stranger, summary)).status).toBe(404);
    expect((await stranger.get(`/api/exports/${summary.id}/`)).status).toBe(404);
    expect((await fetch(summary.file ?? '')).status).toBe(401);
    const { file_key: key } = await collection.db('exports').where({ id: summary.id }).first('file_key');
    expect((await fetch(`${collection.url}/media/${key}`)).status).toBe(404);
  });

  it('returns 404 once the export has expired, and the maintenance job deletes the file', async () => {
    const owner = await createUserClient(collection);
    const expired = await exported(owner);
    await collection.db('exports').where({ id: expired.id }).update({ expires_at: collection.db.fn.now() });
    expect((await owner.get(`/api/exports/${expired.id}/`)).status).toBe(404);
    expect((await fetchFile(owner, expired)).status).toBe(404);
    const files = async () => (await listFiles(collection)).filter((path) => path.startsWith('exports/'));
    const { file_key: key } = await collection.db('exports').where({ id: expired.id }).first('file_key');
    expect(await files()).toContain(key);
    await enqueue(collection.db, 'maintenance', 'now');
    await eventually(async () => expect(await files()).not.toContain(key));
    expect(await collection.db('exports').where({ id: expired.id })).toEqual([]);
  });
});

describe('exports in S3', () => {
  let s3: S3Server;
  let database: TestDatabase;
  let service: TestCollection;
  beforeAll(async () => {
    s3 = await startS3Server();
    // With the other service's database, its jobs would look for their files in this bucket.
    database = await createCollectionDatabase();
    service = await startTestCollection(database, s3.env);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
    await s3.close();
  });

  it('are created, stored as a single object and downloaded whole or in part', async () => {
    const user = await createUserClient(service);
    const id = await addItem(service, user);
    const photo = await user.upload(await png(), { content_type: 1, object_id: id });
    const summary = await exported(user);
    expect((await filesOf(user, summary)).files.has(`photos/${id}/0-${photo.id}.png`)).toBe(true);
    const part = await fetchFile(user, summary, { Range: 'bytes=2-5' });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
    expect(s3.list().filter((key) => key.startsWith('exports/'))).toHaveLength(1);
  });
});
