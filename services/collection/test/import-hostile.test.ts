import { beforeEach, describe, expect, it } from '@jest/globals';
import { UNSTORABLE_TEXTS } from './hostile-cells.ts';
import { createImporter, type Importer } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector } from './test-users.ts';

const service = useMatchingCollection();

let importer: Importer;
beforeEach(async () => {
  importer = createImporter(service.collection, (await addCollector(service.collection)).token);
});

const BLANKS = `x${' '.repeat(20_000)}x`;
const TOO_LONG_MONEY =
  'Ensure this field has no more than 40 characters. Write an amount of money, such as 85.00 EUR.';

/** Reviews a table with these columns beside what an item needs; returns the import's id. */
async function review(columns: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const rows = Object.values(columns)[0]?.map((_, index) =>
    JSON.stringify({
      name: `Shirt ${index}`,
      brand: 'Nike',
      size: 'L',
      ...Object.fromEntries(Object.entries(columns).map(([name, texts]) => [name, texts[index]])),
    }),
  );
  const { id, status, error } = await importer.review(rows?.join('\n') ?? '', 'shirts.ndjson');
  expect([status, error]).toEqual(['review', null]);
  return id;
}

const patch = (id: number, body: unknown) => importer.request(`/api/imports/${id}/`, 'PATCH', body);
const patchRow = (id: number, body: unknown) => importer.request(`/api/imports/${id}/rows/1/`, 'PATCH', body);

describe('a text that is longer than its field can hold', () => {
  it('is an error of its row, and its neighbours are read', async () => {
    const id = await review({
      price: ['7 EUR', BLANKS, `EUR 0.${'0'.repeat(90_000)}1`],
      notes: ['', '', ''],
    });
    expect(await importer.rows(id)).toMatchObject([
      { status: 'new', item: { price: { amount: '7.00', currency: 'EUR' } } },
      { status: 'invalid', errors: { price: [TOO_LONG_MONEY] } },
      { status: 'invalid', errors: { price: [TOO_LONG_MONEY] } },
    ]);
  });

  it('is an error of its row where it names a record or an id of the source', async () => {
    const long = '漢'.repeat(90_000);
    const id = await review({ club: [long], external_id: [long], kit_slug: [long] });
    const sentence = ['Ensure this field has no more than 300 characters.'];
    const [row] = await importer.rows(id);
    expect(row).toMatchObject({ status: 'invalid', texts: {} });
    expect(row?.errors).toEqual({ club: sentence, external_id: sentence, kit_slug: sentence });
    expect((await importer.apply(id)).status).toBe('done');
  });

  it('is not found in the catalogue up to 300 characters', async () => {
    const name = '漢'.repeat(300);
    const id = await review({ club: [name] });
    expect((await importer.rows(id))[0]?.errors.club).toEqual([expect.stringContaining('was not found')]);
  });

  it('is refused as a default, in a row and as a name to resolve', async () => {
    const id = await review({ club: ['Arsenal'] });
    expect(await patch(id, { options: { defaults: { price: BLANKS } } })).toMatchObject({
      status: 400,
      body: { options: [`"price": ${TOO_LONG_MONEY}`] },
    });
    expect(await patchRow(id, { set: { name: 'x'.repeat(201) } })).toMatchObject({
      status: 400,
      body: { name: ['Ensure this field has no more than 200 characters.'] },
    });
    const resolve = { field: 'club', text: '漢'.repeat(301), id: 49 };
    expect(await importer.request(`/api/imports/${id}/resolve/`, 'POST', resolve)).toMatchObject({
      status: 400,
      body: { text: ['Ensure this field has no more than 300 characters.'] },
    });
    expect(await importer.rows(id)).toMatchObject([{ status: 'new', is_skipped: false }]);
  });

  it('is shortened between characters where it is shown', async () => {
    const id = await review({ other: [`${'x'.repeat(99)}😀😀`] });
    const { columns } = (await importer.request(`/api/imports/${id}/`)).body;
    expect(columns.at(-1)).toMatchObject({ name: 'other', samples: [`${'x'.repeat(99)}😀…`] });
  });
});

