import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { useBulkFolder } from './bulk-folder.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

interface File {
  type: string;
  rows: number;
  bytes: number;
  sha256: string;
  generated_at: string;
  sequence: number;
  url: string;
}

const AN_HOUR = 3600;
const LIMIT = 3;

const folder = useBulkFolder();
const catalogue = useCatalogue({
  env: { BULK_DATA_ROOT: folder.path, RATE_LIMIT_REQUESTS: String(LIMIT), API_ENABLE_AUTH: 'false' },
});

async function list(): Promise<File[]> {
  return (await catalogue.request('/api/bulk-data')).body as File[];
}

async function find(type: string): Promise<File> {
  const file = (await list()).find((entry) => entry.type === type);
  if (!file) throw new Error(`there is no file of ${type}`);
  return file;
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function exported(): Promise<string> {
  let text = '';
  for await (const lines of exportCatalogue(catalogue.db)) text += lines;
  return text;
}

describe('GET /api/bulk-data', () => {
  it('is empty until files are generated, then lists a file for each type and a file with all records', async () => {
    expect(await list()).toEqual([]);
    await folder.make(catalogue);
    const empty = await list();
    expect(empty.map(({ type, rows }) => [type, rows])).toEqual(
      ['brand', 'competition', 'club', 'season', 'kit_type', 'kit', 'all'].map((type) => [type, 0]),
    );
    // The hour does not count for an empty catalogue.
    await catalogue.load(kitLines([{ club: 'One FC' }, { club: 'Two FC', type: 'Away' }]));
    await folder.make(catalogue);
    const files = await list();
    expect(files.map(({ type, rows }) => [type, rows])).toEqual([
      ['brand', 1],
      ['competition', 0],
      ['club', 2],
      ['season', 1],
      ['kit_type', 2],
      ['kit', 2],
      ['all', 8],
    ]);
    const texts = await Promise.all(
      files.map(async ({ url, bytes, sha256 }) => {
        const content = await download(url);
        expect(content.length).toBe(bytes);
        expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
        return gunzipSync(content).toString();
      }),
    );
    expect(texts.at(-1)).toBe(await exported());
    expect(texts.slice(0, -1).join('')).toBe(await exported());
  });

  it('generates new files after changes, at most once per hour, and keeps the previous files', async () => {
    const first = await find('all');
    await folder.age(AN_HOUR);
    await folder.make(catalogue);
    expect(await find('all')).toMatchObject({ sequence: first.sequence, sha256: first.sha256 });

    await catalogue.load([recordLine('brand', 'New')]);
    const { url: previous } = await find('all');
    await folder.make(catalogue);
    const second = await find('all');
    expect(second.sequence).toBeGreaterThan(first.sequence);
    expect((await download(previous)).length).toBe(first.bytes);

    await catalogue.load([recordLine('brand', 'Newer')]);
    await folder.make(catalogue);
    expect(await find('all')).toEqual(second);
    // A folder left over by a killed process.
    await mkdir(join(folder.path, '.new-killed'));
    await folder.age(AN_HOUR);
    await folder.make(catalogue);
    expect(await readdir(folder.path)).toHaveLength(2);
    expect((await fetch(previous)).status).toBe(404);
  });

  it('contains the sequence number from which changes continue, also during concurrent writes', async () => {
    await folder.age(AN_HOUR);
    const writing = Array.from({ length: 20 }, async (_, at) => {
      await catalogue.db.raw('insert into brands (slug, name) values (?, ?)', [`b${at}`, `B${at}`]);
    });
    await Promise.all([folder.make(catalogue), ...writing]);
    const { url, sequence } = await find('brand');
    const text = gunzipSync(await download(url)).toString();
    const ids = new Set(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id),
    );
    const { body } = await catalogue.request(`/api/changes?after=${sequence}`);
    const later = (body.items as Array<{ id: number }>).map(({ id }) => id);
    expect(later.filter((id) => ids.has(id))).toEqual([]);
    const rows = await catalogue.db('brands').select('id');
    expect([...ids, ...later].toSorted((left, right) => left - right)).toEqual(
      rows.map(({ id }: { id: number }) => id).toSorted((left, right) => left - right),
    );
  });

  it('serves ranges and conditional requests for its files, and no other files', async () => {
    const { url } = await find('all');
    const content = await download(url);
    const request = (headers: Record<string, string>, path = url, method = 'GET') =>
      catalogue.request(path.slice(catalogue.url.length), { headers, method });
    const whole = await fetch(url, { method: 'HEAD' });
    const etag = whole.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"\d+-all\.ndjson\.gz"$/);
    expect(whole.headers.get('Content-Type')).toBe('application/gzip');
    expect(whole.headers.get('Accept-Ranges')).toBe('bytes');
    const part = await fetch(url, { headers: { Range: 'bytes=10-19', 'If-Range': etag } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 10-19/${content.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(10, 20));
    expect((await request({ 'If-None-Match': etag })).status).toBe(304);
    expect(await request({ Range: 'bytes=999999999-' })).toMatchObject({
      status: 416,
      body: { detail: 'The file does not have this range.' },
    });
    expect((await request({ 'If-Match': '"another"' })).status).toBe(412);
    expect((await request({}, url, 'DELETE')).status).toBe(405);
    for (const name of ['list.json', '..%2Fx.ndjson.gz', 'none.ndjson.gz']) {
      expect((await fetch(url.replace('all.ndjson.gz', name))).status).not.toBe(200);
    }
  });

  it('is not rate limited, and neither are its files', async () => {
    const { url } = await find('kit');
    for (let sent = 0; sent < 2 * LIMIT; sent += 1) {
      expect((await fetch(url)).status).toBe(200);
      const { status, headers } = await catalogue.request('/api/bulk-data');
      expect([status, headers.get('RateLimit')]).toEqual([200, null]);
    }
    const { headers } = await catalogue.request('/api/changes');
    expect(headers.get('RateLimit')).not.toBeNull();
  });

  it('is generated by a worker soon after startup', async () => {
    await using worker = await startTestCatalogue({
      env: { BULK_DATA_ROOT: join(folder.path, 'of-a-worker'), WORKER: 'true' },
    });
    await eventually(async () => expect((await worker.request('/api/bulk-data')).body).toHaveLength(7));
  });

  it('returns 401 without a key if keys are required, as do its files', async () => {
    const { url } = await find('all');
    await using closed = await startTestCatalogue({
      env: { BULK_DATA_ROOT: folder.path, API_ENABLE_AUTH: 'true' },
    });
    expect((await closed.request('/api/bulk-data')).status).toBe(401);
    expect((await closed.request(url.slice(catalogue.url.length))).status).toBe(401);
  });
});
