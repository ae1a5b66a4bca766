import { beforeAll, describe, expect, it } from '@jest/globals';
import { itemFilters } from '@kitroom/collection-client';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { completeSearchTexts } from '../src/search/complete-search-texts.ts';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addKit, addPhoto, addSeason } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
let ada: UserRow;
let token: string;
let strangerToken: string;

/** The items by name; each filter matches some of them. */
const ITEMS = {
  'Home shirt': {
    brand_id: 1,
    club_id: 7,
    season_id: 5,
    kit_id: 11,
    design: 'CHEST_BAND',
    main_color: 7,
    size: 4,
    condition: 9,
    detailed_condition: 'VERY_GOOD',
    country: 'ES',
    number: 10,
    player_name: 'Müller Çelik',
    is_signed: true,
    has_nameset: true,
    description: 'Bought 100% new',
    tags: ['Rare', 'Match Worn'],
  },
  'Camiseta Épica': {
    brand_id: 2,
    club_id: 8,
    season_id: 6,
    condition: 3,
    is_replica: true,
    is_private: true,
    location: 'Ático, Box 3',
    tags: ['rare'],
  },
  'Old shorts': {
    item_type: 'shorts',
    condition: 5,
    number: 0,
    size: 12,
    brand_id: 1,
    season_text: 'Saison 98/99',
    location: 'Ático',
  },
  'A draft': { is_draft: true, condition: 1, tags: ['rare'] },
} as const;

beforeAll(async () => {
  ada = await addUser(collection, 'ada');
  token = await tokenOf(collection, ada);
  strangerToken = await tokenOf(collection, await addUser(collection, 'stranger'));
  await Promise.all([
    addBrand(collection, 1, 'Ädidas'),
    addBrand(collection, 2, 'Nike'),
    addClub(collection, 7, 'Málaga CF'),
    addClub(collection, 8, 'ŁKS Łódź', { country: 'PL' }),
    addSeason(collection, 5, '2024-25'),
    addSeason(collection, 6, '1999-00'),
    addKit(collection, 11),
  ]);
  for (const [name, item] of Object.entries(ITEMS)) {
    const id = await addItem(collection, ada, {
      name,
      ...structuredClone(item),
    } as Parameters<typeof addItem>[2]);
    if (name === HOME) await addPhoto(collection, ada, id);
  }
});

function listItems(query: string, userToken = token) {
  return collection.request(`/api/collections/${ada.id}/items/?${query}`, { headers: withToken(userToken) });
}

/** The names of matching items in the order of creation. */
async function find(query: string, userToken = token): Promise<string[]> {
  const { status, body } = await listItems(`${query}&ordering=created_at`, userToken);
  expect([query, status]).toEqual([query, 200]);
  return body.results.map(({ name }: { name: string }) => name);
}

const HOME = 'Home shirt';
const EPIC = 'Camiseta Épica';
const SHORTS = 'Old shorts';
const DRAFT = 'A draft';

