import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { toSheetRows, toWorkbookFiles, writeZip, type TestWorkbook } from '@kitroom/testing/test-workbooks';
import { findImport } from '../src/imports/import-queries.ts';
import { enqueueWork } from '../src/imports/run-import.ts';
import { addImport, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { listFiles } from './test-photos.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();
let user: Awaited<ReturnType<typeof addCollector>>;
let importer: Importer;
beforeEach(async () => {
  user = await addCollector(service.collection);
  importer = createImporter(service.collection, user.token);
});

const MIB = 1024 * 1024;
const TOO_LARGE = { non_field_errors: ['The row has more than 1,048,576 bytes (1 MiB) of text.'] };

async function toWorkbook(workbook: TestWorkbook): Promise<Buffer> {
  const path = join(tmpdir(), `import-limits-${process.pid}.xlsx`);
  await writeZip(path, toWorkbookFiles(workbook));
  const content = await readFile(path);
  await rm(path);
  return content;
}

const getRow = (id: number, number: number) => importer.request(`/api/imports/${id}/rows/${number}/`);
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const LONG = 'x'.repeat(100_000);
const HEADER = ['Name', 'Brand', 'Size', ...Array.from({ length: 14 }, (_, at) => `Extra ${at}`)];
const small = (name: string) => toSheetRows([[name, 'Nike', 'L']]);

/** Rows that refer to one shared string fourteen times, between small rows. */
const SHARED: TestWorkbook = {
  sharedStrings: [`<t>${LONG}</t>`],
  rows: [
    toSheetRows([HEADER]),
    small('First'),
    ...['Large', 'Other'].map((name) =>
      toSheetRows([[name, 'Nike', 'L']]).replace('</row>', `${'<c t="s"><v>0</v></c>'.repeat(14)}</row>`),
    ),
    small('Last'),
  ].join(''),
};

/** Twelve columns in which the first row's cell is merged with the second row's. */
const MERGED: TestWorkbook = {
  rows: `${toSheetRows([HEADER, ['Large', 'Nike', 'L', ...Array.from({ length: 12 }, () => LONG)]])}${small('Other')}${small('Last')}`,
  merges: Array.from(
    { length: 12 },
    (_, at) => `${String.fromCharCode(68 + at)}2:${String.fromCharCode(68 + at)}3`,
  ),
};

const NDJSON = [
  { name: 'First', brand: 'Nike', size: 'L' },
  { name: 'Large', brand: 'Nike', size: 'L', notes: 'é'.repeat(600_000) },
  { name: 'Last', brand: 'Nike', size: 'L' },
]
  .map((row) => JSON.stringify(row))
  .join('\n');

describe('an imported row of more than 1 MiB', () => {
  it.each<[string, () => Promise<Buffer> | string, string]>([
    ['shared strings', () => toWorkbook(SHARED), 'shirts.xlsx'],
    ['merged cells', () => toWorkbook(MERGED), 'shirts.xlsx'],
    ['NDJSON file', () => NDJSON, 'shirts.ndjson'],
    [
      'CSV file',
      () => `Name,Brand,Size,Notes\nFirst,Nike,L,\nLarge,Nike,L,${'x'.repeat(MIB)}\nLast,Nike,L,\n`,
      'shirts.csv',
    ],
  ])('is invalid, and the other rows are imported: %s', async (_kind, content, name) => {
    const { id, status, error } = await importer.review(await content(), name);
    expect([status, error]).toEqual(['review', null]);
    const rows = await importer.rows(id);
    for (const row of rows) {
      const isLarge = ['Large', 'Other'].includes(row.cells.Name ?? row.cells.name);
      expect(row).toMatchObject(
        isLarge ? { status: 'invalid', item: null, errors: TOO_LARGE } : { status: 'new', shortened: [] },
      );
    }
    expect(rows.filter((row) => row.status === 'invalid').length).toBeGreaterThan(0);
    expect((await importer.apply(id)).counts).toMatchObject({ failed: 0 });
  });

  it('remains invalid after a field is set, and can be skipped', async () => {
    const { id } = await importer.review(NDJSON, 'shirts.ndjson');
    const patch = (body: unknown) => importer.request(`/api/imports/${id}/rows/2/`, 'PATCH', body);
    expect((await patch({ set: { name: 'Short' } })).body).toMatchObject({
      status: 'invalid',
      errors: TOO_LARGE,
    });
    expect((await patch({ skip: true })).body).toMatchObject({ status: 'skipped' });
  });
});

describe('GET /api/imports/{id}/rows/', () => {
  it('shortens long cells so that rows have at most 64 KiB, and lists the shortened columns', async () => {
    const { id } = await importer.review(await toWorkbook(SHARED), 'shirts.xlsx');
    const rows = await importer.rows(id);
    const [, large] = rows;
    for (const row of rows) expect(bytesOf(row)).toBeLessThanOrEqual(64 * 1024);
    expect(bytesOf(large)).toBeGreaterThan(60 * 1024);
    expect(large.shortened).toEqual(HEADER.slice(3));
    expect(large.cells).toMatchObject({ Name: 'Large', 'Extra 3': expect.stringMatching(/^x{4000,}$/) });
  });

  it('shortens the long fields of the item as well', async () => {
    const text = '😀'.repeat(10_000);
    const row = {
      name: 'A',
      brand: 'Nike',
      size: 'L',
      notes: text,
      description: text,
      Other: '\u0001'.repeat(5000),
    };
    const { id } = await importer.review(JSON.stringify(row), 'shirts.ndjson');
    const [listed] = await importer.rows(id);
    expect(bytesOf(listed)).toBeLessThanOrEqual(64 * 1024);
    expect([listed.cells.name, listed.item.name]).toEqual(['A', 'A']);
    expect(text.startsWith(listed.item.description)).toBe(true);
    expect((await getRow(id, 1)).body).toMatchObject({ cells: row, shortened: [] });
  });
});

describe('GET /api/imports/{id}/rows/{number}/', () => {
  it("returns the complete row, and 404 for an unknown row or another user's import", async () => {
    const { id } = await importer.review(await toWorkbook(SHARED), 'shirts.xlsx');
    const { status, body } = await getRow(id, 2);
    expect([status, body.number, body.shortened]).toEqual([200, 2, []]);
    expect(body.cells).toMatchObject({ Name: 'Large', 'Extra 0': LONG, 'Extra 13': LONG });
    expect((await getRow(id, 5)).status).toBe(404);
    const otherImporter = createImporter(service.collection, (await addCollector(service.collection)).token);
    expect((await otherImporter.request(`/api/imports/${id}/rows/2/`)).status).toBe(404);
  });
});

describe('GET /api/imports/{id}/failed.csv', () => {
  it('returns rows of more than 1 MiB in their original form', async () => {
    const { id } = await importer.review(await toWorkbook(SHARED), 'shirts.xlsx');
    const { body } = await importer.request(`/api/imports/${id}/failed.csv`);
    expect(String(body).split(LONG)).toHaveLength(2 * 14 + 1);
  });
});

/** Adds an import in review with one row of this many bytes. */
async function hold(bytes: number): Promise<number> {
  const id = await addImport(service.collection, user, 'held');
  await query(service.collection.db, 'update import_rows set bytes = ? where import_id = ?', [bytes, id]);
  return id;
}

const FILE = 'Name,Brand,Size\nA,Nike,L\nB,Nike,M\n';

describe("the total size of the rows of a user's imports", () => {
  it('is limited to 500 MiB, after which an upload returns 400', async () => {
    const id = await hold(300 * MIB);
    expect((await importer.review(FILE)).status).toBe('review');
    await hold(200 * MIB);
    expect(await importer.send(FILE)).toMatchObject({
      status: 400,
      body: { file: ['Your imports hold 500 MiB of rows, the maximum. Remove one of them first.'] },
    });
    expect((await importer.request(`/api/imports/${id}/`, 'DELETE')).status).toBe(204);
    expect((await importer.review(FILE)).status).toBe('review');
  });

  it.each([
    ['read', 500 * MIB - 20],
    ['evaluated', 500 * MIB - 100],
  ])('makes an import fail if the limit is exceeded while the import is being %s', async (_when, held) => {
    await hold(held);
    const { id, status, error } = await importer.review(FILE);
    expect([status, error]).toEqual([
      'failed',
      expect.stringMatching(/^With this import.*more than 500 MiB/),
    ]);
    expect(await importer.rows(id)).toEqual([]);
  });

  it('includes the values that defaults add', async () => {
    const { id } = await importer.review(FILE);
    await hold(500 * MIB - 10_000);
    const options = { defaults: { description: 'x'.repeat(9000) } };
    await importer.request(`/api/imports/${id}/`, 'PATCH', { options });
    expect(await importer.settled(id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/500 MiB/),
    });
  });
});

