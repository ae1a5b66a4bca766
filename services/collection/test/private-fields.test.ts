import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addItem } from './test-items.ts';
import { addCollector, json, withToken, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
let owner: Collector;
let stranger: Collector;

beforeAll(async () => {
  await addBrand(collection, 1, 'adidas');
  owner = await addCollector(collection);
  stranger = await addCollector(collection);
});

const EUR = (amount: string) => ({ amount, currency: 'EUR' });
const PIN = { item_type: 'other', name: 'A pin', brand: 1, type: 'pin' };
const FIELDS = {
  notes: 'from my aunt',
  location: 'attic',
  acquired_on: '2001-02-28',
  acquired_from: 'A flea market',
  price: EUR('85.00'),
  estimated_value: { amount: '1200.50', currency: 'JPY' },
};

function send(method: string, path: string, body: object, { token } = owner) {
  return collection.request(path, json(method, body, token));
}

async function create(fields: object, by = owner): Promise<number> {
  const { status, body } = await send('POST', '/api/items/', { ...PIN, ...fields }, by);
  expect(status).toBe(201);
  return body.id;
}

describe('private fields of items', () => {
  it('are stored and included in all responses to the owner, and hidden from others', async () => {
    const { body } = await send('POST', '/api/items/', { ...PIN, ...FIELDS });
    expect(body).toMatchObject(FIELDS);
    expect((await owner.request(`/api/items/${body.id}/`)).body).toMatchObject(FIELDS);
    expect((await owner.request('/api/items/')).body[0]).toMatchObject(FIELDS);
    expect((await send('PATCH', `/api/items/${body.id}/`, { name: 'Pin' })).body).toMatchObject(FIELDS);
    const visible = (await stranger.request(`/api/items/${body.id}/`)).body;
    expect(Object.keys(visible)).not.toEqual(expect.arrayContaining(['notes']));
    expect(JSON.stringify(visible)).not.toContain('aunt');
  });

  it('are empty by default, and after a PUT without them', async () => {
    const empty = {
      notes: '',
      location: '',
      acquired_on: null,
      acquired_from: '',
      price: null,
      estimated_value: null,
    };
    const id = await create({});
    expect((await owner.request(`/api/items/${id}/`)).body).toMatchObject(empty);
    await send('PATCH', `/api/items/${id}/`, FIELDS);
    expect((await send('PUT', `/api/items/${id}/`, PIN)).body).toMatchObject(empty);
  });

  it.each([
    [{ amount: '85', currency: 'eur' }, '85.00'],
    [{ amount: ' 085.5 ', currency: 'EUR' }, '85.50'],
    [{ amount: '0', currency: 'EUR', more: 1 }, '0.00'],
    [EUR('9999999999.99'), '9999999999.99'],
  ])('normalise amounts: %j becomes %s', async (price, amount) => {
    const id = await create({ price });
    expect((await owner.request(`/api/items/${id}/`)).body.price).toEqual(EUR(amount));
  });

  it('accept amounts in former currencies', async () => {
    const price = { amount: '49.00', currency: 'DEM' };
    const id = await create({ price });
    expect((await owner.request(`/api/items/${id}/`)).body.price).toEqual(price);
  });

  const AMOUNT = 'The amount must be a string of digits with at most two decimal places, such as "85.00".';
  const DIGITS = 'The amount must have no more than 10 digits before the decimal point.';
  const CURRENCY = 'The currency must be an ISO 4217 code, such as "EUR".';
  const OBJECT = 'Expected an object such as {"amount": "85.00", "currency": "EUR"}.';

  it.each([
    [{ price: 85 }, { price: [OBJECT] }],
    [{ price: ['85.00', 'EUR'] }, { price: [OBJECT] }],
    [{ price: {} }, { price: [AMOUNT, CURRENCY] }],
    [{ price: { amount: 85, currency: 'EUR' } }, { price: [AMOUNT] }],
    [{ price: EUR('85.001') }, { price: [AMOUNT] }],
    [{ price: EUR('-1.00') }, { price: [AMOUNT] }],
    [{ price: EUR('1e3') }, { price: [AMOUNT] }],
    [{ price: EUR('10000000000.00') }, { price: [DIGITS] }],
    [{ estimated_value: { amount: '1', currency: 'XYZ' } }, { estimated_value: [CURRENCY] }],
    [{ acquired_on: '2023-02-29' }, { acquired_on: ['Date has wrong format. Use YYYY-MM-DD.'] }],
    [{ acquired_on: '0000-01-01' }, { acquired_on: ['Date has wrong format. Use YYYY-MM-DD.'] }],
    [{ acquired_on: 2023 }, { acquired_on: ['Not a valid string.'] }],
    [{ notes: 'x'.repeat(10_001) }, { notes: ['Ensure this field has no more than 10000 characters.'] }],
    [{ location: 'x'.repeat(201) }, { location: ['Ensure this field has no more than 200 characters.'] }],
    [{ acquired_from: null }, { acquired_from: ['This field may not be null.'] }],
  ])('are rejected with 400 for invalid values: %j', async (fields, errors) => {
    const { status, body } = await send('POST', '/api/items/', { ...PIN, ...fields });
    expect([status, body]).toEqual([400, errors]);
  });
});

describe('GET /api/items/{id}/values/', () => {
  const read = async (id: number, by = owner) => by.request(`/api/items/${id}/values/`);

  it('lists each change with its date, and skips writes with an equal value', async () => {
    const id = await create({ estimated_value: EUR('100') });
    const change = (fields: object) => send('PATCH', `/api/items/${id}/`, fields);
    await change({ estimated_value: EUR('100.0') });
    await change({ name: 'Renamed' });
    await change({ estimated_value: EUR('120.00') });
    await change({ estimated_value: null });
    await change({ estimated_value: null });
    await change({ estimated_value: { amount: '120.00', currency: 'GBP' } });
    const { body, headers } = await read(id);
    expect(body.map(({ estimated_value: value }: { estimated_value: unknown }) => value)).toEqual([
      EUR('100.00'),
      EUR('120.00'),
      null,
      { amount: '120.00', currency: 'GBP' },
    ]);
    expect(headers.get('X-Total-Count')).toBe('4');
    const dates = body.map(({ changed_at: at }: { changed_at: string }) => at);
    expect(dates).toEqual(dates.toSorted());
    expect(Date.now() - Date.parse(dates[0])).toBeLessThan(60_000);
  });

  it('is paginated', async () => {
    const id = await create({ estimated_value: EUR('1') });
    await send('PATCH', `/api/items/${id}/`, { estimated_value: EUR('2') });
    const second = await owner.request(`/api/items/${id}/values/?page_size=1&page=2`);
    expect(second.body).toEqual([{ estimated_value: EUR('2.00'), changed_at: expect.any(String) }]);
    expect(second.headers.get('Link')).toContain('rel="prev"');
    expect((await owner.request(`/api/items/${id}/values/?page=2`)).status).toBe(404);
  });

  it('returns an empty list for an item that never had an estimate', async () => {
    expect((await read(await create({}))).body).toEqual([]);
  });

  it('returns 403 or 404 to other users', async () => {
    const id = await create({ estimated_value: EUR('1') });
    const hidden = await create({ estimated_value: EUR('1'), is_private: true });
    expect((await read(id, stranger)).status).toBe(403);
    expect((await read(hidden, stranger)).status).toBe(404);
    expect((await read(2_147_483_647)).status).toBe(404);
  });
});

describe('GET /api/collections/me/value/', () => {
  const read = async (by: Collector) => (await by.request('/api/collections/me/value/')).body;
  const THIS_MONTH = new Date().toISOString().slice(0, 7);

  it('sums each currency separately, without drafts', async () => {
    const user = await addCollector(collection);
    await create({ price: EUR('0.10'), estimated_value: EUR('5') }, user);
    await create({ price: EUR('0.20'), estimated_value: { amount: '7', currency: 'GBP' } }, user);
    await create({ price: EUR('1000'), is_draft: true }, user);
    await create({}, user);
    await create({ price: EUR('1000') });
    expect(await read(user)).toEqual({
      totals: [
        {
          currency: 'EUR',
          price: '0.30',
          priced_items: 2,
          estimated_value: '5.00',
          estimated_items: 1,
          gain: '4.90',
          compared_items: 1,
        },
        {
          currency: 'GBP',
          price: '0.00',
          priced_items: 0,
          estimated_value: '7.00',
          estimated_items: 1,
          gain: '0.00',
          compared_items: 0,
        },
      ],
      series: [
        { month: THIS_MONTH, currency: 'EUR', price: '0.30', estimated_value: '5.00' },
        { month: THIS_MONTH, currency: 'GBP', price: '0.00', estimated_value: '7.00' },
      ],
    });
  });

  it.each([
    ['', '111.00', '111.00'],
    ['location=ATTIC', '1.00', '1.00'],
    ['search=cellar', '10.00', '10.00'],
    ['is_private=true', '10.00', '10.00'],
    ['club=999', undefined, undefined],
    ['is_draft=true', '1000.00', '1000.00'],
  ])('covers only the items that match the filters and the search: "%s"', async (query, total, latest) => {
    const user = await addCollector(collection);
    await create({ price: EUR('1'), location: 'Attic' }, user);
    await create({ price: EUR('10'), notes: 'in the cellar', is_private: true }, user);
    await create({ price: EUR('100') }, user);
    await create({ price: EUR('1000'), is_draft: true }, user);
    const { totals, series } = (await user.request(`/api/collections/me/value/?${query}`)).body;
    expect([totals[0]?.price, series.at(-1)?.price]).toEqual([total, latest]);
  });

  it('compares values with prices only for items that have both in one currency', async () => {
    const user = await addCollector(collection);
    await create({ price: EUR('10'), estimated_value: EUR('25.50') }, user);
    await create({ price: EUR('100'), estimated_value: EUR('60') }, user);
    await create({ price: EUR('1000') }, user);
    await create({ estimated_value: EUR('1000') }, user);
    await create({ price: EUR('1000'), estimated_value: { amount: '1', currency: 'GBP' } }, user);
    const { totals } = await read(user);
    expect(totals[0]).toMatchObject({ currency: 'EUR', gain: '-24.50', compared_items: 2 });
  });

  it('includes only estimates of items that match the filters', async () => {
    const user = await addCollector(collection);
    const item = await create({ estimated_value: EUR('5'), location: 'Attic' }, user);
    await create({ estimated_value: EUR('50') }, user);
    await send('PATCH', `/api/items/${item}/`, { estimated_value: EUR('7') }, user);
    const { totals, series } = (await user.request('/api/collections/me/value/?location=attic')).body;
    expect([totals[0].estimated_value, series.at(-1).estimated_value]).toEqual(['7.00', '7.00']);
  });

  it('returns 400 for invalid filters', async () => {
    const { status, body } = await owner.request('/api/collections/me/value/?club=x&is_private=maybe');
    expect([status, body]).toEqual([
      400,
      { club: ['A valid integer is required.'], is_private: ['Must be a valid boolean.'] },
    ]);
  });

  it('returns empty lists for a collection without prices', async () => {
    expect(await read(await addCollector(collection))).toEqual({ totals: [], series: [] });
  });

  it('lists the total prices and values at the end of each month', async () => {
    const user = await addCollector(collection);
    const item = await create({ price: EUR('10'), acquired_on: '1999-12-31' }, user);
    const month = (before: number) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 15));
    };
    const history = [
      { estimated_value: EUR('20.00'), changed_at: month(3) },
      { estimated_value: EUR('30.00'), changed_at: month(1) },
      { estimated_value: { amount: '5.00', currency: 'GBP' }, changed_at: month(0) },
    ];
    await collection.db('item_values').insert(history.map((entry) => ({ item_id: item, ...entry })));
    const { series } = await read(user);
    expect(series).toHaveLength(121);
    const shown = (before: number, currency: string, price: string, value: string) => ({
      month: month(before).toISOString().slice(0, 7),
      currency,
      price,
      estimated_value: value,
    });
    expect(series[0]).toEqual(shown(119, 'EUR', '10.00', '0.00'));
    expect(series.slice(-6)).toEqual([
      shown(4, 'EUR', '10.00', '0.00'),
      shown(3, 'EUR', '10.00', '20.00'),
      shown(2, 'EUR', '10.00', '20.00'),
      shown(1, 'EUR', '10.00', '30.00'),
      shown(0, 'EUR', '10.00', '0.00'),
      shown(0, 'GBP', '0.00', '5.00'),
    ]);
  });

  it('returns 401 without a token', async () => {
    expect(
      (await collection.request('/api/collections/me/value/', { headers: withToken(undefined) })).status,
    ).toBe(401);
  });
});

describe('the value history of an item', () => {
  it('is deleted with the item', async () => {
    const id = await addItem(collection, owner, { estimated_value: EUR('1.00') });
    await collection.request(`/api/items/${id}/`, { method: 'DELETE', headers: withToken(owner.token) });
    expect(await collection.db('item_values').where({ item_id: id })).toEqual([]);
  });
});