describe('GET /api/collections/{id}/items/', () => {
  it.each([
    ['club=7', [HOME]],
    ['club=7&brand=2', []],
    ['club=999', []],
    ['brand=1', [HOME, SHORTS]],
    ['season=6', [EPIC]],
    ['kit=11', [HOME]],
    ['item_type=shorts', [SHORTS]],
    ['design=CHEST_BAND', [HOME]],
    ['main_color=7', [HOME]],
    ['size=12', [SHORTS]],
    ['condition=9', [HOME]],
    ['condition_min=5', [HOME, SHORTS]],
    ['condition_max=5', [EPIC, SHORTS]],
    ['condition_min=4&condition_max=8', [SHORTS]],
    ['condition_min=8&condition_max=4', []],
    ['detailed_condition=VERY_GOOD', [HOME]],
    ['country=es', [HOME]],
    ['country=FR', []],
    ['country=PL', [EPIC]],
    ['country=PL&club=8', [EPIC]],
    ['origin=es', [HOME]],
    ['origin=PL', [EPIC]],
    ['decade=1990', [EPIC, SHORTS]],
    ['decade=2020', [HOME]],
    ['decade=2000', []],
    [`added_in=${new Date().toISOString().slice(0, 7)}`, [HOME, EPIC, SHORTS]],
    ['added_in=2001-01', []],
    ['number=10', [HOME]],
    ['number=0', [SHORTS]],
    ['is_replica=true', [EPIC]],
    ['is_replica=FALSE', [HOME, SHORTS]],
    ['is_replica=1', [EPIC]],
    ['is_replica=0', [HOME, SHORTS]],
    ['is_signed=true', [HOME]],
    ['is_signed=false', [EPIC, SHORTS]],
    ['has_nameset=True', [HOME]],
    ['has_photos=true', [HOME]],
    ['has_photos=false', [EPIC, SHORTS]],
    ['location=ático', [SHORTS]],
    ['location=%C3%81TICO,%20box%203', [EPIC]],
    ['location=Box%203', []],
    ['location=atico', []],
    ['location=%25', []],
    ['is_private=true', [EPIC]],
    ['is_private=false', [HOME, SHORTS]],
    ['is_draft=true', [DRAFT]],
    ['is_draft=false', [HOME, EPIC, SHORTS]],
    ['tag=RARE', [HOME, EPIC]],
    ['tag=rare&tag=match%20worn', [HOME]],
    ['tag[]=rare&tag[]=match%20worn', [HOME]],
    ['tag=rare,match%20worn', []],
    ['tag=rare&tag=unknown', []],
    ['tag=rar', []],
    ['tag=rare&is_draft=1', [DRAFT]],
    ['something=else', [HOME, EPIC, SHORTS]],
  ])('returns for ?%s the items %j', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it.each(Object.keys(itemFilters))('ignores the filter %s if it is empty', async (name) => {
    expect(await find(`${name}=`)).toEqual([HOME, EPIC, SHORTS]);
    expect(await find(`${name}=%20`)).toEqual([HOME, EPIC, SHORTS]);
  });

  it.each([
    ['club=x', 'club', 'A valid integer is required.'],
    ['club=1.5', 'club', 'A valid integer is required.'],
    ['club=0x10', 'club', 'A valid integer is required.'],
    ['club=1&club=2', 'club', 'A valid integer is required.'],
    ['club=0', 'club', 'Ensure this value is greater than or equal to 1.'],
    ['club=-1', 'club', 'Ensure this value is greater than or equal to 1.'],
    ['brand=2147483648', 'brand', 'Ensure this value is less than or equal to 2147483647.'],
    ['season=99999999999999999999', 'season', 'A valid integer is required.'],
    ['kit=%00', 'kit', 'A valid integer is required.'],
    ['size=99', 'size', 'Invalid pk "99" - object does not exist.'],
    ['main_color=18', 'main_color', 'Invalid pk "18" - object does not exist.'],
    ['main_color=red', 'main_color', 'A valid integer is required.'],
    ['condition=0', 'condition', 'Ensure this value is greater than or equal to 1.'],
    ['condition=11', 'condition', 'Ensure this value is less than or equal to 10.'],
    ['condition_min=11', 'condition_min', 'Ensure this value is less than or equal to 10.'],
    ['condition_max=x', 'condition_max', 'A valid integer is required.'],
    ['number=1000', 'number', 'Ensure this value is less than or equal to 999.'],
    ['number=-1', 'number', 'Ensure this value is greater than or equal to 0.'],
    ['item_type=scarf', 'item_type', '"scarf" is not a valid choice.'],
    ['item_type=Jersey', 'item_type', '"Jersey" is not a valid choice.'],
    ['design=DOTS', 'design', '"DOTS" is not a valid choice.'],
    ['detailed_condition=NEW', 'detailed_condition', '"NEW" is not a valid choice.'],
    ['country=ESP', 'country', '"ESP" is not a valid choice.'],
    ['origin=ESP', 'origin', '"ESP" is not a valid choice.'],
    ['decade=1995', 'decade', '"1995" is not a valid choice.'],
    ['decade=90', 'decade', 'Ensure this value is greater than or equal to 1800.'],
    ['added_in=2026-13', 'added_in', '"2026-13" is not a valid choice.'],
    ['is_replica=maybe', 'is_replica', 'Must be a valid boolean.'],
    ['is_signed=2', 'is_signed', 'Must be a valid boolean.'],
    ['has_nameset=yes', 'has_nameset', 'Must be a valid boolean.'],
    ['has_photos=some', 'has_photos', 'Must be a valid boolean.'],
    [`location=${'a'.repeat(201)}`, 'location', 'Ensure this field has no more than 200 characters.'],
    ['location=%00', 'location', 'Null characters are not allowed.'],
    ['is_private=x', 'is_private', 'Must be a valid boolean.'],
    ['is_draft=true&is_draft=false', 'is_draft', 'Must be a valid boolean.'],
    [`player_name=${'a'.repeat(101)}`, 'player_name', 'Ensure this field has no more than 100 characters.'],
    ['player_name=a&player_name=b', 'player_name', 'Not a valid string.'],
    ['player_name=%00', 'player_name', 'Null characters are not allowed.'],
    [`tag=a&tag=${'a'.repeat(41)}`, 'tag', 'Ensure this field has no more than 40 characters.'],
    ['tag=%00', 'tag', 'Null characters are not allowed.'],
    [
      Array.from({ length: 21 }, (_, index) => `tag=${index}`).join('&'),
      'tag',
      'Ensure this field has no more than 20 elements.',
    ],
    [`search=${'a'.repeat(201)}`, 'search', 'Ensure this field has no more than 200 characters.'],
    ['search=%00', 'search', 'Null characters are not allowed.'],
    ['search=a&search=b', 'search', 'Not a valid string.'],
    ['search[]=a', 'search', 'Takes one value: write search, without brackets.'],
    ['condition[]=7', 'condition', 'Takes one value: write condition, without brackets.'],
  ])('returns 400 for ?%s', async (query, field, sentence) => {
    const { status, body } = await listItems(query);
    expect([status, body]).toEqual([400, { [field]: [sentence] }]);
  });

  it('reports all invalid parameters together', async () => {
    const { body } = await listItems('club=x&condition=11&is_replica=maybe&search=ok&page_size=0');
    expect(Object.keys(body).toSorted()).toEqual(['club', 'condition', 'is_replica', 'page_size']);
  });

  it.each([
    'is_private=true',
    'is_draft=true',
    'is_private=1&is_draft=1',
    'is_private=false&is_draft=false',
    'location=Ático',
  ])('ignores filters by private and draft items and locations for other users: %s', async (query) => {
    expect(await find(query, strangerToken)).toEqual([HOME, SHORTS]);
  });

  it('never returns private or draft items to other users', async () => {
    for (const query of ['tag=rare', 'search=epica', 'search=draft', 'condition_max=4', 'is_replica=1']) {
      const names = await find(query, strangerToken);
      expect([query, names.filter((name) => name === EPIC || name === DRAFT)]).toEqual([query, []]);
    }
  });
});

describe('the filter decade', () => {
  const find1970s = () => find('decade=1970');

  it.each(['1971/72', '’79', 'Temporada 1975-1976'])(
    'finds an item by its season_text, but not after season_text has changed: %s',
    async (text) => {
      const id = await addItem(collection, ada, { name: 'Of the 70s', season_text: text });
      expect(await find1970s()).toEqual(['Of the 70s']);
      const headers = { ...withToken(token), 'Content-Type': 'application/json' };
      const change = { method: 'PATCH', headers, body: JSON.stringify({ season_text: '1980s' }) };
      expect((await collection.request(`/api/items/${id}/`, change)).status).toBe(200);
      expect(await find1970s()).toEqual([]);
      await collection.db('items').where({ id }).delete();
    },
  );

  it.each(['1970s', '1971-75', 'seventies'])(
    'ignores a season_text that is not a season: %s',
    async (text) => {
      const id = await addItem(collection, ada, { season_text: text });
      expect(await find1970s()).toEqual([]);
      await collection.db('items').where({ id }).delete();
    },
  );

  it('finds a season_text written by the previous version after a job has derived its decade', async () => {
    const id = await addItem(collection, ada, { name: 'Of the 70s', season_text: '1971/72' });
    // The previous version does not write the column.
    await collection.db('items').where({ id }).update({ season_text_decade: null, season_text: '1972/73' });
    expect(await find1970s()).toEqual([]);
    await completeSearchTexts(collection.db, new AbortController().signal);
    expect(await find1970s()).toEqual(['Of the 70s']);
    await collection.db('items').where({ id }).delete();
  });
});

describe('the filter player_name', () => {
  it.each(['muller', 'MÜLLER', 'ller c', 'çelik', 'celik', '%20M%C3%BCller%20'])(
    "finds part of a player's name, ignoring case and accents: %s",
    async (name) => {
      expect(await find(`player_name=${name}`)).toEqual([HOME]);
    },
  );

  it.each(['müler', 'home', '%25', '_'])(
    "finds nothing for a text that the player's name does not contain: %s",
    async (name) => {
      expect(await find(`player_name=${name}`)).toEqual([]);
    },
  );
});

describe('the parameter search', () => {
  it.each([
    ['the name', 'SHIRT', [HOME]],
    ['the name without accents', 'epica', [EPIC]],
    ['the name with additional accents', 'hóme', [HOME]],
    ['the description', 'bought', [HOME]],
    ['the player', 'müller', [HOME]],
    ['the club', 'malaga', [HOME]],
    ['the club with plain letters in place of Ł, ó and ź', 'lodz', [EPIC]],
    ['the brand', 'adidas', [HOME, SHORTS]],
    ['the tags', 'worn', [HOME]],
    ['part of a word', 'hirt', [HOME]],
    ['each word in a different field', 'malaga rare adidas muller 100 shirt', [HOME]],
    ['only items that contain every word', 'malaga nike', []],
    ['words in any order with any white space', ' worn \t\n home ', [HOME]],
    ['no item for an unknown word', 'liverpool', []],
  ])('matches %s', async (_what, search, names) => {
    expect(await find(`search=${encodeURIComponent(search)}`)).toEqual(names);
  });

  it.each([
    ['more characters than an index entry holds', 'long story '.repeat(900)],
    ['characters that expand when normalised', '㌖㍍㌘ﷺ㌶'.repeat(60)],
    ['few characters', 'short story '],
  ])('finds the last word of a description with %s', async (_what, text) => {
    const writer = await addUser(collection, `writer-of-${text.length}`);
    const headers = withToken(await tokenOf(collection, writer));
    const id = await addItem(collection, writer, { name: 'A book', description: `${text}Zébra` });
    const { body } = await collection.request('/api/collections/me/items/?search=book+zebra', { headers });
    expect([body.count, body.results[0]?.id]).toEqual([1, id]);
    const options = await collection.request('/archive/filters/?filter_type=item_type&search=zebra+book');
    expect(options.body.results).toEqual([expect.objectContaining({ id: 'jersey' })]);
    expect((await collection.request('/api/items/?search=book+zebras', { headers })).body).toEqual([]);
    await collection.db('users').where({ id: writer.id }).delete();
  });

  it.each([
    ['%', []],
    ['100%', [HOME]],
    ['1%0', []],
    ['_', []],
    ['sh_rt', []],
    ['\\', []],
    ["shirt's'", []],
    ['?', []],
    [':nowhere', []],
  ])('treats special characters literally: %s', async (search, names) => {
    expect(await find(`search=${encodeURIComponent(search)}`)).toEqual(names);
  });

  it('is ignored if it contains only white space', async () => {
    expect(await find('search=%20%09')).toEqual([HOME, EPIC, SHORTS]);
  });

  it('requires each of twenty words', async () => {
    const words = (last: string) => encodeURIComponent([...Array<string>(19).fill('home'), last].join(' \t'));
    expect(await find(`search=${words('home')}`)).toEqual([HOME]);
    expect(await find(`search=${words('nowhere')}`)).toEqual([]);
  });

  it.each([
    ['/api/items/?', 21],
    ['/api/collections/me/items/?', 100],
    ['/archive/filters/?filter_type=brand&', 21],
  ])('returns 400 for more than twenty words: %s', async (path, count) => {
    const search = Array<string>(count).fill('a').join('%20');
    const { status, body } = await collection.request(`${path}search=${search}`, {
      headers: withToken(token),
    });
    expect([status, body]).toEqual([400, { search: ['Ensure this field has no more than 20 words.'] }]);
  });

  it('returns 400 with both errors for more than 200 characters and more than twenty words', async () => {
    const { status, body } = await listItems(`search=${Array<string>(101).fill('a').join('%20')}`);
    expect([status, body]).toEqual([
      400,
      {
        search: [
          'Ensure this field has no more than 200 characters.',
          'Ensure this field has no more than 20 words.',
        ],
      },
    ]);
  });

  it('accepts 200 characters', async () => {
    expect(await find(`search=${'é'.repeat(200)}`)).toEqual([]);
  });

  it('can be combined with filters', async () => {
    expect(await find('search=adidas&item_type=shorts')).toEqual([SHORTS]);
  });
});
