import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addSeason } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
let token: string;

beforeAll(async () => {
  const ada = await addUser(collection, 'ada');
  token = await tokenOf(collection, ada);
  await Promise.all([
    addBrand(collection, 1, 'Zebra'),
    addBrand(collection, 2, 'ábaco'),
    addBrand(collection, 3, null),
    addClub(collection, 1, 'Örebro'),
    addClub(collection, 2, 'Parma'),
    addClub(collection, 3, 'oldham'),
    addSeason(collection, 1, '2024-25'),
    addSeason(collection, 2, '1999-00'),
    addSeason(collection, 3, null),
  ]);
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const items = [
    { name: 'b', condition: 5, player_name: 'Émile', brand_id: 1, club_id: 1, season_id: 1 },
    { name: 'Á', condition: 5, player_name: 'zoe', brand_id: 2, club_id: 2, season_id: 2 },
    { name: 'C', condition: 9, player_name: '', brand_id: 3, club_id: 3, season_id: 3 },
    { name: 'a', condition: 1, player_name: 'Dan', brand_id: null, club_id: null, season_id: null },
  ];
  for (const [index, item] of items.entries()) {
    await addItem(collection, ada, { ...item, created_at: day(index + 1), updated_at: day(9 - index) });
  }
});

function listItems(ordering: string) {
  return collection.request(`/api/collections/me/items/?ordering=${ordering}`, { headers: withToken(token) });
}

/** The names of all items in the requested order. */
async function sort(ordering: string): Promise<string> {
  const { body } = await listItems(ordering);
  return body.results.map(({ name }: { name: string }) => name).join(' ');
}

describe('the parameter ordering of items', () => {
  it.each([
    ['', 'a C Á b'],
    ['-created_at', 'a C Á b'],
    ['created_at', 'b Á C a'],
    ['updated_at', 'a C Á b'],
    ['-updated_at', 'b Á C a'],
    ['condition', 'a b Á C'],
    ['-condition', 'C b Á a'],
    ['name', 'Á a b C'],
    ['-name', 'C b Á a'],
    ['club', 'C b Á a'],
    ['-club', 'Á b C a'],
    ['brand', 'Á b C a'],
    ['-brand', 'b Á C a'],
    ['season', 'Á b C a'],
    ['-season', 'b Á C a'],
    ['player_name', 'a b Á C'],
    ['-player_name', 'Á b a C'],
    ['condition,-created_at', 'a Á b C'],
    ['-condition,name', 'C Á b a'],
    [' -condition , name ,', 'C Á b a'],
    ['name,-name', 'Á a b C'],
  ])('sorts by "%s": %s', async (ordering, names) => {
    expect(await sort(encodeURIComponent(ordering))).toBe(names);
  });

  it.each(['rating', 'id', '--name', '-', 'name;drop', 'NAME', 'name,rating', '%00', 'name&ordering=x'])(
    'returns 400 and the allowed keys for %s',
    async (ordering) => {
      const { status, body } = await listItems(ordering);
      expect([status, Object.keys(body)]).toEqual([400, ['ordering']]);
      for (const key of ['created_at', 'updated_at', 'name', 'club', 'brand', 'season', 'condition']) {
        expect(body.ordering.join(' ')).toContain(key);
      }
      expect(body.ordering.join(' ')).toContain('player_name');
    },
  );

  it('names only the invalid key in the error', async () => {
    const { body } = await listItems('name,-rating');
    expect(body.ordering).toHaveLength(1);
    expect(body.ordering[0]).toMatch(/^"-rating" is not a valid choice\. /);
  });

  it('returns each item on exactly one page even if many items are equal', async () => {
    const alike = await addUser(collection, 'alike');
    const headers = withToken(await tokenOf(collection, alike));
    const created_at = new Date(0);
    for (let number = 0; number < 12; number += 1) await addItem(collection, alike, { created_at });
    for (const ordering of ['', '-created_at', 'name', '-club', 'season,brand']) {
      const ids: number[] = [];
      for (const page of [1, 2, 3]) {
        const path = `/api/collections/me/items/?page_size=5&page=${page}&ordering=${ordering}`;
        const { body } = await collection.request(path, { headers });
        ids.push(...body.results.map(({ id }: { id: number }) => id));
      }
      expect(ids).toHaveLength(12);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    }
  });
});
