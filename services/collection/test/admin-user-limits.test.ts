import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findForm, readForm, rowsOf } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser, readDescription, type PageBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { usageOf } from './test-limits.ts';
import { createUserClient, type Photographer } from './test-photos.ts';
import { addUser } from './test-users.ts';

const collection = useCollection({ WORKER: 'false', USER_STORAGE_MAX: '500MiB' });

let staff: Awaited<ReturnType<typeof addUser>>;
let browser: PageBrowser;
let user: Photographer;

beforeAll(async () => {
  staff = await addUser(collection, newName('staff'), { isStaff: true });
  browser = openPageBrowser(collection);
  await browser.signIn(staff.username);
});

beforeEach(async () => {
  user = await createUserClient(collection);
});

const pageOf = ({ id }: { id: number }) => `/admin/users/${id}`;
const entriesOn = ({ id }: { id: number }) =>
  collection
    .db('audit_log')
    .where({ owner_id: id })
    .orderBy('id')
    .select('actor', 'action', 'before', 'after');

describe('the limits on the page of a user in the administration', () => {
  it('are empty by default, with an explanation of the limits of the service', async () => {
    const page = await browser.open(pageOf(user));
    const { storage_max: storage, items_max: items } = readForm(findForm(page, 'Save'));
    expect([storage, items]).toEqual(['', '']);
    expect(page.words).toContain('If empty, the limit of the service applies: 500MiB.');
    expect(page.words).toContain('If empty, the limit of the service applies: none.');
  });

  it('apply immediately, keep the notation of the input and are logged', async () => {
    await addItem(collection, user);
    const page = await browser.open(pageOf(user));
    const saved = await browser.send(page, 'Save', { storage_max: ' 2GiB ', items_max: '1' });
    expect(saved.words).toContain('Saved the limits of');
    expect(await usageOf(user)).toMatchObject({ items_max: 1, storage_max: 2 * 1024 ** 3 });
    expect((await user.sendJson('POST', '/api/items/', { item_type: 'other', name: 'Pin' })).status).toBe(
      400,
    );
    expect(readForm(findForm(saved, 'Save'))).toMatchObject({ storage_max: '2GiB', items_max: '1' });

    const unlimited = await browser.send(saved, 'Save', { storage_max: 'none', items_max: '' });
    expect(await usageOf(user)).toMatchObject({ items_max: null, storage_max: null });
    const reset = await browser.send(unlimited, 'Save', { storage_max: '', items_max: '' });
    expect(await usageOf(user)).toMatchObject({ items_max: null, storage_max: 500 * 1024 ** 2 });
    const unchanged = await browser.send(reset, 'Save');
    expect(unchanged.words).toContain('There was nothing to change.');
    const [unset, first, second] = [
      { storage_max: null, items_max: null },
      { storage_max: '2GiB', items_max: '1' },
      { storage_max: 'none', items_max: null },
    ];
    expect(await entriesOn(user)).toEqual([
      { actor: staff.username, action: 'set limits', before: unset, after: first },
      { actor: staff.username, action: 'set limits', before: first, after: second },
      { actor: staff.username, action: 'set limits', before: second, after: unset },
    ]);
  });

  it('are rejected with 400 if they are invalid, and keep the input', async () => {
    const page = await browser.open(pageOf(user));
    const refused = await browser.send(page, 'Save', { storage_max: '500MB', items_max: '-1' });
    expect(refused.status).toBe(400);
    expect(refused.words).toContain('Maximum storage: Enter bytes such as 500MiB or 2GiB');
    expect(refused.words).toContain('Maximum number of items: Enter a whole number such as 1000, or none.');
    expect(readForm(findForm(refused, 'Save'))).toMatchObject({ storage_max: '500MB', items_max: '-1' });
    expect(await entriesOn(user)).toEqual([]);
  });
});

describe('GET /accounts/', () => {
  it('shows the number of items, the used storage and the storage limit', async () => {
    const owner = await addUser(collection, newName());
    await addItem(collection, owner);
    const ownerBrowser = openPageBrowser(collection);
    await ownerBrowser.signIn(owner.username);
    const page = await ownerBrowser.open('/accounts/');
    expect([readDescription(page, 'Items'), readDescription(page, 'Storage of photos')]).toEqual([
      '1',
      '0 bytes of at most 500 MiB',
    ]);
  });
});

describe('GET /admin/users', () => {
  it('shows the used storage of users and sorts by storage', async () => {
    const mark = newName('stored');
    const sizes = [3 * 1024 ** 2, 5 * 1024 ** 2, 1024];
    for (const [index, bytes] of sizes.entries()) {
      const owner = await addUser(collection, `${mark}-${index}`);
      for (const part of [bytes / 4, (bytes * 3) / 4]) {
        const id = await addPhoto(collection, owner, null);
        await collection.db('photos').where({ id }).update({ bytes: part });
      }
    }
    const shown = async (sort: string) =>
      rowsOf(await browser.open(`/admin/users?q=${mark}&sort=${sort}`)).map((cells) =>
        cells.find((cell) => cell.endsWith('iB')),
      );
    expect(await shown('-storage')).toEqual(['5 MiB', '3 MiB', '1 KiB']);
    expect(await shown('storage')).toEqual(['1 KiB', '3 MiB', '5 MiB']);
    expect(readDescription(await browser.open(pageOf(user)), 'Storage')).toBe('0 bytes');
  });
});
