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

/** Reviews a table with these columns in addition to required fields; returns the import's id. */
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

describe('an imported string that is too long', () => {
  it('makes its row invalid, but not the other rows', async () => {
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

  it('makes its row invalid if it is the club, external_id or kit_slug', async () => {
    const long = '漢'.repeat(90_000);
    const id = await review({ club: [long], external_id: [long], kit_slug: [long] });
    const sentence = ['Ensure this field has no more than 300 characters.'];
    const [row] = await importer.rows(id);
    expect(row).toMatchObject({ status: 'invalid', texts: {} });
    expect(row?.errors).toEqual({ club: sentence, external_id: sentence, kit_slug: sentence });
    expect((await importer.apply(id)).status).toBe('done');
  });

  it('is reported as not found in the catalogue if it is a club of 300 characters', async () => {
    const name = '漢'.repeat(300);
    const id = await review({ club: [name] });
    expect((await importer.rows(id))[0]?.errors.club).toEqual([expect.stringContaining('was not found')]);
  });

  it("is rejected with 400 as a default, as a row's value and as a text to resolve", async () => {
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

  it('is shortened between code points in the samples of a column', async () => {
    const id = await review({ other: [`${'x'.repeat(99)}😀😀`] });
    const { columns } = (await importer.request(`/api/imports/${id}/`)).body;
    expect(columns.at(-1)).toMatchObject({ name: 'other', samples: [`${'x'.repeat(99)}😀…`] });
  });
});

describe('a string that PostgreSQL cannot store', () => {
  it.each(UNSTORABLE_TEXTS)('makes the import fail with the line number: %j', async (text) => {
    const good = JSON.stringify({ name: 'A' });
    for (const line of [{ name: text }, { tags: [text] }, { [text]: 'x' }]) {
      const { status, error } = await importer.review(`${good}\n${JSON.stringify(line)}\n`, 'a.ndjson');
      expect([status, error]).toEqual(['failed', expect.stringMatching(/^Line 2.* are not allowed/)]);
    }
  });

  it.each(UNSTORABLE_TEXTS)(
    'makes its row invalid if it is escaped in a JSON list of tags: %j',
    async (text) => {
      const list = JSON.stringify([text]);
      const cell = `"${list.replaceAll('"', '""')}"`;
      const { id } = await importer.review(`name,tags,secondary_colors
A,${cell},${cell}
`);
      const [row] = await importer.rows(id);
      expect([row?.status, Object.keys(row?.errors)]).toEqual(['invalid', ['tags']]);
      // A list without a valid colour is copied to the notes unchanged.
      expect(row?.item.notes).toBe(`secondary_colors: ${list}`);
    },
  );

  it.each(UNSTORABLE_TEXTS)('is rejected with 400 in requests to imports and items: %j', async (text) => {
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

describe('a property name of every JavaScript object', () => {
  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    'is not accepted as a field: %s',
    async (name) => {
      const id = await review({ club: ['Arsenal'] });
      const set = JSON.parse(`{"${name}": 1}`) as object;
      const refused = { status: 400, body: { set: [`"${name}" is not a field.`] } };
      expect(await patchRow(id, { set })).toMatchObject(refused);
      expect(await importer.request('/api/items/batch/', 'POST', { filter: {}, set })).toMatchObject(refused);
      const defaults = JSON.parse(`{"${name}": "x"}`) as object;
      expect((await patch(id, { options: { defaults } })).status).toBe(name === '__proto__' ? 200 : 400);
      expect((await patch(id, { mapping: { club: name } })).status).toBe(400);
    },
  );

  it('can be the name of a column', async () => {
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

describe('defaults of an import', () => {
  it('can be strings, numbers and booleans, but not lists (400)', async () => {
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

describe('imported amounts with three digits after their only separator', () => {
  const amounts = async (id: number) =>
    (await importer.rows(id)).map(({ item, errors }) => item.price?.amount ?? errors.price[0]);

  it('are read as thousands, even if point and comma are mixed', async () => {
    const id = await review({ price: ['1.200 €', '950 €', '£1,085'] });
    expect(await amounts(id)).toEqual(['1200.00', '950.00', '1085.00']);
  });

  it('are errors if the column uses the separator for decimals, until the option "decimal" is set', async () => {
    const id = await review({ price: ['1.200 €', '12.50 €', '3,50 €', '2.000,00 €'] });
    expect(await amounts(id)).toEqual([expect.stringContaining('"decimal"'), '12.50', '3.50', '2000.00']);
    await patch(id, { options: { decimal: ',' } });
    expect((await amounts(id))[0]).toBe('1200.00');
    const { body } = await patch(id, { options: { decimal: '.' } });
    expect([body.options.decimal, (await amounts(id))[0]]).toEqual(['.', '1.20']);
  });

  it('are read as decimals, and are errors, if the amount is a JSON number', async () => {
    const { id } = await importer.review(
      '{"name": "A", "brand": "Nike", "size": "L", "price": 72.505, "currency": "EUR"}\n',
      'numbers.ndjson',
    );
    expect(await amounts(id)).toEqual(['"72.5050" is not an amount of money, such as 85.00 EUR.']);
  });
});
