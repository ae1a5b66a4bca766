import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { exportManifest, type ExportSummary } from '@kitroom/collection-client';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { expireJobLocks } from '@kitroom/testing/expire-job-locks';
import { measureMemoryGrowth } from './measure-memory.ts';
import { readZip } from './read-zip.ts';
import { startS3Server } from './s3-server.ts';
import { useCollection, useWorkers } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, type Photographer } from './test-photos.ts';
import { openTestStorages } from './test-storages.ts';
import { withToken } from './test-users.ts';

const ITEMS = 5000;
const PHOTOS_EACH = 2;
/** About 100 MB. */
const MEMORY_MIB_MAX = 95;

/** Serves requests without processing jobs, which separate processes do that tests can kill. */
const collection = useCollection({ WORKER: 'false' });
let user: Photographer;
const startWorker = useWorkers(collection);

beforeAll(async () => {
  user = await createUserClient(collection);
  await addItems();
}, 120_000);

/** Adds items with photos, all with the same file. */
async function addItems(): Promise<void> {
  const first = await addItem(collection, user, { description: 'x'.repeat(500) });
  await collection.db.raw(
    `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
       secondary_colors, tags, tag_keys, estimated_value)
     select user_id, 'pants', name || copy, condition, description, is_replica, is_private, is_draft,
       secondary_colors, tags, tag_keys, '{"amount": "5.00", "currency": "EUR"}'
     from items, generate_series(2, ?) as copies (copy) where id = ?`,
    [ITEMS, first],
  );
  const rows = await query<{ key: string }>(
    collection.db,
    // With renditions and sizes set, workers have nothing to do but exports.
    `insert into photos (user_id, item_id, image_key, avif_key, card_key, thumbnail_key, width, height, sort_order, bytes)
     select user_id, id, 'originals/' || id || '-' || place || '.jpg', 'avif/' || id || '-' || place || '.avif',
       'cards/' || id || '-' || place || '.avif', 'thumbnails/' || id || '-' || place || '.jpg', 1, 1, place, 5000
     from items, generate_series(1, ?) as places (place) where user_id = ?
     returning image_key as key`,
    [PHOTOS_EACH, user.id],
  );
  await mkdir(join(collection.mediaRoot, 'originals'), { recursive: true });
  const file = join(collection.mediaRoot, 'originals', 'one.jpg');
  await writeFile(file, randomBytes(5000));
  for (const { key } of rows) await link(file, join(collection.mediaRoot, key));
}

const read = async (id: number, by = user) => (await by.get(`/api/exports/${id}/`)).body as ExportSummary;
const start = async (by = user) => (await by.sendJson('POST', '/api/exports/', {})).body as ExportSummary;

const listWork = () => readdir(join(collection.mediaRoot, '.uploads'));

async function untilStarted(id: number): Promise<void> {
  await eventually(async () => expect((await read(id)).progress.done).toBeGreaterThan(500));
}

async function finished(id: number, timeoutMs: number, by = user): Promise<ExportSummary> {
  await eventually(async () => expect((await read(id, by)).status).toBe('done'), timeoutMs);
  return read(id, by);
}

describe('an export of 5000 items with photos', () => {
  it('contains all files, and takes less than 95 MiB of memory', async () => {
    const worker = await startWorker();
    // The first export loads code.
    const otherUser = await createUserClient(collection);
    await addItem(collection, otherUser);
    await finished((await start(otherUser)).id, 10_000, otherUser);
    let file: string | null = null;
    const grown = await measureMemoryGrowth(worker.pid, async () => {
      ({ file } = await finished((await start()).id, 90_000));
    });
    process.stderr.write(`an export of ${ITEMS} items took ${grown.toFixed(0)} MiB\n`);
    expect(grown).toBeLessThan(MEMORY_MIB_MAX);
    const response = await fetch(file ?? '', { headers: withToken(user.token) });
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const manifest = exportManifest.parse(JSON.parse(String(files.get('manifest.json'))));
    expect(manifest.counts).toEqual({ items: ITEMS, photos: ITEMS * PHOTOS_EACH });
    expect(files.size).toBe(ITEMS * PHOTOS_EACH + 4);
    expect(String(files.get('items.ndjson')).split('\n')).toHaveLength(ITEMS + 1);
  }, 120_000);

  it('is completed by another process after kill -9', async () => {
    const worker = await startWorker();
    const { id } = await start();
    await untilStarted(id);
    await worker.kill('SIGKILL');
    await expireJobLocks(collection.database.url);
    await startWorker();
    expect(await finished(id, 80_000)).toMatchObject({ progress: { done: ITEMS, total: ITEMS } });
  }, 120_000);

  it('is completed by another process after SIGTERM, and leaves no temporary files', async () => {
    const worker = await startWorker();
    const { id } = await start();
    await untilStarted(id);
    expect(await worker.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    const work = (await listWork()).length;
    await startWorker();
    await finished(id, 40_000);
    // The folder is deleted shortly after the export is done.
    await eventually(async () => expect((await listWork()).length).toBeLessThanOrEqual(work));
  }, 90_000);
});

describe('S3 storage', () => {
  it('writes a file of 40 MiB, and reads the whole file and a range', async () => {
    const [s3, storages] = [await startS3Server(), await openTestStorages()];
    const storage = storages.open(s3.env);
    const content = randomBytes(40 * 1024 * 1024);
    const key = 'exports/large.zip';
    await storage.put(key, await storages.aFile(content));
    expect((await storages.read(storage, key)).equals(content)).toBe(true);
    const parts = await storage.read(key, { start: 20_000_000, end: 20_000_009 });
    expect(Buffer.concat(await parts.toArray())).toEqual(content.subarray(20_000_000, 20_000_010));
    await storages.close();
    await s3.close();
  }, 60_000);
});
