import { beforeAll, describe, expect, it } from '@jest/globals';
import { OWN_FACET_FIELDS, PUBLIC_FACET_FIELDS } from '@kitroom/collection-client';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addPhoto, addSeason, type TestItem } from './test-items.ts';
import { addShare, openLink } from './test-shares.ts';
import { addCollector, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const MINE = '/api/collections/me/facets/';

let owner: Collector;
let visitor: Collector;

const NONE = { size: null, condition: 5 } as const;
const ITEMS: Array<Partial<TestItem>> = [
  {
    name: 'Home',
    club_id: 1,
    brand_id: 1,
    season_id: 1,
    size: 4,
    condition: 9,
    detailed_condition: 'VERY_GOOD',
    main_color: 7,
    design: 'CHEST_BAND',
    tags: ['Rare', 'Signed'],
    location: 'Attic',
  },
  { ...NONE, name: 'Away', club_id: 2, brand_id: 2, season_id: 2, country: 'FR', tags: ['rare'], size: 4 },
  {
    ...NONE,
    name: 'Third',
    club_text: 'SV Dörpen',
    brand_text: 'Oma Erna',
    season_text: 'Saison 98/99',
    size_text: 'Boys',
    tags: ['Rare'],
    location: 'Attic',
  },
  {
    ...NONE,
    item_type: 'shorts',
    club_text: 'SV Dörpen',
    season_text: 'before the war',
    location: 'Box 1',
    is_private: true,
    design: 'SASH',
    country: 'IT',
    tags: ['secret'],
    detailed_condition: 'BNWT',
  },
  { ...NONE, club_id: 3, brand_id: 1, is_draft: true, tags: ['drafted'] },
];

beforeAll(async () => {
  [owner, visitor] = [await addCollector(collection), await addCollector(collection)];
  await addBrand(collection, 1, 'adidas');
  await addBrand(collection, 2, 'Nike');
  await addClub(collection, 1, 'Málaga CF', { country: 'ES' });
  await addClub(collection, 2, 'Benfica', { country: 'PT' });
  await addClub(collection, 3, 'Ajax', { country: 'NL' });
  await addClub(collection, 4, null);
  await addSeason(collection, 1, '1999-00');
  await addSeason(collection, 2, '2001-02');
  for (const item of ITEMS) {
    const id = await addItem(collection, owner, structuredClone(item));
    if (item.name === 'Home') await addPhoto(collection, owner, id);
  }
  await addItem(collection, visitor, { club_id: 3 });
});

interface Facets {
  total: number;
  facets: Record<string, Array<{ value: unknown; label: string; count: number }>>;
}

async function read(query: string, path = MINE, by = owner): Promise<Facets> {
  const { status, body } = await by.request(`${path}?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
}

/** The values of a field with their labels and counts. */
async function count(field: string, query = '', path = MINE, by = owner) {
  const { facets } = await read(`fields=${field}&${query}`, path, by);
  return facets[field]?.map(({ value, label, count: items }) => [value, label, items]);
}

const pathOf = ({ id }: { id: number }) => `/api/collections/${id}/facets/`;

describe('GET /api/collections/me/facets/', () => {
  it.each<[string, unknown[][]]>([
    [
      'item_type',
      [
        ['jersey', 'Jersey', 3],
        ['shorts', 'Shorts', 1],
      ],
    ],
    [
      'club',
      [
        [null, 'SV Dörpen', 2],
        [2, 'Benfica', 1],
        [1, 'Málaga CF', 1],
      ],
    ],
    [
      'brand',
      [
        [1, 'adidas', 1],
        [2, 'Nike', 1],
        [null, 'Oma Erna', 1],
      ],
    ],
    [
      'season',
      [
        [1, '1999-00', 1],
        [2, '2001-02', 1],
        [null, 'before the war', 1],
        [null, 'Saison 98/99', 1],
      ],
    ],
    [
      'decade',
      [
        [1990, '1990s', 2],
        [2000, '2000s', 1],
      ],
    ],
    [
      'country',
      [
        ['FR', 'France', 1],
        ['IT', 'Italy', 1],
        ['ES', 'Spain', 1],
      ],
    ],
    [
      'size',
      [
        [4, 'M', 2],
        [null, 'Boys', 1],
      ],
    ],
    [
      'condition',
      [
        [5, '5', 3],
        [9, '9', 1],
      ],
    ],
    [
      'detailed_condition',
      [
        ['BNWT', 'Brand new with tags', 1],
        ['VERY_GOOD', 'Very good', 1],
      ],
    ],
    ['main_color', [[7, 'Sky blue', 1]]],
    [
      'design',
      [
        ['CHEST_BAND', 'Chest band', 1],
        ['SASH', 'Sash', 1],
      ],
    ],
    [
      'tag',
      [
        ['Rare', 'Rare', 3],
        ['secret', 'secret', 1],
        ['Signed', 'Signed', 1],
      ],
    ],
    [
      'has_photos',
      [
        [false, 'Without photos', 3],
        [true, 'With photos', 1],
      ],
    ],
    [
      'location',
      [
        ['Attic', 'Attic', 2],
        ['Box 1', 'Box 1', 1],
      ],
    ],
    [
      'is_private',
      [
        [false, 'Public', 3],
        [true, 'Private', 1],
      ],
    ],
  ])('counts all items except drafts, with the most frequent values first: %s', async (field, values) => {
    expect(await count(field)).toEqual(values);
  });

  it('counts the same number of items for each value as the item list with that value as a filter', async () => {
    const { facets } = await read('');
    for (const [field, values] of Object.entries(facets)) {
      expect([field, values.length > 0]).toEqual([field, true]);
      for (const { value, count: items } of values.filter((candidate) => candidate.value !== null)) {
        const query = `${field}=${encodeURIComponent(String(value))}`;
        const { body } = await owner.request(`/api/collections/me/items/?${query}`);
        expect([query, body.count]).toEqual([query, items]);
      }
    }
  });

  it.each<[string, string, unknown[][]]>([
    [
      'club',
      'club=2',
      [
        [null, 'SV Dörpen', 2],
        [2, 'Benfica', 1],
        [1, 'Málaga CF', 1],
      ],
    ],
    [
      'condition',
      'condition=9',
      [
        [5, '5', 3],
        [9, '9', 1],
      ],
    ],
    [
      'condition',
      'condition_min=6&condition_max=8',
      [
        [5, '5', 3],
        [9, '9', 1],
      ],
    ],
    [
      'country',
      'country=ES&origin=FR',
      [
        ['FR', 'France', 1],
        ['IT', 'Italy', 1],
        ['ES', 'Spain', 1],
      ],
    ],
    [
      'size',
      'size_text=boys',
      [
        [4, 'M', 2],
        [null, 'Boys', 1],
      ],
    ],
    [
      'tag',
      'tag=signed&tag=rare',
      [
        ['Rare', 'Rare', 3],
        ['secret', 'secret', 1],
        ['Signed', 'Signed', 1],
      ],
    ],
    [
      'is_private',
      'is_private=true',
      [
        [false, 'Public', 3],
        [true, 'Private', 1],
      ],
    ],
    [
      'location',
      'location=nowhere',
      [
        ['Attic', 'Attic', 2],
        ['Box 1', 'Box 1', 1],
      ],
    ],
    [
      'has_photos',
      'has_photos=1',
      [
        [false, 'Without photos', 3],
        [true, 'With photos', 1],
      ],
    ],
  ])('ignores filters on the counted field: %s with %s', async (field, query, values) => {
    expect(await count(field, query)).toEqual(values);
  });

  it.each<[string, string, unknown[][]]>([
    ['brand', 'club=1', [[1, 'adidas', 1]]],
    ['brand', 'club=1&brand=2', [[1, 'adidas', 1]]],
    [
      'club',
      'decade=1990',
      [
        [1, 'Málaga CF', 1],
        [null, 'SV Dörpen', 1],
      ],
    ],
    ['club', 'is_private=true', [[null, 'SV Dörpen', 1]]],
    ['item_type', 'search=war', [['shorts', 'Shorts', 1]]],
    ['item_type', 'search=box', [['shorts', 'Shorts', 1]]],
    ['tag', 'is_draft=true', [['drafted', 'drafted', 1]]],
    ['season', 'country=FR&size=4&tag=rare', [[2, '2001-02', 1]]],
    ['design', 'has_photos=false', [['SASH', 'Sash', 1]]],
    ['design', 'player_name=nobody', []],
  ])('applies filters on other fields and the search: %s with %s', async (field, query, values) => {
    expect(await count(field, query)).toEqual(values);
  });

  it('returns the number of items that match all filters as the total', async () => {
    const fields = 'fields=club,condition';
    const totals = [];
    for (const query of ['', 'club=1', 'condition_min=9&club=2', 'tag=rare', 'search=box', 'is_draft=true']) {
      totals.push((await read(`${fields}&${query}`)).total);
    }
    expect(totals).toEqual([4, 1, 0, 3, 1, 1]);
  });

  it('returns the fields in `fields`, and all fields by default', async () => {
    expect(Object.keys((await read('fields=tag,%20club,')).facets).toSorted()).toEqual(['club', 'tag']);
    for (const query of ['', 'fields=']) {
      const { facets } = await read(query);
      expect(Object.keys(facets)).toEqual([...PUBLIC_FACET_FIELDS, ...OWN_FACET_FIELDS]);
    }
  });

  it('merges the spellings of a brand, but keeps accented tags and locations apart', async () => {
    const writer = await addCollector(collection);
    for (const text of ['ÓMA', 'Oma', 'Oma', 'ómá'])
      await addItem(collection, writer, { ...NONE, brand_text: text, location: text, tags: [text] });
    const ofWriter = (field: string) => count(field, '', MINE, writer);
    expect(await ofWriter('brand')).toEqual([[null, 'Oma', 4]]);
    // Locations and tags differ by accents.
    const written = [
      ['Oma', 'Oma', 2],
      ['ómá', 'ómá', 1],
      ['ÓMA', 'ÓMA', 1],
    ];
    expect(await ofWriter('tag')).toEqual(expect.arrayContaining(written));
    expect(await ofWriter('location')).toEqual(expect.arrayContaining(written));
  });

  it('omits clubs whose name is not known yet', async () => {
    const writer = await addCollector(collection);
    await addItem(collection, writer, { ...NONE, club_id: 4 });
    expect(await count('club', '', MINE, writer)).toEqual([]);
  });

  it('returns at most the 200 most frequent values of a field', async () => {
    const writer = await addCollector(collection);
    for (let start = 0; start < 205; start += 15) {
      const tags = Array.from({ length: 15 }, (_, at) => `tag ${start + at}`);
      await addItem(collection, writer, { ...NONE, tags, club_text: `Club ${start}` });
    }
    await addItem(collection, writer, { ...NONE, tags: ['tag 204'] });
    const tags = await count('tag', '', MINE, writer);
    expect([tags?.length, tags?.[0]]).toEqual([200, ['tag 204', 'tag 204', 2]]);
    expect((await count('club', '', MINE, writer))?.map(([, label]) => label).slice(0, 3)).toEqual([
      'Club 0',
      'Club 15',
      'Club 30',
    ]);
  });

  it('returns a total of 0 and no values for an empty collection', async () => {
    const { total, facets } = await read('', MINE, await addCollector(collection));
    expect([total, Object.values(facets).flat()]).toEqual([0, []]);
  });
});

describe('the facets of a collection by user id or username', () => {
  const paths: Array<[string, () => string]> = [
    ['by id', () => pathOf(owner)],
    ['by username', () => `/api/collections/@${owner.username.toUpperCase()}/facets/`],
  ];

  it.each(paths)(
    'count only public items, without private fields, for other users: %s',
    async (_how, path) => {
      const { total, facets } = await read('', path(), visitor);
      expect([total, Object.keys(facets)]).toEqual([3, PUBLIC_FACET_FIELDS]);
      expect(await count('tag', '', path(), visitor)).toEqual([
        ['Rare', 'Rare', 3],
        ['Signed', 'Signed', 1],
      ]);
      expect(await count('item_type', '', path(), visitor)).toEqual([['jersey', 'Jersey', 3]]);
    },
  );

  it.each(['is_private=true', 'is_draft=true', 'location=Box 1', 'location=Attic&is_private=true'])(
    'ignore owner-only filters of other users: %s',
    async (query) => {
      expect(await read(`${query}&fields=club`, pathOf(owner), visitor)).toEqual(
        await read('fields=club', pathOf(owner), visitor),
      );
    },
  );

  it.each(['attic', 'box', 'secret', 'drafted'])(
    'match no private text for other users: search=%s',
    async (word) => {
      expect((await read(`search=${word}`, pathOf(owner), visitor)).total).toBe(0);
    },
  );

  it('equal the facets of `me` for the owner', async () => {
    expect(await read('', pathOf(owner))).toEqual(await read(''));
    expect(await read('', `/api/collections/@${owner.username}/facets/`)).toEqual(await read(''));
  });
});

describe('the facets of a share link', () => {
  it('count the public items of a shared collection, and ignore owner-only filters', async () => {
    const { token } = await addShare(collection, owner);
    const { status, body } = await openLink(collection, token, 'facets/?is_private=true&location=Attic');
    expect([status, body]).toEqual([200, await read('', pathOf(owner), visitor)]);
    const { body: filtered } = await openLink(collection, token, 'facets/?search=home&fields=club');
    expect(filtered).toEqual({ total: 1, facets: { club: [{ value: 1, label: 'Málaga CF', count: 1 }] } });
  });

  it('count only the shared item', async () => {
    const item = await collection.db('items').where({ user_id: owner.id, name: 'Away' }).first('id');
    const { token } = await addShare(collection, owner, { scope: 'item', item: item.id });
    const { body } = await openLink(collection, token, 'facets/?fields=brand');
    expect(body).toEqual({ total: 1, facets: { brand: [{ value: 2, label: 'Nike', count: 1 }] } });
  });
});

describe('the `fields` parameter of facets', () => {
  it('is rejected with 400 if it contains an unknown field', async () => {
    const { status, body } = await owner.request(`${MINE}?fields=club,price,__proto__&club=x`);
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['club', 'fields']]);
    expect(body.fields.slice(0, 2)).toEqual([
      '"price" is not a valid choice.',
      '"__proto__" is not a valid choice.',
    ]);
  });

  it('is rejected with 400 if it contains a private field, for other users and share links', async () => {
    const refused = {
      status: 400,
      body: { fields: expect.arrayContaining(['"location" is not a valid choice.']) },
    };
    expect(await visitor.request(`${pathOf(owner)}?fields=club,location`)).toMatchObject(refused);
    const { token } = await addShare(collection, owner);
    expect(await openLink(collection, token, 'facets/?fields=location')).toMatchObject(refused);
  });
});
