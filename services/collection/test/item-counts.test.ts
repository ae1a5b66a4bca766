import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem, addPhoto, addSeason } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();
let ada: UserRow;
let headers: Record<string, string>;

beforeAll(async () => {
  ada = await addUser(collection, 'ada');
  headers = { ...withToken(await tokenOf(collection, ada)), 'Content-Type': 'application/json' };
  for (const id of [1, 2, 3]) {
    await addBrand(collection, id, `Brand ${id}`);
    await addClub(collection, id, `Club ${id}`);
    await addSeason(collection, id, `200${id}`);
  }
});

interface Count {
  user_id: number;
  field: string;
  value: number;
  items: number;
  public_items: number;
}

function listKept(): Promise<Count[]> {
  return query(
    collection.db,
    `select user_id, field, value, items, public_items from item_counts where items > 0 or public_items > 0
     order by 1, 2, 3`,
  );
}

/** The counts that the triggers should have stored. */
function countAgain(): Promise<Count[]> {
  const fields = {
    all: '0',
    draft: '0',
    club: 'club_id',
    brand: 'brand_id',
    season: 'season_id',
    condition: 'condition',
    replica: 'case when is_replica then 0 end',
    signed: 'case when is_signed then 0 end',
    color: 'main_color',
    club_for_country: 'case when country is null then club_id end',
    month: "to_char(created_at at time zone 'UTC', 'YYYYMM')::integer",
  };
  const parts = Object.entries(fields).map(
    ([field, value]) => `select *, '${field}' as field, ${value} as value from items`,
  );
  return query(
    collection.db,
    `select user_id, field collate "C" as field, value, count(*) as items, count(*) filter (where is_public) as public_items
     from (${parts.join(' union all ')} union all select *, item_type, 0 from items
       union all select *, 'design:' || design, 0 from items where design is not null
       union all select *, 'country:' || country, 0 from items where country is not null) as items
     where value is not null and is_draft = (field = 'draft')
     group by 1, 2, 3 order by 1, 2, 3`,
  );
}

async function send(method: string, path: string, body?: object): Promise<number> {
  const { status, body: response } = await collection.request(path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([200, 201, 204]).toContain(status);
  return response.id;
}

const SHIRT = { item_type: 'jersey', name: 'A shirt', brand: 1, size: 4, club: 1, season: 1 };

describe('the stored counts of items', () => {
  it('equal a recount after each kind of change', async () => {
    const id = await send('POST', '/api/items/', SHIRT);
    const changes = [
      { condition: 3 },
      { main_color: 2, design: 'STRIPES', country: 'IT' },
      { main_color: null, design: 'HOOPS' },
      { is_private: true },
      { club: 2, brand: 2, season: 2, is_signed: true, is_replica: true },
      { is_draft: true },
      { is_draft: false, is_private: false },
      { club: null, season: null, name: 'Another' },
    ];
    for (const change of changes) {
      await send('PATCH', `/api/items/${id}/`, change);
      expect(await listKept()).toEqual(await countAgain());
    }
    await send('PUT', `/api/items/${id}/`, { ...SHIRT, brand: 3 });
    expect(await listKept()).toEqual(await countAgain());
    await send('DELETE', `/api/items/${id}/`);
    expect(await listKept()).toEqual([]);
  });

  it('equal a recount after concurrent changes of many items', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        send('POST', '/api/items/', {
          ...SHIRT,
          club: 1 + (at % 3),
          brand: 1 + (at % 2),
          condition: 1 + (at % 5),
        }),
      ),
    );
    await Promise.all(
      ids.map((id, at) =>
        at % 3 === 0
          ? send('DELETE', `/api/items/${id}/`)
          : send('PATCH', `/api/items/${id}/`, {
              club: 1 + ((at + 1) % 3),
              brand: 3,
              is_draft: at % 4 === 0,
            }),
      ),
    );
    expect(await listKept()).toEqual(await countAgain());
    expect(await listKept()).not.toEqual([]);
  });

  it("equal a recount after statements on several users' items, and are deleted with their user", async () => {
    const otherUsers = await Promise.all(['bob', 'eve'].map((name) => addUser(collection, name)));
    for (const user of [...otherUsers, ...otherUsers])
      await addItem(collection, user, { club_id: 2, is_signed: true });
    await collection.db('items').update({ is_private: true, condition: 2 });
    expect(await listKept()).toEqual(await countAgain());
    const [bob, eve] = otherUsers;
    await collection.db('users').where({ id: bob?.id }).delete();
    await collection.db('items').where({ user_id: eve?.id }).delete();
    expect(await listKept()).toEqual(await countAgain());
    expect(await query(collection.db, 'select from item_counts where user_id = ?', [bob?.id])).toEqual([]);
  });
});

describe('the statistic with_photos', () => {
  it('counts each item once, without drafts and without private items of other users', async () => {
    const owner = await addUser(collection, 'owner');
    for (const options of [{}, { is_private: true }, { is_draft: true }]) {
      const id = await addItem(collection, owner, options);
      await addPhoto(collection, owner, id);
      await addPhoto(collection, owner, id);
    }
    await addItem(collection, owner);
    await addPhoto(collection, owner, null);
    const headersOfOwner = withToken(await tokenOf(collection, owner));
    const { body } = await collection.request('/api/collections/me/', { headers: headersOfOwner });
    expect([body.statistics.total_items, body.statistics.drafts, body.statistics.with_photos]).toEqual([
      3, 1, 2,
    ]);
    const seen = await collection.request(`/api/collections/${owner.id}/`, { headers });
    expect([seen.body.statistics.total_items, seen.body.statistics.with_photos]).toEqual([2, 1]);
  });
});
