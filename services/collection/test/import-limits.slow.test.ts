import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService } from '@kitroom/testing/test-processes';
import { toSheetRows, toWorkbookFiles, writeZip } from '@kitroom/testing/test-workbooks';
import { useStarter } from '@kitroom/testing/use-service';
import { measureMemoryGrowth } from './measure-memory.ts';
import { TEST_SECRET_KEY } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

/** Accepts uploads; the services below process them, and serve the measured requests. */
const service = useMatchingCollection({ WORKER: 'false' });

const startServing = useStarter(
  (env: Record<string, string> = {}) =>
    startTestService('collection', {
      DATABASE_URL: service.database.url,
      MEDIA_ROOT: service.collection.mediaRoot,
      SECRET_KEY: TEST_SECRET_KEY,
      CATALOGUE_URL: service.catalogue.url,
      ...env,
    }),
  (serving) => serving.kill('SIGKILL'),
);

/** A workbook whose rows refer to one shared string in this many cells. */
async function toWorkbook(rows: number, { text, cells }: { text: string; cells: number }): Promise<Buffer> {
  const path = join(tmpdir(), `import-limits-slow-${process.pid}.xlsx`);
  const header = toSheetRows([
    ['Name', 'Brand', 'Size', ...Array.from({ length: cells }, (_, at) => `E${at}`)],
  ]);
  const row = toSheetRows([['Large', 'Nike', 'L']]).replace(
    '</row>',
    `${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`,
  );
  await writeZip(
    path,
    toWorkbookFiles({ sharedStrings: [`<t>${text}</t>`], rows: header + row.repeat(rows) }),
  );
  const content = await readFile(path);
  await rm(path);
  return content;
}

const newImporter = async () =>
  createImporter(service.collection, (await addCollector(service.collection)).token);

describe('reading large import rows', () => {
  it('takes less than 500 MiB of memory for six pages, and less than 200 MiB for failed.csv', async () => {
    const { pid, url } = await startServing();
    const { token } = await addCollector(service.collection);
    const importer = createImporter(service.collection, token);
    const content = await toWorkbook(120, { text: 'x'.repeat(100_000), cells: 14 });
    const { id, status, counts } = await importer.review(content, 'shirts.xlsx');
    expect([status, counts.invalid]).toEqual(['review', 120]);
    const get = async (path: string) => {
      const response = await fetch(`${url}/api/imports/${id}/${path}`, {
        headers: { Authorization: `Token ${token}` },
      });
      return (await response.arrayBuffer()).byteLength;
    };
    // The first request loads code.
    expect(await get('rows/?page_size=1')).toBeLessThan(66_000);
    const ofPages = await measureMemoryGrowth(pid, async () => {
      const pages = await Promise.all(Array.from({ length: 6 }, () => get('rows/?page_size=100')));
      for (const bytes of pages) expect(bytes).toBeLessThanOrEqual(100 * 65_536 + 1000);
    });
    const ofFile = await measureMemoryGrowth(pid, async () =>
      expect(await get('failed.csv')).toBeGreaterThan(120 * 14 * 100_000),
    );
    process.stderr.write(
      `large rows: ${ofPages.toFixed(0)} MiB for six pages, ${ofFile.toFixed(0)} for a file\n`,
    );
    // Without truncation, each page would have 140 MiB of text.
    expect(ofPages).toBeLessThan(500);
    expect(ofFile).toBeLessThan(200);
  }, 180_000);
});

describe('an import of a table with more than 200 MiB of text', () => {
  it('fails with the reason', async () => {
    await startServing();
    const importer = await newImporter();
    const content = await toWorkbook(150, { text: 'x'.repeat(100_000), cells: 14 });
    expect(content.length).toBeLessThan(100_000);
    expect(await importer.review(content, 'shirts.xlsx')).toMatchObject({
      status: 'failed',
      error: 'The table has more than 209,715,200 bytes (200 MiB) of text. Split it into several files.',
    });
  }, 180_000);
});

describe('two very long imports', () => {
  it('do not block the import of a third user', async () => {
    await startServing();
    const [firstImporter, secondImporter, thirdImporter] = [
      await newImporter(),
      await newImporter(),
      await newImporter(),
    ];
    // Blank rows with long cells are read but not counted, so the import reports no progress.
    const content = await toWorkbook(60_000, { text: ' '.repeat(99_000), cells: 190 });
    const long: Array<{ importer: typeof thirdImporter; id: number }> = [];
    for (const importer of [firstImporter, secondImporter])
      long.push({ importer, id: (await importer.send(content, 'a.xlsx')).body.id });
    await eventually(async () => {
      for (const { id } of long)
        expect(await service.collection.db('imports').where({ id }).first('claim')).not.toEqual({
          claim: null,
        });
    });
    const started = performance.now();
    expect(await thirdImporter.review('Name,Brand,Size\nA,Nike,L\n')).toMatchObject({ status: 'review' });
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(`the third user waited ${seconds.toFixed(0)} s\n`);
    for (const { importer, id } of long)
      expect((await importer.request(`/api/imports/${id}/`)).body.status).not.toBe('review');
    for (const { importer, id } of long) await importer.request(`/api/imports/${id}/`, 'DELETE');
  }, 600_000);
});