describe('a text that cannot be stored', () => {
  it.each(UNSTORABLE_TEXTS)('is refused with its place in a file: %j', async (text) => {
    const good = JSON.stringify({ name: 'A' });
    for (const line of [{ name: text }, { tags: [text] }, { [text]: 'x' }]) {
      const { status, error } = await importer.review(`${good}\n${JSON.stringify(line)}\n`, 'a.ndjson');
      expect([status, error]).toEqual(['failed', expect.stringMatching(/^Line 2.* are not allowed/)]);
    }
  });

  it.each(UNSTORABLE_TEXTS)('is an error where it is escaped in a list of tags: %j', async (text) => {
    const list = JSON.stringify([text]);
    const cell = `"${list.replaceAll('"', '""')}"`;
    const { id } = await importer.review(`name,tags,secondary_colors
A,${cell},${cell}
`);
    const [row] = await importer.rows(id);
    expect([row?.status, Object.keys(row?.errors)]).toEqual(['invalid', ['tags']]);
    // A list that names no colour is a remark, which is kept as it is written.
    expect(row?.item.notes).toBe(`secondary_colors: ${list}`);
  });

  it.each(UNSTORABLE_TEXTS)('is refused in requests: %j', async (text) => {
    const id = await review({ club: ['Arsenal'] });
    await importer.request('/api/items/', 'POST', { item_type: 'jersey', is_draft: true });
    const requests = [
      patch(id, { mapping: { [text]: 'name' } }),
      patch(id, { mapping: { club: text } }),
      patch(id, { options: { defaults: { name: text } } }),
      patch(id, { options: { defaults: { [text]: 'x' } } }),
      ...[{ name: text }, { tags: [text] }, { country: text }, { acquired_on: text }, { [text]: 1 }].map(
        (set) => patchRow(id, { set }),
      ),
      patchRow(id, { set: { price: { amount: text, currency: text } } }),
      importer.request(`/api/imports/${id}/resolve/`, 'POST', { field: 'club', text, id: 49 }),
      importer.request('/api/items/', 'POST', { item_type: 'jersey', is_draft: true, name: text }),
      importer.request('/api/items/batch/', 'POST', { filter: {}, set: { name: text } }),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 400));
  });
});

describe('a name that every object has', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])('is no field: %s', async (name) => {
    const id = await review({ club: ['Arsenal'] });
    const set = JSON.parse(`{"${name}": 1}`) as object;
    const refused = { status: 400, body: { set: [`"${name}" is not a field.`] } };
    expect(await patchRow(id, { set })).toMatchObject(refused);
    expect(await importer.request('/api/items/batch/', 'POST', { filter: {}, set })).toMatchObject(refused);
    const defaults = JSON.parse(`{"${name}": "x"}`) as object;
    expect((await patch(id, { options: { defaults } })).status).toBe(name === '__proto__' ? 200 : 400);
    expect((await patch(id, { mapping: { club: name } })).status).toBe(400);
  });

  it('may be that of a column', async () => {
    const { id, columns } = await importer.review(
      'name,brand,size,constructor,__proto__,toString\nA,Nike,L,1,2,3\nB,Nike,L,,,\n',
    );
    expect(columns.map(({ field }: { field: string | null }) => field).join()).toBe('name,brand,size,,,');
    const { status } = await patch(id, { mapping: { constructor: 'notes', toString: 'number' } });
    expect(status).toBe(200);
    const rows = await importer.rows(id);
    expect(rows.map(({ item }) => [item.notes, item.number])).toEqual([
      ['1\n__proto__: 2', 3],
      [undefined, undefined],
    ]);
    expect((await importer.request(`/api/imports/${id}/failed.csv`)).status).toBe(200);
  });
});

describe('defaults', () => {
  it('are texts, numbers and booleans', async () => {
    const id = await review({ club: ['Arsenal'] });
    const defaults = { condition: 7, is_signed: true, currency: 'EUR', price: 12.5, number: 0 };
    const { status, body } = await patch(id, { options: { defaults } });
    expect([status, body.options.defaults]).toEqual([200, defaults]);
    expect((await importer.rows(id))[0]?.item).toMatchObject({
      condition: 7,
      is_signed: true,
      number: 0,
      price: { amount: '12.50', currency: 'EUR' },
    });
    expect((await patch(id, { options: { defaults: { condition: [7] } } })).status).toBe(400);
  });
});

describe('amounts with three digits after their only sign', () => {
  const amounts = async (id: number) =>
    (await importer.rows(id)).map(({ item, errors }) => item.price?.amount ?? errors.price[0]);

  it('are thousands, whatever the usual sign', async () => {
    const id = await review({ price: ['1.200 €', '950 €', '£1,085'] });
    expect(await amounts(id)).toEqual(['1200.00', '950.00', '1085.00']);
  });

  it('are errors where the column uses that sign for decimals, until the option settles it', async () => {
    const id = await review({ price: ['1.200 €', '12.50 €', '3,50 €', '2.000,00 €'] });
    expect(await amounts(id)).toEqual([expect.stringContaining('"decimal"'), '12.50', '3.50', '2000.00']);
    await patch(id, { options: { decimal: ',' } });
    expect((await amounts(id))[0]).toBe('1200.00');
    const { body } = await patch(id, { options: { decimal: '.' } });
    expect([body.options.decimal, (await amounts(id))[0]]).toEqual(['.', '1.20']);
  });

  it('are decimals of numbers, which are errors', async () => {
    const { id } = await importer.review(
      '{"name": "A", "brand": "Nike", "size": "L", "price": 72.505, "currency": "EUR"}\n',
      'numbers.ndjson',
    );
    expect(await amounts(id)).toEqual(['"72.5050" is not an amount of money, such as 85.00 EUR.']);
  });
});
