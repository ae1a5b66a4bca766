import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem } from './test-items.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const MINE = '/api/collections/me/items/';

let owner: Collector;
let stranger: Collector;

const money = (amount: string, currency: string) => ({ amount, currency });

beforeAll(async () => {
  [owner, stranger] = [await addCollector(collection), await addCollector(collection)];
  await addClub(collection, 1, 'Club 10');
  await addClub(collection, 2, 'Club 9');
  await addBrand(collection, 1, 'Brand');
  const items = [
    { name: 'Shirt 10', club_id: 1, notes: 'From Ömer, in Kraków', price: money('100.00', 'EUR') },
    { name: 'Shirt 2', club_id: 2, location: 'Attic box 3', price: money('9.00', 'EUR') },
    {
      name: 'shirt 1',
      brand_id: 1,
      acquired_from: 'Flea market',
      price: money('5.00', 'USD'),
      acquired_on: '2020-05-01',
    },
    { name: 'Shirt 02b', acquired_on: '2019-12-31', estimated_value: money('7.00', 'CHF') },
  ];
  for (const item of items) await addItem(collection, owner, item);
});

async function names(path: string, reader = owner): Promise<string[]> {
  const { status, body } = await reader.request(path);
  expect(status).toBe(200);
  return (body.results ?? body).map(({ name }: { name: string }) => name);
}

describe("search of the user's own items", () => {
  it.each([
    ['omer krakow', ['Shirt 10']],
    ['ATTIC', ['Shirt 2']],
    ['flea shirt', ['shirt 1']],
    ['flea attic', []],
  ])('finds %s in notes, location and acquired_from', async (search, expectedNames) => {
    const query = `search=${encodeURIComponent(search)}`;
    expect(await names(`${MINE}?${query}`)).toEqual(expectedNames);
    expect(await names(`/api/items/?${query}`)).toEqual(expectedNames);
    expect(await names(`/api/collections/${owner.id}/items/?${query}`)).toEqual(expectedNames);
  });

  it('selects items for an export and a batch', async () => {
    const { body } = await owner.request('/api/collections/me/items.ndjson?search=flea');
    expect(JSON.parse(body)).toMatchObject({ name: 'shirt 1' });
    const batch = { filter: { search: 'flea' }, set: { condition: 1 }, dry_run: true };
    const response = await collection.request('/api/items/batch/', json('POST', batch, owner.token));
    expect(response.body.updated).toBe(1);
  });

  it('does not search private fields for other users or in share links', async () => {
    const { body: share } = await collection.request(
      '/api/shares/',
      json('POST', { scope: 'collection' }, owner.token),
    );
    for (const search of ['flea', 'attic', 'krakow']) {
      expect(await names(`/api/collections/${owner.id}/items/?search=${search}`, stranger)).toEqual([]);
      const shared = await collection.request(`/api/shared/${share.token}/items/?search=${search}`);
      expect(shared.body.results).toEqual([]);
      expect(
        (await collection.request(`/archive/filters/?filter_type=item_type&search=${search}`)).body,
      ).toEqual({
        results: [],
      });
    }
  });
});

describe("ordering of the user's own items", () => {
  it.each([
    ['price', ['Shirt 2', 'Shirt 10', 'shirt 1', 'Shirt 02b']],
    ['-price', ['shirt 1', 'Shirt 10', 'Shirt 2', 'Shirt 02b']],
    ['estimated_value,name', ['Shirt 02b', 'shirt 1', 'Shirt 2', 'Shirt 10']],
    ['acquired_on,-name', ['Shirt 02b', 'shirt 1', 'Shirt 10', 'Shirt 2']],
    ['-acquired_on,name', ['shirt 1', 'Shirt 02b', 'Shirt 2', 'Shirt 10']],
    ['name', ['shirt 1', 'Shirt 2', 'Shirt 02b', 'Shirt 10']],
    ['-name', ['Shirt 10', 'Shirt 02b', 'Shirt 2', 'shirt 1']],
    ['club,name', ['Shirt 2', 'Shirt 10', 'shirt 1', 'Shirt 02b']],
  ])('sorts by %s', async (ordering, sorted) => {
    expect(await names(`${MINE}?ordering=${ordering}`)).toEqual(sorted);
    expect(await names(`/api/items/?ordering=${ordering}`)).toEqual(sorted);
  });

  it('returns 400 to other users for private fields', async () => {
    const path = `/api/collections/${owner.id}/items/?ordering=name,-price,acquired_on`;
    const { status, body } = await stranger.request(path);
    const refused = ['"acquired_on" is not a valid choice.', '"price" is not a valid choice.'];
    expect([status, body]).toEqual([400, { ordering: refused }]);
    expect(await names(`/api/collections/${owner.id}/items/?ordering=name`, stranger)).toHaveLength(4);
  });
});
