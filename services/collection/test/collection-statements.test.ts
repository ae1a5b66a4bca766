import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addPhoto, addSeason } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection({ THROTTLE_ARCHIVE: '10000/3600' });
let owner: number;
let tokens: { owner: string; stranger: string };

beforeAll(async () => {
  const ada = await addUser(collection, 'ada');
  const stranger = await addUser(collection, 'stranger');
  owner = ada.id;
  tokens = { owner: await tokenOf(collection, ada), stranger: await tokenOf(collection, stranger) };
  // The use of a token is recorded once a minute, with a separate statement.
  await collection.db('tokens').update({ last_used_at: new Date() });
  for (let id = 1; id <= 30; id += 1) {
    await addBrand(collection, id, `Brand ${id}`);
    await addClub(collection, id, `Club ${id}`);
    await addSeason(collection, id, `${1990 + id}`);
    const references = { brand_id: id, club_id: id, season_id: id };
    await addPhoto(collection, ada, await addItem(collection, ada, references));
    const another = await addUser(collection, `another-${id}`);
    await addPhoto(collection, another, await addItem(collection, another, references));
  }
});

/** The number of statements that the service executes for a request, and of entries in its response. */
async function countStatements(
  path: string,
  token?: string,
  sent: { method?: string; body?: object; status?: number } = {},
): Promise<{ statements: number; entries: number }> {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  collection.db.on('query', count);
  try {
    const { status, body } = await collection.request(path, {
      method: sent.method ?? 'GET',
      headers: { ...withToken(token), 'Content-Type': 'application/json' },
      ...(sent.body && { body: JSON.stringify(sent.body) }),
    });
    expect([path, status]).toEqual([path, sent.status ?? 200]);
    return { statements, entries: (body.results ?? body).length };
  } finally {
    collection.db.off('query', count);
  }
}

describe('a page of items or collections', () => {
  it.each([
    ['the caller’s items', () => '/api/collections/me/items/', () => tokens.owner, 2],
    ['the caller’s items, drafts included', () => '/api/items/', () => tokens.owner, 2],
    ['the owner’s items by id', () => `/api/collections/${owner}/items/`, () => tokens.owner, 2],
    ['another user’s items', () => `/api/collections/${owner}/items/`, () => tokens.stranger, 3],
    ['collections', () => '/api/collections/', () => tokens.stranger, 3],
  ])('needs the same number of SQL statements for every page size: %s', async (_what, path, token, most) => {
    for (const size of [1, 10, 30]) {
      const { statements, entries } = await countStatements(`${path()}?page_size=${size}`, token());
      expect([entries, statements]).toEqual([size, most]);
    }
  });

  it('needs no more SQL statements with any ordering and filters', async () => {
    const query = 'page_size=30&ordering=club,-brand,season,name&search=brand+club&condition_min=1&tag=';
    const { statements, entries } = await countStatements(
      `/api/collections/me/items/?${query}`,
      tokens.owner,
    );
    expect([entries, statements]).toEqual([30, 2]);
  });
});

describe('facets', () => {
  it('need two SQL statements for the owner and three for other users, whatever the filters', async () => {
    const query = 'club=1&brand=2&season=3&condition_min=4&tag=a&search=brand+club&has_photos=true';
    const { statements } = await countStatements(`/api/collections/me/facets/?${query}`, tokens.owner);
    expect(statements).toBe(2);
    const shown = `/api/collections/${owner}/facets/?${query}`;
    expect((await countStatements(shown, tokens.stranger)).statements).toBe(3);
  });
});

describe('the statistics of a collection', () => {
  it('need two SQL statements for the owner and three for other users', async () => {
    expect((await countStatements('/api/collections/me/', tokens.owner)).statements).toBe(2);
    expect((await countStatements(`/api/collections/${owner}/`, tokens.stranger)).statements).toBe(3);
  });
});

describe('an item', () => {
  let path: string;

  beforeAll(async () => {
    const item = await collection.db('items').where({ user_id: owner }).orderBy('id').first();
    path = `/api/items/${item.id}/`;
  });

  it('is created with three SQL statements', async () => {
    const body = { item_type: 'jersey', name: 'A shirt', brand: 1, size: 4 };
    const sent = { method: 'POST', body, status: 201 };
    expect((await countStatements('/api/items/', tokens.owner, sent)).statements).toBe(3);
  });

  it.each([
    ['changed', { method: 'PATCH', body: { name: 'Another name' } }],
    ['replaced', { method: 'PUT', body: { item_type: 'jersey', name: 'A third', brand: 1, size: 4 } }],
  ])('is %s with four SQL statements', async (_what, sent) => {
    expect((await countStatements(path, tokens.owner, sent)).statements).toBe(4);
  });
});

describe('the options of GET /archive/filters/', () => {
  it('need one SQL statement', async () => {
    const { statements, entries } = await countStatements('/archive/filters/?filter_type=club&condition=10');
    expect([entries, statements]).toEqual([30, 1]);
  });
});