describe('an import', () => {
  it.each(['review', 'done', 'failed', 'applying'])(
    'is deleted with its file, but not its items, 90 days after its last change, with status %s',
    async (status) => {
      const { db } = service.collection;
      const files = await listFiles(service.collection);
      const { id } = await importer.review(FILE);
      if (status !== 'review') await importer.apply(id);
      const recent = await hold(1);
      const age = (importId: number, days: number) =>
        query(db, `update imports set updated_at = now() - make_interval(days => ?) where id = ?`, [
          days,
          importId,
        ]);
      await query(db, 'update imports set status = ? where id = ?', [status, id]);
      await age(recent, 89);
      await age(id, 91);
      await eventually(async () => {
        await query(
          db,
          `update agenda_jobs set next_run_at = now() where name = 'maintenance' and locked_at is null
         returning pg_notify('kitroom_jobs', name)`,
        );
        expect((await importer.request(`/api/imports/${id}/`)).status).toBe(404);
      }, 30_000);
      expect((await importer.request(`/api/imports/${recent}/`)).status).toBe(200);
      expect(await importer.items()).toHaveLength(status === 'review' ? 0 : 2);
      expect(await listFiles(service.collection)).toEqual(files);
    },
  );
});

describe('skipping a row', () => {
  it('updates updated_at of its import', async () => {
    const { id } = await importer.review(FILE);
    const { db } = service.collection;
    await query(db, `update imports set updated_at = now() - interval '89 days' where id = ?`, [id]);
    await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { skip: true });
    const { updated_at: updated } = (await importer.request(`/api/imports/${id}/`)).body;
    expect(Date.now() - Date.parse(updated)).toBeLessThan(3_600_000);
  });
});

