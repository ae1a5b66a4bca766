import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toSheetRows, toWorkbookFiles, writeZip, type TestWorkbook } from '@kitroom/testing/test-workbooks';
import { withSource } from '../src/imports/read/open-source.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-bounds-'));
  path = join(folder, 'file');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads the whole file; returns the error, the elapsed time, and the growth of memory in MB. */
async function measure() {
  const start = performance.now();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  let rows = 0;
  const reason = await withSource({ path, name: 'file' }, {}, async (table) => {
    for await (const row of table.rows) rows += Number(row !== undefined);
    return 'was read';
  }).catch((error: Error) => (error.name === 'UnreadableFile' ? error.message : error));
  clearInterval(timer);
  peak = Math.max(peak, process.memoryUsage().rss);
  return { reason, rows, seconds: (performance.now() - start) / 1000, megabytes: (peak - before) / 1e6 };
}

async function readWorkbook(workbook: Partial<TestWorkbook>) {
  // Not compressed: otherwise, the file would be rejected for its compression ratio.
  const files = toWorkbookFiles({ rows: toSheetRows([['Club'], ['Arsenal']]), ...workbook });
  await writeZip(path, files, { compress: false });
  return measure();
}

describe('reading a workbook', () => {
  it.each<[string, Partial<TestWorkbook>, RegExp]>([
    ['a number format of 100,000 brackets', { formats: ['['.repeat(100_000)] }, /number format.*255/],
    ['deeply nested elements', { rows: '<x>'.repeat(500_000) }, /more than 100 levels/],
    [
      'a text of 40 million characters',
      { rows: `<row><c><v>${'7'.repeat(40_000_000)}` },
      /no element begins/,
    ],
    [
      'a tag with a million attributes',
      { rows: `<row ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}=""`).join(' ')}/>` },
      /no element begins/,
    ],
    [
      'millions of empty texts',
      { sharedStrings: Array<string>(5_100_000).fill('') },
      /strings of the workbook/,
    ],
  ])('rejects %s within 10 seconds and 300 MB', async (_name, workbook, sentence) => {
    const { reason, seconds, megabytes } = await readWorkbook(workbook);
    expect(reason).toMatch(sentence);
    expect(seconds).toBeLessThan(10);
    expect(megabytes).toBeLessThan(300);
  });

  it('reads hostile number formats of up to 255 characters', async () => {
    const formats = ['['.repeat(255), '"'.repeat(255), '[h'.repeat(127), `[Red]yyyy${'\\d'.repeat(20)}`];
    const { reason, rows } = await readWorkbook({
      formats: formats.map((format) => format.replaceAll('"', '&quot;')),
      rows: `<row><c t="inlineStr"><is><t>Bought on</t></is></c></row><row>${formats
        .map((_, index) => `<c s="${index}"><v>45000</v></c>`)
        .join('')}</row>`,
    });
    expect([reason, rows]).toEqual(['was read', 1]);
  });
});

describe('reading the ZIP of an export', () => {
  const created_at = '2026-11-23T10:00:00.000Z';
  const manifest = {
    format: 'kitroom-collection',
    format_version: 1,
    created_at,
    counts: { items: 1, photos: 1 },
  };
  const photoOf = (id: number, file: string) => ({
    id,
    order: 0,
    caption: '',
    file,
    width: 1,
    height: 1,
    uploaded_at: created_at,
  });

  it('rejects a manifest of more than 1 MiB within 2 seconds and 100 MB', async () => {
    const files = `[${'{},'.repeat(1_300_000)}{}]`;
    await writeZip(path, { 'manifest.json': `{"files":${files}}` });
    expect((await stat(path)).size).toBeLessThan(5000);
    const { reason, seconds, megabytes } = await measure();
    expect(reason).toBe('"manifest.json" in the ZIP is larger than 1,048,576 bytes.');
    expect(seconds).toBeLessThan(2);
    expect(megabytes).toBeLessThan(100);
  });

  it('rejects a manifest that names more files than the ZIP has, within 100 MB', async () => {
    const files = Array.from({ length: 300_000 }, () => ({}));
    await writeZip(path, { 'manifest.json': JSON.stringify({ ...manifest, files }) });
    const { reason, megabytes } = await measure();
    expect(reason).toBe('manifest.json names 300,000 files; the ZIP has 1.');
    expect(megabytes).toBeLessThan(100);
  });

  it.each([
    ['two items', [[photoOf(1, 'photos/1.jpg')], [photoOf(2, 'photos/1.jpg')]], 2, 1],
    ['one item twice', [[photoOf(1, 'photos/1.jpg'), photoOf(2, 'photos/1.jpg')]], 1, 1],
  ])('rejects a photo that belongs to %s', async (_name, items, row, first) => {
    const content: Record<string, string> = {
      'items.ndjson': items
        .map(
          (photos, index) => `${JSON.stringify({ item_type: 'jersey', name: `Shirt ${index}`, photos })}\n`,
        )
        .join(''),
      'photos/1.jpg': 'x',
    };
    const files = Object.entries(content).map(([name, text]) => ({
      path: name,
      bytes: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
    }));
    await writeZip(path, { ...content, 'manifest.json': JSON.stringify({ ...manifest, files }) });
    expect((await measure()).reason).toBe(
      `Row ${row} of items.ndjson names the photo "photos/1.jpg", as row ${first} does: each photo needs a separate file.`,
    );
  });

  it('reads 100 rows with 30,000 invalid photos each within 10 seconds', async () => {
    const line = `${JSON.stringify({ name: 'A', photos: Array.from({ length: 30_000 }, () => ({})) })}\n`;
    const items = line.repeat(100);
    const file = {
      path: 'items.ndjson',
      bytes: items.length,
      sha256: createHash('sha256').update(items).digest('hex'),
    };
    await writeZip(
      path,
      {
        'items.ndjson': items,
        'manifest.json': JSON.stringify({ ...manifest, files: [file] }),
      },
      { compress: false },
    );
    const { reason, rows, seconds } = await measure();
    expect([reason, rows]).toEqual(['was read', 100]);
    expect(seconds).toBeLessThan(10);
  });
});

describe('reading a CSV file', () => {
  it('rejects a heading of 90,000 combining marks within 2 seconds', async () => {
    await writeFile(path, `${'\u0301\u0323'.repeat(45_000)},Club,Size\n`);
    const { reason, seconds } = await measure();
    expect(reason).toMatch(/^Column A: the name of the column has more than 200 characters/);
    expect(seconds).toBeLessThan(2);
  });

  it('rejects rows with a million columns within 200 MB', async () => {
    await writeFile(path, `a${','.repeat(1_000_000)}\n`.repeat(40));
    const { reason, megabytes } = await measure();
    expect(reason).toMatch(/at most 200 columns/);
    expect(megabytes).toBeLessThan(200);
  });
});
