import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addCollector, addUser, tokenOf, withToken, type Collector } from './test-users.ts';

const collection = useCollection();
let watcher: Collector;

beforeAll(async () => {
  watcher = await addCollector(collection);
});

describe.each(['', 'items/'])('a collection by its owner’s username: …/%s', (rest) => {
  it('is the same as by the id, whatever the case of the name', async () => {
    const ada = await addUser(collection, `Ada.Straße@home+1${rest.length}`);
    for (const kind of [{}, { is_private: true }, { is_draft: true }]) await addItem(collection, ada, kind);
    for (const token of [watcher.token, await tokenOf(collection, ada)]) {
      const read = async (who: string) => {
        const path = `/api/collections/${who}/${rest}`;
        const { status, body } = await collection.request(path, { headers: withToken(token) });
        return { status, body };
      };
      const byId = await read(String(ada.id));
      expect(byId.status).toBe(200);
      for (const name of [ada.username, `ADA.STRASSE@HOME+1${rest.length}`]) {
        expect(await read(`@${encodeURIComponent(name)}`)).toEqual(byId);
      }
    }
  });

  it('is not found for a name that nobody has, nor for a blocked user', async () => {
    const blocked = await addCollector(collection);
    await collection.db('users').where({ id: blocked.id }).update({ is_active: false });
    for (const name of ['@nobody', '@', '@@', '@a%20b', `@${blocked.username}`, watcher.username]) {
      const { status, body } = await watcher.request(`/api/collections/${name}/${rest}`);
      expect([name, status, body]).toEqual([name, 404, { detail: 'Not found.' }]);
    }
  });

  it('is refused while the profile is private, to all but its owner', async () => {
    const shy = await addCollector(collection, { isPrivate: true });
    const path = `/api/collections/@${shy.username}/${rest}`;
    const { status, body } = await watcher.request(path);
    expect([status, body]).toEqual([403, { detail: 'You do not have permission to perform this action.' }]);
    expect((await shy.request(path)).status).toBe(200);
    expect((await collection.request(path)).status).toBe(401);
  });
});

it('filters, orders and pages the items, with links that keep the name', async () => {
  const ada = await addCollector(collection);
  for (const name of ['b', 'c', 'a']) await addItem(collection, ada, { name, condition: 7 });
  await addItem(collection, ada, { name: 'd' });
  const path = `/api/collections/@${ada.username.toUpperCase()}/items/`;
  const { body } = await watcher.request(`${path}?condition=7&ordering=name&page_size=2`);
  expect(body).toMatchObject({ count: 3, results: [{ name: 'a' }, { name: 'b' }] });
  expect(new URL(body.next).pathname).toBe(path);
  expect((await watcher.request(`${path}?condition=x`)).body).toEqual({ condition: expect.anything() });
});