describe('an interrupted import', () => {
  /** Puts an import into the state that a killed process leaves, and lets a job continue it. */
  async function continueFrom(
    id: number,
    changes: { status: string; is_read: boolean; progress_done: number },
  ) {
    const { db } = service.collection;
    await db('imports')
      .where({ id })
      .update({ ...changes, claim: null });
    await db('imports').where({ id }).increment('run');
    const record = await findImport(db, { id, userId: user.id });
    if (record) await enqueueWork(db, record);
    return importer.settled(id);
  }

  it('keeps the stored rows if it continues reading the file', async () => {
    const { id } = await importer.review(FILE);
    const { db } = service.collection;
    await query(db, `update import_rows set cells = cells || '{"Name": "Kept"}' where import_id = ?`, [id]);
    const read = await continueFrom(id, { status: 'reading', is_read: false, progress_done: 1 });
    expect(read).toMatchObject({ status: 'review', row_count: 2 });
    expect((await importer.rows(id)).map(({ cells }) => cells.Name)).toEqual(['Kept', 'B']);
  });

  it('evaluates only the remaining rows if it continues, and matches no item twice', async () => {
    const first = await importer.review(FILE.replace('B,Nike,M', 'A,Nike,L'));
    expect((await importer.apply(first.id)).counts).toMatchObject({ added: 2 });
    const { id } = await importer.review(`${FILE.replace('B,Nike,M', 'A,Nike,L')}A,Nike,L\n`);
    const before = await importer.rows(id);
    expect(before.map(({ status }) => status)).toEqual(['unchanged', 'unchanged', 'new']);
    await query(
      service.collection.db,
      `update import_rows set status = 'new', item_id = null where import_id = ? and number > 1`,
      [id],
    );
    const warnings = [{ column: 'Name', count: 1, message: 'of the first row' }];
    await query(service.collection.db, 'update imports set warnings = ? where id = ?', [
      JSON.stringify(warnings),
      id,
    ]);
    const read = await continueFrom(id, { status: 'reading', is_read: true, progress_done: 1 });
    expect(read).toMatchObject({ status: 'review', warnings });
    expect(await importer.rows(id)).toEqual(before);
  });
});
