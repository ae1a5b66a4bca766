import { beforeAll, describe, expect, it } from '@jest/globals';
import { ITEM_COLOURS } from '@kitroom/collection-client';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addPhoto, addSeason } from './test-items.ts';
import { addCollector, addUser, tokenOf, withToken, type Collector } from './test-users.ts';

const LIST = '/api/collections/';
const MINE = '/api/collections/me/';

const collection = useCollection();
let watcher: UserRow;
let reader: Collector;

beforeAll(async () => {
  watcher = await addUser(collection, 'watcher');
  reader = await addCollector(collection);
});

async function requestAs(user: UserRow, path: string) {
  return collection.request(path, { headers: withToken(await tokenOf(collection, user)) });
}

/** The usernames of the listed collections. */
async function listed(): Promise<string[]> {
  const { body } = await requestAs(watcher, `${LIST}?page_size=100`);
  return body.results.map(({ username }: { username: string }) => username);
}

/** The entry of a user in the list of collections. */
async function findEntry(user: UserRow) {
  const { body } = await requestAs(watcher, `${LIST}?page_size=100`);
  return body.results.find((entry: { user_id: number }) => entry.user_id === user.id);
}

describe('GET /api/collections/', () => {
  it('returns the owner, the number of visible items and the last change of each collection', async () => {
    const ada = await addUser(collection, 'ada', { name: 'Ada L.' });
    await addItem(collection, ada);
    await addItem(collection, ada);
    await addItem(collection, ada, { is_private: true });
    await addItem(collection, ada, { is_draft: true });
    const { body } = await requestAs(watcher, LIST);
    expect(body).toMatchObject({ next: null, previous: null });
    expect(await findEntry(ada)).toEqual({
      user_id: ada.id,
      username: 'ada',
      name: 'Ada L.',
      avatar: null,
      item_count: 2,
      latest_photo: null,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('lists the most recently changed collection first', async () => {
    const [firstUser, secondUser] = [await addUser(collection, 'one'), await addUser(collection, 'two')];
    const item = await addItem(collection, firstUser);
    await addItem(collection, secondUser);
    expect((await listed()).slice(0, 2)).toEqual(['two', 'one']);
    await collection.db('items').where({ id: item }).update({ name: 'changed', updated_at: new Date() });
    expect((await listed()).slice(0, 2)).toEqual(['one', 'two']);
  });

  it('omits private profiles, blocked users and users without public items', async () => {
    const nothing = await addUser(collection, 'nothing');
    await addItem(collection, nothing, { is_private: true });
    await addItem(collection, nothing, { is_draft: true });
    const hidden = await addUser(collection, 'hidden', { isPrivate: true });
    await addItem(collection, hidden);
    const blockedUser = await addUser(collection, 'gone');
    await addItem(collection, blockedUser);
    await collection.db('users').where({ id: blockedUser.id }).update({ is_active: false });
    const emptied = await addUser(collection, 'emptied');
    await addItem(collection, emptied);
    await collection.db('items').where({ user_id: emptied.id }).delete();
    const all = await listed();
    for (const name of ['nothing', 'hidden', 'gone', 'emptied', 'watcher']) expect(all).not.toContain(name);
    const { body } = await requestAs(hidden, `${LIST}?page_size=100`);
    expect(body.count).toBe(all.length);
    expect(JSON.stringify(body)).not.toContain('"hidden"');
  });

  it('shows the newest photo of a public item, and its AVIF version once that exists', async () => {
    const ada = await addUser(collection, 'photographer');
    const shown = await addItem(collection, ada);
    const secret = await addItem(collection, ada, { is_private: true });
    const draft = await addItem(collection, ada, { is_draft: true });
    await addPhoto(collection, ada, shown, { image_key: 'originals/older.jpg' });
    const newest = await addPhoto(collection, ada, shown, {
      image_key: 'originals/newest.jpg',
      sort_order: 9,
    });
    for (const item of [secret, draft, null]) await addPhoto(collection, ada, item);
    expect((await findEntry(ada)).latest_photo).toBe(`${collection.url}/media/originals/newest.jpg`);
    await collection.db('photos').where({ id: newest }).update({ avif_key: 'avif/newest.avif' });
    expect((await findEntry(ada)).latest_photo).toBe(`${collection.url}/media/avif/newest.avif`);
  });

  it('returns every collection exactly once across all pages', async () => {
    for (const name of ['p1', 'p2', 'p3']) await addItem(collection, await addUser(collection, name));
    const all = await listed();
    const seen: string[] = [];
    for (let path: string | null = `${LIST}?page_size=2`; path !== null;) {
      const { body } = await requestAs(watcher, path);
      expect(body.count).toBe(all.length);
      seen.push(...body.results.map(({ username }: { username: string }) => username));
      path = body.next && body.next.slice(collection.url.length);
    }
    expect(seen).toEqual(all);
  });

  it('returns 404 for an invalid page and 400 for page_size=0', async () => {
    for (const page of ['0', '999', 'x']) {
      const { status, body } = await requestAs(watcher, `${LIST}?page=${page}`);
      expect([page, status, body]).toEqual([page, 404, { detail: 'Invalid page.' }]);
    }
    const { status, body } = await requestAs(watcher, `${LIST}?page_size=0`);
    expect([status, Object.keys(body)]).toEqual([400, ['page_size']]);
  });
});

describe('GET /api/collections/{user_id}/', () => {
  it('returns the profile of the owner, by id and by `me`', async () => {
    const ada = await addUser(collection, 'eve');
    await collection.db('users').where({ id: ada.id }).update({ biography: 'Since 1980.', location: 'Kyiv' });
    for (const path of [MINE, `/api/collections/${ada.id}/`]) {
      const { status, body } = await requestAs(ada, path);
      expect([status, body.user]).toEqual([
        200,
        {
          id: ada.id,
          username: 'eve',
          name: 'Name of eve',
          avatar: null,
          biography: 'Since 1980.',
          location: 'Kyiv',
          is_private: false,
          created_at: ada.created_at.toISOString(),
        },
      ]);
    }
  });

  it('returns 403 for a private profile to other users, and 200 to its owner', async () => {
    const ada = await addUser(collection, 'secretive', { isPrivate: true });
    for (const path of [MINE, `/api/collections/${ada.id}/`]) {
      const { status, body } = await requestAs(ada, path);
      expect([status, body.user.is_private]).toEqual([200, true]);
    }
    const { status, body } = await requestAs(watcher, `/api/collections/${ada.id}/`);
    expect([status, body]).toEqual([403, { detail: 'You do not have permission to perform this action.' }]);
  });

  it.each(['0', '2147483647', '2147483648', 'x', '-1', '1.0'])(
    'returns 404 for an unknown or invalid user id: %s',
    async (id) => {
      const { status, body } = await requestAs(watcher, `/api/collections/${id}/`);
      expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
    },
  );

  it('returns 404 for a blocked user', async () => {
    const off = await addUser(collection, 'off');
    await collection.db('users').where({ id: off.id }).update({ is_active: false });
    expect((await requestAs(watcher, `/api/collections/${off.id}/`)).status).toBe(404);
  });

  it('returns 401 without credentials, as do the list and `me`', async () => {
    for (const path of [LIST, MINE, `/api/collections/${watcher.id}/`]) {
      const { status, body } = await collection.request(path);
      expect([status, body]).toEqual([401, { detail: 'Authentication credentials were not provided.' }]);
    }
  });
});

/** The last 24 months without additions, oldest first. */
const NO_MONTHS = Array.from({ length: 24 }, (_, index) => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 23 + index));
  const name = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { id: month.toISOString().slice(0, 7), name, count: 0 };
});

describe('the statistics of a collection', () => {
  let ada: UserRow;

  beforeAll(async () => {
    ada = await addUser(collection, 'counter');
    await addBrand(collection, 1, 'Umbro');
    await addBrand(collection, 2, 'adidas');
    await addBrand(collection, 3, null);
    await addClub(collection, 1, 'Parma');
    await collection.db('clubs').where({ id: 1 }).update({ country: 'IT' });
    await addSeason(collection, 1, '2024-25');
    const first = await addItem(collection, ada, { brand_id: 1, club_id: 1, season_id: 1, is_signed: true });
    const striped = { design: 'STRIPES', condition: 9 };
    await addItem(collection, ada, { ...striped, brand_id: 2, club_id: 1, main_color: 2, is_replica: true });
    await addItem(collection, ada, { ...striped, item_type: 'other', brand_id: 3, country: 'UA' });
    const secret = { brand_id: 2, condition: 4, is_private: true, is_replica: true, is_signed: true };
    const hidden = await addItem(collection, ada, secret);
    const draft = await addItem(collection, ada, { brand_id: 2, club_id: 1, condition: 1, is_draft: true });
    for (const item of [first, first, hidden, draft, null]) await addPhoto(collection, ada, item);
  });

  it('count only public items, without drafts, for other users', async () => {
    const { body } = await requestAs(watcher, `/api/collections/${ada.id}/`);
    expect(body.statistics).toEqual({
      total_items: 3,
      by_type: [
        { id: 'jersey', name: 'Jersey', count: 2 },
        { id: 'other', name: 'Other', count: 1 },
      ],
      by_club: [{ id: 1, name: 'Parma', count: 2 }],
      by_brand: [
        { id: 2, name: 'adidas', count: 1 },
        { id: 1, name: 'Umbro', count: 1 },
        { id: 3, name: null, count: 1 },
      ],
      by_season: [{ id: 1, name: '2024-25', count: 1 }],
      by_condition: [
        { id: 9, name: '9', count: 2 },
        { id: 10, name: '10', count: 1 },
      ],
      by_country: [
        { id: 'IT', name: 'Italy', count: 2 },
        { id: 'UA', name: 'Ukraine', count: 1 },
      ],
      by_color: [{ id: 2, name: ITEM_COLOURS[1]?.name, count: 1 }],
      by_design: [{ id: 'STRIPES', name: 'Stripes', count: 2 }],
      by_decade: [{ id: 2020, name: '2020s', count: 1 }],
      by_month: [...NO_MONTHS.slice(0, -1), { ...NO_MONTHS.at(-1), count: 3 }],
      average_condition: 9.33,
      replicas: 1,
      signed: 1,
      with_photos: 1,
    });
  });

  it('count private items for the owner, and count drafts separately', async () => {
    for (const path of [MINE, `/api/collections/${ada.id}/`]) {
      const { body } = await requestAs(ada, path);
      expect(body.statistics).toMatchObject({
        total_items: 4,
        by_brand: [
          { id: 2, count: 2 },
          { id: 1, count: 1 },
          { id: 3, count: 1 },
        ],
        by_club: [{ id: 1, count: 2 }],
        average_condition: 8,
        replicas: 2,
        signed: 2,
        with_photos: 2,
        drafts: 1,
      });
    }
  });

  it('are zeros, empty lists and a null average for an empty collection', async () => {
    const empty = await addUser(collection, 'empty');
    const nothing = {
      total_items: 0,
      by_type: [],
      by_club: [],
      by_brand: [],
      by_season: [],
      by_condition: [],
      by_country: [],
      by_color: [],
      by_design: [],
      by_decade: [],
      by_month: NO_MONTHS,
      average_condition: null,
      replicas: 0,
      signed: 0,
      with_photos: 0,
    };
    expect((await requestAs(empty, MINE)).body.statistics).toEqual({ ...nothing, drafts: 0 });
    expect((await requestAs(watcher, `/api/collections/${empty.id}/`)).body.statistics).toEqual(nothing);
  });

  it('count additions by month for the last 24 months', async () => {
    const adder = await addUser(collection, 'adder');
    const [oldest, next] = NO_MONTHS.map(({ id }) => new Date(`${id}-01T00:00:00Z`));
    if (!oldest || !next) throw new Error('there are 24 months');
    for (const created_at of [next, oldest, new Date(next.getTime() - 1), new Date(oldest.getTime() - 1)]) {
      await addItem(collection, adder, { created_at });
    }
    const { body } = await requestAs(adder, MINE);
    const counts = body.statistics.by_month.map(({ count }: { count: number }) => count);
    expect(counts).toEqual([2, 1, ...Array.from({ length: 22 }, () => 0)]);
  });

  it('list at most the fifty most frequent clubs', async () => {
    const collector = await addUser(collection, 'many');
    for (let club = 1001; club <= 1060; club += 1) {
      await addClub(collection, club, `Club ${club}`);
      await addItem(collection, collector, { club_id: club });
    }
    await addItem(collection, collector, { club_id: 1060 });
    const { body } = await requestAs(collector, MINE);
    expect(body.statistics.total_items).toBe(61);
    expect(body.statistics.by_club).toHaveLength(50);
    expect(body.statistics.by_club.slice(0, 2)).toEqual([
      { id: 1060, name: 'Club 1060', count: 2 },
      { id: 1001, name: 'Club 1001', count: 1 },
    ]);
  });
});

describe.each(['', 'items/'])('GET /api/collections/@{username}/%s', (suffix) => {
  it('returns the same response as the user id, whatever the case of the username', async () => {
    const ada = await addUser(collection, `Ada.Straße@home+1${suffix.length}`);
    for (const kind of [{}, { is_private: true }, { is_draft: true }]) await addItem(collection, ada, kind);
    for (const token of [reader.token, await tokenOf(collection, ada)]) {
      const read = async (user: string) => {
        const path = `/api/collections/${user}/${suffix}`;
        const { status, body } = await collection.request(path, { headers: withToken(token) });
        return { status, body };
      };
      const byId = await read(String(ada.id));
      expect(byId.status).toBe(200);
      for (const name of [ada.username, `ADA.STRASSE@HOME+1${suffix.length}`]) {
        expect(await read(`@${encodeURIComponent(name)}`)).toEqual(byId);
      }
    }
  });

  it('returns 404 for unknown and blocked users, and for a username without @', async () => {
    const blocked = await addCollector(collection);
    await collection.db('users').where({ id: blocked.id }).update({ is_active: false });
    for (const name of ['@nobody', '@', '@@', '@a%20b', `@${blocked.username}`, reader.username]) {
      const { status, body } = await reader.request(`/api/collections/${name}/${suffix}`);
      expect([name, status, body]).toEqual([name, 404, { detail: 'Not found.' }]);
    }
  });

  it('returns 403 for a private profile to other users, and 200 to its owner', async () => {
    const shy = await addCollector(collection, { isPrivate: true });
    const path = `/api/collections/@${shy.username}/${suffix}`;
    const { status, body } = await reader.request(path);
    expect([status, body]).toEqual([403, { detail: 'You do not have permission to perform this action.' }]);
    expect((await shy.request(path)).status).toBe(200);
    expect((await collection.request(path)).status).toBe(401);
  });
});

describe('GET /api/collections/@{username}/items/', () => {
  it('filters, orders and pages items, with links by username', async () => {
    const ada = await addCollector(collection);
    for (const name of ['b', 'c', 'a']) await addItem(collection, ada, { name, condition: 7 });
    await addItem(collection, ada, { name: 'd' });
    const path = `/api/collections/@${ada.username.toUpperCase()}/items/`;
    const { body } = await reader.request(`${path}?condition=7&ordering=name&page_size=2`);
    expect(body).toMatchObject({ count: 3, results: [{ name: 'a' }, { name: 'b' }] });
    expect(new URL(body.next).pathname).toBe(path);
    expect((await reader.request(`${path}?condition=x`)).body).toEqual({ condition: expect.anything() });
  });
});
