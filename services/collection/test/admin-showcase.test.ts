import { beforeAll, describe, expect, it } from '@jest/globals';
import { newName } from './test-accounts.ts';
import { openPageBrowser, type PageBrowser } from './test-browser.ts';
import { useCollection, useReplica } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser } from './test-users.ts';

const SHOWCASE_URL = 'https://shirts.example.org';

const collection = useCollection();
const replica = useReplica(collection, () => ({ SHOWCASE_URL }));
let browser: PageBrowser;

beforeAll(async () => {
  const staff = await addUser(collection, newName('staff'), { isStaff: true });
  const signedIn = openPageBrowser(collection);
  await signedIn.signIn(staff.username);
  browser = signedIn.at(replica);
});

/** Whether a page of the administration links to a page of the showcase. */
async function isLinked(path: string, screen: string): Promise<boolean> {
  const { document } = await browser.open(path);
  return document.querySelector(`.actions a[href="${SHOWCASE_URL}${screen}"]`) !== null;
}

describe('the page of a user in the administration', () => {
  it('links to the collection in the showcase only if the collection is visible to others', async () => {
    const { id, username } = await addUser(collection, `${newName()}+@home`);
    const isShown = () => isLinked(`/admin/users/${id}`, `/u/${encodeURIComponent(username)}`);
    expect(await isShown()).toBe(true);
    for (const change of [{ is_private: true }, { is_private: false, is_active: false }]) {
      await collection.db('users').where({ id }).update(change);
      expect([change, await isShown()]).toEqual([change, false]);
    }
  });
});

describe('the page of an item in the administration', () => {
  it('links to the item in the showcase only if the item is visible to others', async () => {
    const [user, hidden] = [await addUser(collection, newName()), await addUser(collection, newName())];
    await collection.db('users').where({ id: hidden.id }).update({ is_private: true });
    const ids = {
      shown: await addItem(collection, user, { name: 'Shown' }),
      private: await addItem(collection, user, { name: 'Private', is_private: true }),
      draft: await addItem(collection, user, { name: 'Draft', is_draft: true }),
      'of a private profile': await addItem(collection, hidden, { name: 'Hidden' }),
    };
    for (const [name, id] of Object.entries(ids)) {
      const linked = await isLinked(`/admin/items/${id}`, `/items/${id}`);
      expect([name, linked]).toEqual([name, name === 'shown']);
    }
  });
});
