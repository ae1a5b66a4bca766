import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { toSheetRows, toWorkbookFiles, writeZip } from '@kitroom/testing/test-workbooks';
import { countsOf, createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();
const FIXTURES = new URL('sheets/', import.meta.url);

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const reviewFixture = async (name: string) => importer.review(await readFile(new URL(name, FIXTURES)), name);

const cellsOf = async (id: number) => (await importer.rows(id)).map(({ cells }) => cells);

async function patch(id: number, options: object) {
  const { status, body } = await importer.request(`/api/imports/${id}/`, 'PATCH', { options });
  return { status, body: status === 200 ? await importer.settled(id) : body };
}

const TITLED = 'Shirts in the wardrobe;;;\n;;;\nClub;Size;Brand;No\nArsenal;L;Nike;7\n';

describe('import of a CSV file', () => {
  it('reads one sheet named after the file, and finds the header below a title', async () => {
    const review = await importer.review(TITLED, 'wardrobe.csv');
    expect(review.sheets).toEqual([{ name: 'wardrobe.csv', rows: 1, header_row: 3, used: true }]);
    expect(review.options).toMatchObject({ sheets: null, header_row: null, encoding: 'utf-8' });
    const message = 'Not read, as it stands above the header: "Shirts in the wardrobe".';
    expect(review.warnings).toEqual([{ column: 'wardrobe.csv', count: 1, message }]);
    expect(await importer.rows(review.id)).toMatchObject([
      { number: 1, sheet: 'wardrobe.csv', cells: { Club: 'Arsenal', Size: 'L', Brand: 'Nike', No: '7' } },
    ]);
  });

  it('takes the second row as header if the first row names groups of columns', async () => {
    const review = await importer.review(
      'Trikot;;Kauf;;Sonstiges;\nVerein;Saison;Datum;Preis;Größe;Hersteller\nArsenal;2024-25;1.2.2024;45 €;L;Nike\n',
    );
    expect(review.sheets).toMatchObject([{ rows: 1, header_row: 2 }]);
    expect(await importer.rows(review.id)).toMatchObject([{ cells: { Verein: 'Arsenal' }, status: 'new' }]);
  });

  it('reads increasing values of a "#" column as shirt numbers, not as ids that match across files', async () => {
    const review = (...players: string[]) =>
      importer.review(
        `Name,Brand,Size,#,Player\n${players.map((player, at) => `A,Nike,L,${at + 7},${player}\n`).join('')}`,
      );
    const first = await review('Pires', 'Ljungberg', 'Reyes');
    await importer.apply(first.id);
    const second = await review('Joaquín', 'Darder', 'Castro');
    expect([first, second].map(countsOf)).toEqual([{ new: 3 }, { new: 3 }]);
    await importer.apply(second.id);
    const numbers = (await importer.items()).map(({ number }) => Number(number));
    expect(numbers.toSorted((left, right) => left - right)).toEqual([7, 7, 8, 8, 9, 9]);
  });

  it('reads prices in the dollar currency of the cell, or else of the heading', async () => {
    const { id } = await importer.review('Name,Price (C$)\nA,CA$30\nB,$30\nC,30\nD,NT$30\nE,30 $ AUD\n');
    const prices = (await importer.rows(id)).map(({ item }) => item.price?.currency);
    expect(prices).toEqual(['CAD', 'CAD', 'CAD', 'TWD', 'AUD']);
  });

  it('does not take a row as header if its cells are too long for column names', async () => {
    const about = `Club: ${'all that I have, '.repeat(20)}`;
    const titled = await importer.review(`"${about}","Size: ${about}"\nClub,Size,Brand\nArsenal,L,Nike\n`);
    expect(titled).toMatchObject({ sheets: [{ rows: 1, header_row: 2 }], warnings: [{ count: 1 }] });
    const headless = await importer.review(`Arsenal,"${about}"\nMálaga CF,"${about}"\n`);
    expect(headless.sheets).toMatchObject([{ rows: 2, header_row: 0 }]);
  });

  it('replaces control characters with spaces, except for line breaks in notes', async () => {
    const { id } = await importer.review(
      'Name,Club,Brand,Size,Notes,Sponsor\n"Home\nshirt","Real\r\nZaragoza","\tNike",L,"one\nthe\u0007two","JVC\nUK"\n',
    );
    expect(await importer.rows(id)).toMatchObject([
      {
        status: 'new',
        item: {
          name: 'Home shirt',
          club_text: 'Real Zaragoza',
          brand: 9,
          notes: 'one\nthe two\nSponsor: JVC UK',
        },
      },
    ]);
  });

  it('keeps at most 30 consecutive combining marks', async () => {
    const marked = (count: number) => `a${'\u0301\u0323'.repeat(count / 2)}b`;
    const table = [
      'Name,Brand,Size,Notes,Tags,Sponsor',
      [marked(5000), 'Nike', 'L', marked(5000), marked(5000), marked(5000)].join(),
    ].join('\n');
    const { id } = await importer.review(table);
    const [row] = await importer.rows(id);
    const kept = marked(30);
    expect(row).toMatchObject({
      status: 'new',
      item: { name: kept, tags: [kept], notes: `${kept}\nSponsor: ${kept}` },
    });
  });

  it('reads the file again when header_row changes, and restores the first reading for null', async () => {
    const { id } = await importer.review(TITLED, 'wardrobe.csv');
    const { body: without } = await patch(id, { header_row: 0 });
    expect(without.sheets).toEqual([{ name: 'wardrobe.csv', rows: 3, header_row: 0, used: true }]);
    expect(without.warnings).not.toContainEqual(expect.objectContaining({ column: 'wardrobe.csv' }));
    expect(without.columns.map(({ name }: { name: string }) => name)).toEqual([
      'Column 1',
      'Column 2',
      'Column 3',
      'Column 4',
    ]);
    const { body: first } = await patch(id, { header_row: { 'wardrobe.csv': 1 } });
    expect(first.columns[0]).toMatchObject({ name: 'Shirts in the wardrobe', samples: ['Club', 'Arsenal'] });
    const { body: again } = await patch(id, { header_row: null });
    expect(await cellsOf(id)).toEqual([{ Club: 'Arsenal', Size: 'L', Brand: 'Nike', No: '7' }]);
    expect(again.mapping).toMatchObject({ Club: 'club', Size: 'size', Brand: 'brand' });
  });

  it('keeps the mapping of the remaining columns when the file is read again', async () => {
    const { id } = await importer.review('Club,Size,Remark\nArsenal,L,boxed\n', 'shirts.csv');
    await importer.request(`/api/imports/${id}/`, 'PATCH', { mapping: { Remark: 'location' } });
    await importer.settled(id);
    const { body } = await patch(id, { header_row: 1 });
    expect(body.mapping).toMatchObject({ Club: 'club', Size: 'size', Remark: 'location' });
  });

  it('reads the file in the encoding of the option "encoding"', async () => {
    const content = Buffer.from('Name,Brand,Size\nMajor,Nike,L\nA \u008Fl\u008F,Nike,L\n', 'latin1');
    const { id } = await importer.review(content, 'old.csv');
    const { body } = await patch(id, { encoding: 'MacRoman' });
    expect(body.options.encoding).toBe('macintosh');
    expect((await cellsOf(id))[1]).toMatchObject({ Name: 'A èlè' });
  });

  it.each([
    [{ sheets: ['Clubs'] }, 'The file has no sheet "Clubs". It has: "wardrobe.csv".'],
    [{ header_row: { Nations: 2 } }, 'The file has no sheet "Nations". It has: "wardrobe.csv".'],
    [{ encoding: 'klingon' }, '"klingon" is not a known encoding. Try utf-8, windows-1252 or macroman.'],
  ])('returns 400 for an unknown sheet or encoding, and keeps the rows: %j', async (options, sentence) => {
    const { id } = await importer.review(TITLED, 'wardrobe.csv');
    expect(await patch(id, options)).toEqual({ status: 400, body: { options: [sentence] } });
    expect(await cellsOf(id)).toHaveLength(1);
  });

  it('stays in review with the error "There are no rows." if no rows follow the header row', async () => {
    const { id } = await importer.review(TITLED, 'wardrobe.csv');
    const { body } = await patch(id, { header_row: 40 });
    expect(body).toMatchObject({ status: 'review', row_count: 0, error: 'There are no rows.' });
    const { body: evaluated } = await patch(id, { unmapped: 'ignore' });
    expect(evaluated).toMatchObject({ status: 'review', row_count: 0, error: 'There are no rows.' });
    const { body: again } = await patch(id, { header_row: null });
    expect(again).toMatchObject({ status: 'review', row_count: 1, error: null });
  });

  it('stores the file until the import is applied or deleted', async () => {
    const listFiles = () => readdir(join(service.collection.mediaRoot, 'imports')).catch(() => []);
    const before = (await listFiles()).length;
    const applied = await importer.review('Name,Brand,Size\nA,Nike,L\n');
    const deleted = await importer.review('Name,Brand,Size\nB,Nike,L\n');
    expect((await listFiles()).length).toBe(before + 2);
    await importer.apply(applied.id);
    await importer.request(`/api/imports/${deleted.id}/`, 'DELETE');
    expect((await listFiles()).length).toBe(before);
  });
});

describe('import of a workbook', () => {
  it('reads every visible sheet with known headings, and combines columns with equal headings', async () => {
    const review = await reviewFixture('workbook.xlsx');
    expect(review.sheets).toEqual([
      { name: 'Read me', rows: 2, header_row: null, used: false },
      { name: 'Vereine', rows: 2, header_row: 3, used: true },
      { name: 'Leer', rows: 0, header_row: 1, used: true },
      { name: 'Nationen', rows: 1, header_row: 1, used: true },
      { name: 'Verkauft', rows: 1, header_row: null, used: false },
    ]);
    const rows = await importer.rows(review.id);
    expect(rows.map(({ number, sheet }) => [number, sheet])).toEqual([
      [1, 'Vereine'],
      [2, 'Vereine'],
      [3, 'Nationen'],
    ]);
    expect(rows[2].cells).toEqual({ Verein: 'Uruguay', Jahr: '2010', Marke: 'Puma', Größe: 'M', Nr: '10' });
  });

  it('reads the chosen sheets, including hidden sheets', async () => {
    const { id } = await reviewFixture('workbook.xlsx');
    const { body } = await patch(id, { sheets: ['Verkauft', 'Nationen'] });
    expect(body.sheets.map(({ used }: { used: boolean }) => used)).toEqual([false, false, false, true, true]);
    expect((await importer.rows(id)).map(({ sheet }) => sheet)).toEqual(['Nationen', 'Verkauft']);
  });

  it('reads merged cells, dates and the currencies of number formats in a Spanish workbook', async () => {
    const review = await reviewFixture('fusionadas.xlsx');
    expect(review.sheets).toEqual([{ name: 'Hoja1', rows: 3, header_row: 2, used: true }]);
    expect(await cellsOf(review.id)).toEqual([
      {
        Equipo: 'Real Betis',
        Temporada: '2008-09',
        Marca: 'Kappa',
        Talla: 'M',
        Precio: '45 €',
        Compra: '2019-01-01',
      },
      { Equipo: 'Real Betis', Temporada: '2012-13', Marca: 'Macron', Talla: 'L', Precio: '30.5 £' },
      { Equipo: 'Málaga CF', Temporada: '2003-04', Marca: 'adidas', Talla: 'XL', Precio: '20 CHF' },
    ]);
  });

  it('reads a French workbook saved by Gnumeric', async () => {
    const review = await reviewFixture('gnumeric.xlsx');
    expect(review.sheets).toMatchObject([{ rows: 2, header_row: 3, used: true }]);
    expect((await cellsOf(review.id))[0]).toMatchObject({ Équipe: 'Girondins', Taille: 'L', Prix: '45' });
  });

  it('reports an error in each row with a formula without a value', async () => {
    const review = await reviewFixture('formulas.xlsx');
    expect(countsOf(review)).toEqual({ new: 1, invalid: 1 });
    const [, row] = await importer.rows(review.id);
    expect(row.errors).toEqual({
      price: [
        '"Price": The cell has a formula without a value. Open the file in a spreadsheet program, save it, and import it again.',
      ],
    });
    const { body } = await importer.request(`/api/imports/${review.id}/rows/2/`, 'PATCH', {
      set: { price: { amount: '8.00', currency: 'EUR' } },
    });
    expect([body.status, body.errors]).toEqual(['new', {}]);
  });

  it("changes nothing if a spreadsheet program saved the user's own export as a workbook", async () => {
    for (const notes of ['=1+1', "'=1", '- 5', "it's"])
      await importer.request('/api/items/', 'POST', {
        item_type: 'other',
        type: 'cap',
        name: 'Cap',
        brand: 9,
        notes,
      });
    const { body } = await importer.request('/api/collections/me/items.csv');
    const path = join(folder, 'own.xlsx');
    const records = parse(String(body), {});
    await writeZip(path, toWorkbookFiles({ rows: toSheetRows(records) }));
    const { id } = await importer.review(await readFile(path), 'own.xlsx');
    const { body: review } = await patch(id, { on_match: 'update' });
    expect(countsOf(review)).toEqual({ unchanged: 4 });
  });

  it('reads a workbook whose other sheets have too many columns', async () => {
    const path = join(folder, 'wide.xlsx');
    const files = toWorkbookFiles({
      rows: toSheetRows([
        ['Name', 'Brand', 'Size'],
        ['A', 'Nike', 'L'],
      ]),
    });
    const wide = `<worksheet><sheetData>${toSheetRows([Array<string>(300).fill('x')])}</sheetData></worksheet>`;
    await writeZip(path, { ...files, 'xl/worksheets/sheet2.xml': wide });
    expect(await importer.review(await readFile(path), 'wide.xlsx')).toMatchObject({
      status: 'review',
      row_count: 1,
    });
  });
});

describe('imported rows that are not items', () => {
  const LIST = `Name,Club,Season,Brand,Size,Price
SERIE A,,,,,
A,Arsenal,2024-25,Nike,L,£70.00
Name,Club,Season,Brand,Size,Price
Total 90 shirt,Arsenal,2024-25,Nike,L,£35.00
Total,Arsenal,2024-25,Nike,L,£35.00
Moyenne,,,,,£35.00
,,,,,£105.00
`;

  it('are proposed as skipped, with the reason', async () => {
    const review = await importer.review(LIST);
    expect(countsOf(review)).toEqual({ new: 3, skipped: 4 });
    const rows = await importer.rows(review.id, 'status=skipped');
    expect(rows.map((row) => [row.number, row.is_skipped, row.skip_reason])).toEqual([
      [1, true, 'The row seems to be a section heading: it fills one cell, where others fill 6.'],
      [3, true, 'The row repeats the header.'],
      [6, true, 'The row seems to be a total: its first cell is "Moyenne".'],
      [7, true, 'The row seems to be a section heading: it fills one cell, where others fill 6.'],
    ]);
  });

  it('can be restored one by one, and are otherwise neither added nor listed in failed.csv', async () => {
    const { id } = await importer.review(LIST);
    const { body } = await importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', { skip: false });
    expect(body).toMatchObject({ status: 'new', is_skipped: false, skip_reason: null });
    const failed = await importer.request(`/api/imports/${id}/failed.csv`);
    expect(String(failed.body).split('\r\n')).toHaveLength(2);
    const done = await importer.apply(id);
    expect(countsOf(done)).toEqual({ added: 4, skipped: 3 });
  });

  it('include section headings if totals outnumber items, and totals with a count', async () => {
    const review = await importer.review(
      'Club;Season;Brand;Size;Price;Notes\nPREMIER LEAGUE;;;;;\nArsenal;2024-25;Nike;L;£70;x\nTotal: 1;;;;;\n' +
        'Gesamt (1 Trikot);;;;70 €;\nØ;;;;70 €;\nTotal 90;;;;70 €;\n',
    );
    const rows = await importer.rows(review.id);
    expect(rows.map(({ status }) => status)).toEqual([
      'skipped',
      'new',
      'skipped',
      'skipped',
      'skipped',
      'new',
    ]);
  });

  it('are not proposed in a table of three columns', async () => {
    expect(countsOf(await importer.review('Name,Brand,Size\nA,Nike,L\nB,,\n'))).toEqual({
      new: 2,
    });
  });
});

describe('imported columns', () => {
  it('are numbered if their headings are repeated or empty', async () => {
    const { columns } = await importer.review('Name,Notes,Notes,Brand,Size,\nA,one,two,Nike,L,three\n');
    expect(columns.map(({ name }: { name: string }) => name)).toEqual([
      'Name',
      'Notes',
      'Notes (2)',
      'Brand',
      'Size',
      'Column 6',
    ]);
  });
});
