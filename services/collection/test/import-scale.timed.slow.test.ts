import { openAsBlob } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { toWorkbookFiles, writeZip } from '@kitroom/testing/test-workbooks';
import { listRecords, toCsv } from './large-table.ts';
import { measureMemoryGrowth } from './measure-memory.ts';
import { TEST_SECRET_KEY } from './test-collection.ts';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { writePhotosZip } from './test-photos-zip.ts';
import { addCollector } from './test-users.ts';

/** About 150 MB. */
const MEMORY_MIB_MAX = 143;
/** Number of photos, each of 12 megapixels. */
const PHOTOS = 60;
/** Number of rows whose import takes longer than a worker takes to stop. */
const HANDED_BACK = 10_000;

/** Serves requests; a separate worker, whose memory is measured, processes jobs. */
const service = useMatchingCollection({ WORKER: 'false' });
const workers: TestService[] = [];
let importer: Importer;

beforeAll(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

afterAll(() => Promise.all(workers.map((worker) => worker.kill('SIGKILL'))));

async function startWorker({ isWarm = true, env = {} } = {}): Promise<TestService> {
  const worker = await startTestService('collection', {
    DATABASE_URL: service.database.url,
    MEDIA_ROOT: service.collection.mediaRoot,
    SECRET_KEY: TEST_SECRET_KEY,
    CATALOGUE_URL: service.catalogue.url,
    ...env,
  });
  workers.push(worker);
  // The first import loads code.
  if (isWarm) {
    const { id } = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    await importer.request(`/api/imports/${id}/`, 'DELETE');
  }
  return worker;
}

/** A workbook with shared strings, as spreadsheet programs write them. */
async function toWorkbook(rows: number): Promise<Buffer> {
  const places = new Map<string, number>();
  const placeOf = (text: string) => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  const xml = listRecords(rows)
    .map((record) => `<row>${record.map((text) => `<c t="s"><v>${placeOf(text)}</v></c>`).join('')}</row>`)
    .join('');
  const path = join(tmpdir(), `import-${process.pid}.xlsx`);
  const sharedStrings = [...places.keys()].map((text) => `<t>${text}</t>`);
  await writeZip(path, toWorkbookFiles({ rows: xml, sharedStrings }));
  const content = await readFile(path);
  await rm(path);
  return content;
}

const FILES: Array<[string, number, (rows: number) => string | Promise<Buffer>]> = [
  ['shirts.xlsx', 100_000, toWorkbook],
  // CSV is read row by row, so fewer rows are sufficient.
  ['shirts.csv', 10_000, toCsv],
];

describe('an import of many rows', () => {
  it.each(FILES)(
    'uses less than 150 MB of memory as %s with %i rows',
    async (name, rows, write) => {
      const worker = await startWorker();
      const content = await write(rows);
      const started = performance.now();
      const grown = await measureMemoryGrowth(worker.pid, async () => {
        const review = await importer.review(content, name);
        expect(review).toMatchObject({ status: 'review', row_count: rows });
        await importer.request(`/api/imports/${review.id}/`, 'DELETE');
      });
      const seconds = (performance.now() - started) / 1000;
      process.stderr.write(`${name}: ${grown.toFixed(0)} MiB, ${seconds.toFixed(1)} s\n`);
      await worker.kill('SIGKILL');
      expect(grown).toBeLessThan(MEMORY_MIB_MAX);
    },
    400_000,
  );
});

describe('an import of a ZIP with 60 photos', () => {
  it('uses less than 150 MB of memory', async () => {
    // The same settings as in the container images.
    const env = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
    const worker = await startWorker({ env });
    // The first photo loads libvips.
    await addPhotos(1, 0);
    const grown = await measureMemoryGrowth(worker.pid, () => addPhotos(PHOTOS, 1));
    process.stderr.write(`a ZIP of ${PHOTOS} photos: ${grown.toFixed(0)} MiB\n`);
    await worker.kill('SIGKILL');
    expect(grown).toBeLessThan(MEMORY_MIB_MAX);
  }, 240_000);
});

/** Imports `count` items with ids from `first`, each with a photo. */
async function addPhotos(count: number, first: number): Promise<void> {
  const zip = await writePhotosZip(count, first);
  try {
    const review = await importer.review(await openAsBlob(zip.path), 'export.zip');
    expect([review.status, review.error]).toEqual(['review', null]);
    expect((await importer.apply(review.id)).counts).toMatchObject({ added: count, failed: 0 });
  } finally {
    await zip.remove();
  }
}

describe('an import', () => {
  it('is released by a stopping process, and continues in another process', async () => {
    const worker = await startWorker();
    const { body } = await importer.send(toCsv(HANDED_BACK));
    await eventually(async () => {
      const { body: reading } = await importer.request(`/api/imports/${body.id}/`);
      expect(reading.progress.done).toBeGreaterThan(0);
    });
    expect(await worker.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    expect((await importer.request(`/api/imports/${body.id}/`)).body.status).toBe('reading');
    await startWorker({ isWarm: false });
    expect(await importer.settled(body.id)).toMatchObject({ status: 'review', row_count: HANDED_BACK });
  }, 300_000);
});
