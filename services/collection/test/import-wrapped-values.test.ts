import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toSheetRows, toWorkbookFiles, writeZip } from '@kitroom/testing/test-workbooks';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-wrapped-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const textOf = (text: string) => text.replaceAll('"', '&quot;');

describe('an imported value that is wrapped as ="14"', () => {
  it('is unwrapped in a CSV file', async () => {
    const { id } = await importer.review(
      'Name,Size,Shirt no,Season,Notes\n="Home ""H""",L,="14","=""2003-04""","a=""b"""\n',
    );
    expect(await importer.rows(id)).toMatchObject([
      {
        status: 'new',
        cells: { Name: 'Home "H"', 'Shirt no': '14', Season: '2003-04', Notes: 'a="b"' },
        item: { name: 'Home "H"', number: 14, season: 6, notes: 'a="b"' },
      },
    ]);
  });

  it('is unwrapped in a workbook, as a string or as a formula with or without a stored value', async () => {
    const formula = (value: string, type = '') => `<c${type}><f>${textOf('"14"')}</f>${value}</c>`;
    const head = toSheetRows([['Name', 'Size', 'Shirt no']]);
    const row = (name: string, cell: string) =>
      `<row>${[name, 'L'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}${cell}</row>`;
    const rows = [
      row('A', `<c t="inlineStr"><is><t>${textOf('="14"')}</t></is></c>`),
      row('B', formula('<v></v>')),
      row('C', formula('')),
      row('D', formula('<v>0</v>')),
      row('E', formula('<v>14</v>', ' t="str"')),
    ];
    const path = join(folder, 'wrapped.xlsx');
    await writeZip(path, toWorkbookFiles({ rows: head + rows.join('') }));
    const { id } = await importer.review(await readFile(path), 'wrapped.xlsx');
    expect((await importer.rows(id)).map(({ status, item }) => [status, item.number])).toEqual(
      rows.map(() => ['new', 14]),
    );
  });

  it('is unchanged in an export of this service', async () => {
    const name = '="14"';
    const item = { item_type: 'jersey', name, is_private: true };
    await importer.request('/api/items/', 'POST', item);
    const otherImporter = createImporter(service.collection, (await addCollector(service.collection)).token);
    const { body: table } = await importer.request('/api/collections/me/items.csv');
    const { id } = await otherImporter.review(String(table));
    expect((await otherImporter.rows(id)).map(({ item: read }) => read.name)).toEqual([name]);
  });
});
