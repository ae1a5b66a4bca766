import { beforeAll, describe, expect, it } from '@jest/globals';
import { FILTER_TYPES } from '@kitroom/collection-client';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addBrand, addClub, addCompetition, addItem, addKit, addSeason } from './test-items.ts';
import { addUser, withToken } from './test-users.ts';

/** Its catalogue is unavailable: no server listens at the default address. */
const collection = useCollection({ THROTTLE_ARCHIVE: '10000/3600' });

beforeAll(async () => {
  const [ada, ben] = [await addUser(collection, 'ada'), await addUser(collection, 'ben')];
  const [privateUser, blockedUser] = [
    await addUser(collection, 'hidden', { isPrivate: true }),
    await addUser(collection, 'gone'),
  ];
  await addBrand(collection, 1, 'Umbro');
  await addBrand(collection, 2, 'adidas');
  await addBrand(collection, 3, null);
  await addBrand(collection, 4, 'Nobody’s');
  await addClub(collection, 1, 'Parma');
  await addClub(collection, 2, 'Málaga CF');
  await addSeason(collection, 1, '2024-25');
  await addSeason(collection, 2, '1999-00');
  await addCompetition(collection, 1, 'La Liga');
  await addCompetition(collection, 2, 'Cup');
  await addKit(collection, 1, { type_id: 1, type_name: 'Home', competitions: [1, 2] });
  await addKit(collection, 2, { type_id: 2, type_name: 'Away', competitions: [1] });
  await addKit(collection, 3, { type_id: 1, type_name: 'Home' });
  await addKit(collection, 4, { name: null });
  const home = { brand_id: 2, club_id: 2, season_id: 1, kit_id: 1, size: 4, main_color: 7, country: 'ES' };
  await addItem(collection, ada, { ...home, design: 'CHEST_BAND', name: 'First', tags: ['rare'] });
  await addItem(collection, ben, { ...home, kit_id: 2, condition: 8, season_id: 2 });
  await addItem(collection, ben, { brand_id: 1, club_id: 1, kit_id: 3, main_color: 2, design: 'PLAIN' });
  await addItem(collection, ben, { item_type: 'shorts', brand_id: 3, size: 13, kit_id: null });
  await addItem(collection, ben, { item_type: 'pants', kit_id: null, size: null, condition: 8 });
  const secret = { ...home, brand_id: 4, name: 'secret', design: 'SASH', country: 'FR', condition: 1 };
  await addItem(collection, ada, { ...secret, is_private: true });
  await addItem(collection, ada, { ...secret, is_draft: true });
  await addItem(collection, privateUser, secret);
  await addItem(collection, blockedUser, secret);
  await collection.db('users').where({ id: blockedUser.id }).update({ is_active: false });
});

async function fetchFilters(query: string) {
  return collection.request(`/archive/filters/?${query}`);
}

async function find(query: string): Promise<object[]> {
  const { status, body } = await fetchFilters(query);
  expect([query, status]).toEqual([query, 200]);
  return body.results;
}

const logo = (id: number) => `https://logos.example/${id}.png`;

describe('GET /archive/filters/', () => {
  it.each<[string, object[]]>([
    [
      'brand',
      [
        { id: 2, name: 'adidas', logo: logo(2), count: 2 },
        { id: 1, name: 'Umbro', logo: logo(1), count: 1 },
      ],
    ],
    [
      'club',
      [
        { id: 2, name: 'Málaga CF', logo: logo(2), count: 2 },
        { id: 1, name: 'Parma', logo: logo(1), count: 1 },
      ],
    ],
    [
      'competition',
      [
        { id: 1, name: 'La Liga', logo: logo(1), count: 2 },
        { id: 2, name: 'Cup', logo: logo(2), count: 1 },
      ],
    ],
    [
      'season',
      [
        { id: 2, name: '1999-00', count: 1 },
        { id: 1, name: '2024-25', count: 1 },
      ],
    ],
    [
      'kit_type',
      [
        { id: 1, name: 'Home', count: 2 },
        { id: 2, name: 'Away', count: 1 },
      ],
    ],
    [
      'size',
      [
        { id: 4, name: 'M', category: 'tops', count: 3 },
        { id: 13, name: 'M', category: 'bottoms', count: 1 },
      ],
    ],
    [
      'item_type',
      [
        { id: 'jersey', name: 'Jersey', count: 3 },
        { id: 'pants', name: 'Pants', count: 1 },
        { id: 'shorts', name: 'Shorts', count: 1 },
      ],
    ],
    [
      'condition',
      [
        { id: 10, name: '10', count: 3 },
        { id: 8, name: '8', count: 2 },
      ],
    ],
    [
      'design',
      [
        { id: 'CHEST_BAND', name: 'Chest band', count: 1 },
        { id: 'PLAIN', name: 'Plain', count: 1 },
      ],
    ],
    [
      'color',
      [
        { id: 7, name: 'Sky blue', color: '#87CEEB', count: 2 },
        { id: 2, name: 'Red', color: '#FF0000', count: 1 },
      ],
    ],
    ['country', [{ id: 'ES', name: 'Spain', count: 2 }]],
  ])('counts public items, with the most frequent options first: %s', async (type, results) => {
    expect(await find(`filter_type=${type}`)).toEqual(results);
  });

  it.each<[string, Array<[unknown, number]>]>([
    ['filter_type=brand&club=1', [[1, 1]]],
    ['filter_type=brand&search=malaga', [[2, 2]]],
    ['filter_type=brand&search=adidas+first', [[2, 1]]],
    ['filter_type=club&brand=2&tag=RARE', [[2, 1]]],
    ['filter_type=competition&season=2', [[1, 1]]],
    [
      'filter_type=competition&club=2&search=first',
      [
        [2, 1],
        [1, 1],
      ],
    ],
    ['filter_type=kit_type&kit=1', [[1, 1]]],
    ['filter_type=condition&condition_max=9', [[8, 2]]],
    ['filter_type=size&item_type=shorts', [[13, 1]]],
    ['filter_type=country&condition=8', [['ES', 1]]],
    ['filter_type=item_type&search=secret', []],
    ['filter_type=brand&club=999', []],
  ])('applies the filters of items: %s', async (query, counts) => {
    const results = (await find(query)) as Array<{ id: unknown; count: number }>;
    expect(results.map(({ id, count }) => [id, count])).toEqual(counts);
  });

  it('ignores private and draft filters, paging, ordering and an invalid token', async () => {
    const plain = await find('filter_type=brand');
    for (const query of ['is_private=true', 'is_draft=true', 'is_private=x', 'page=9&ordering=x']) {
      expect(await find(`filter_type=brand&${query}`)).toEqual(plain);
    }
    const response = await collection.request('/archive/filters/?filter_type=brand', {
      headers: withToken('not-a-token'),
    });
    expect([response.status, response.body.results]).toEqual([200, plain]);
  });

  it('returns at most fifty options', async () => {
    const cleo = await addUser(collection, 'cleo');
    for (let season = 101; season <= 160; season += 1) {
      await addSeason(collection, season, String(1800 + season));
      await addItem(collection, cleo, { season_id: season, item_type: 'tracksuit', size: null });
    }
    await addItem(collection, cleo, { season_id: 160, item_type: 'tracksuit', size: null });
    const results = await find('filter_type=season&item_type=tracksuit');
    expect(results).toHaveLength(50);
    expect(results.slice(0, 2)).toEqual([
      { id: 160, name: '1960', count: 2 },
      { id: 101, name: '1901', count: 1 },
    ]);
  });

  it('counts towards the request limit of /archive/', async () => {
    await using limited = await startTestCollection(collection.database, { THROTTLE_ARCHIVE: '2/600' });
    const responses = [];
    for (let request = 0; request < 3; request += 1) {
      responses.push(await limited.request('/archive/filters/?filter_type=brand'));
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(responses[0]?.headers.get('RateLimit-Policy')).toMatch(/^"archive"; q=2; w=600/);
  });
});

describe('the filter_type parameter', () => {
  it.each(['', 'filter_type=', 'brand=1'])('is required, with 400 for the query "%s"', async (query) => {
    const { status, body } = await fetchFilters(query);
    expect([status, Object.keys(body)]).toEqual([400, ['filter_type']]);
    expect(body.filter_type[0]).toBe('This field is required.');
    for (const type of FILTER_TYPES) expect(body.filter_type[1]).toContain(type);
  });

  it.each(['colour', 'BRAND', 'brand,club', '%00', 'toString'])(
    'is rejected with 400 if it is not a known type: %s',
    async (type) => {
      const { status, body } = await fetchFilters(`filter_type=${type}`);
      expect([status, Object.keys(body)]).toEqual([400, ['filter_type']]);
      expect(body.filter_type[0]).toBe(`"${decodeURIComponent(type)}" is not a valid choice.`);
      for (const known of FILTER_TYPES) expect(body.filter_type[1]).toContain(known);
    },
  );

  it('is rejected with 400 if it is repeated', async () => {
    expect((await fetchFilters('filter_type=brand&filter_type=club')).status).toBe(400);
  });

  it('is reported together with other invalid filters', async () => {
    const { status, body } = await fetchFilters('club=x&condition=11');
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['club', 'condition', 'filter_type']]);
    expect(body.club).toEqual(['A valid integer is required.']);
  });
});
