import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { newName } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { createImporter } from './test-imports.ts';
import { createItemCopy, maintain, readItems } from './test-item-changes.ts';
import { addItem, addPhoto } from './test-items.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { createUserClient, waitForRenditions, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addUser, PASSWORD, withToken } from './test-users.ts';

const service = useMatchingCollection();
const PATH = '/api/items/changes/';
const SHIRT = { item_type: 'jersey', name: 'A shirt' };

async function withCopy(limit?: number) {
  const { collection } = service;
  const user = await createUserClient(collection);
  return { collection, user, copy: createItemCopy(user.get, limit) };
}

const create = async (user: Photographer, item: object = SHIRT): Promise<number> =>
  (await user.sendJson('POST', '/api/items/', item)).body.id;

const idsOf = (changes: ReadonlyArray<{ op: string; id: number }>) => changes.map(({ op, id }) => [op, id]);

/** Backdates a user's deletions. */
const makeOld = (userId: number, days: number) =>
  query(
    service.collection.db,
    'update item_changes set at = now() - make_interval(days => ?) where user_id = ? and is_deleted',
    [days, userId],
  );

describe('GET /api/items/changes/', () => {
  it('lists every existing item first, including drafts, as GET /api/items/ returns them', async () => {
    const { collection, user, copy } = await withCopy();
    const ids = [await create(user), await create(user, { item_type: 'other', is_draft: true })];
    await addItem(collection, await addUser(collection, newName()));
    const { status, body } = await user.get(`${PATH}?after=0`);
    expect([status, idsOf(body.items), body.has_more]).toEqual([200, ids.map((id) => ['upsert', id]), false]);
    expect(body.items.map(({ record }: { record: object }) => record)).toEqual(await readItems(user.get));
    expect(body.items[0].at).toMatch(/Z$/);
    expect((await user.get(PATH)).body).toEqual(body);
    await copy.follow();
    await copy.compare();
  });

  it('lists an item with several changes once, after the other items, with its latest state', async () => {
    const { user, copy } = await withCopy();
    const [first, second] = [await create(user), await create(user)];
    const before = await copy.follow();
    await user.sendJson('PATCH', `/api/items/${first}/`, { condition: 7 });
    await user.sendJson('PATCH', `/api/items/${first}/`, { condition: 6 });
    const after = await copy.follow();
    expect(idsOf(after)).toEqual([['upsert', first]]);
    expect(after[0]).toMatchObject({ record: { condition: 6 } });
    expect(after[0]?.sequence).toBeGreaterThan(before.at(-1)?.sequence ?? Infinity);
    expect(idsOf((await user.get(PATH)).body.items)).toEqual([
      ['upsert', second],
      ['upsert', first],
    ]);
    expect(await copy.follow()).toEqual([]);
  });

  it('lists changes by requests, batches and clones, and deletions without a record', async () => {
    const { user, copy } = await withCopy();
    const [first, second, third] = [await create(user), await create(user), await create(user)];
    await copy.follow();
    const batch = (body: object) => user.sendJson('POST', '/api/items/batch/', body);
    await batch({ ids: [first, second], set: { condition: 5 } });
    expect(idsOf(await copy.follow())).toEqual([
      ['upsert', first],
      ['upsert', second],
    ]);
    await batch({ ids: [first, second], set: { condition: 4 }, dry_run: true });
    await user.sendJson('PATCH', `/api/items/${first}/`, { condition: 11 });
    expect(await copy.follow()).toEqual([]);
    const cloned = (await user.sendJson('POST', `/api/items/${third}/clone/`, {})).body.id;
    await user.remove(`/api/items/${first}/`);
    await batch({ ids: [second], delete: true });
    const changes = await copy.follow();
    expect(idsOf(changes)).toEqual([
      ['upsert', cloned],
      ['delete', first],
      ['delete', second],
    ]);
    expect(changes.map((change) => 'record' in change)).toEqual([true, false, false]);
    await copy.compare();
  });

  it('lists items, with a new updated_at, whose photos were added, changed, reordered, moved or removed', async () => {
    const { user, copy } = await withCopy();
    const [first, second] = [await create(user), await create(user)];
    let before = await readItems(user.get);
    await copy.follow();

    async function expectChanged(ids: number[]) {
      expect((await copy.follow()).map(({ id }) => id).toSorted((left, right) => left - right)).toEqual(ids);
      await copy.compare();
      const after = await readItems(user.get);
      const changed = after.filter((item, at) => item.updated_at > (before[at]?.updated_at ?? ''));
      expect(changed.map(({ id }) => id)).toEqual(ids);
      before = after;
    }
    const target = (object_id: number) => ({ content_type: 1, object_id });
    const loose = await user.upload(await png());
    await expectChanged([]);
    const photo = await user.upload(await png(), target(first));
    await expectChanged([first]);
    const path = `/api/photos/${photo.id}/`;
    const patch = (body: object) => user.sendJson('PATCH', path, body);
    await patch({ caption: 'Front' });
    await expectChanged([first]);
    await user.upload(await png(), { ...target(first), order: 0 });
    await expectChanged([first]);
    await patch({ order: 0 });
    await expectChanged([first]);
    await patch(target(second));
    await expectChanged([first, second]);
    await user.sendJson('PATCH', `/api/photos/${loose.id}/`, target(second));
    await expectChanged([second]);
    await user.send('PATCH', path, {}, await png({ width: 50, height: 20 }));
    await expectChanged([second]);
    await patch({});
    await expectChanged([]);
    await user.remove(path);
    await expectChanged([second]);
  });

  it('does not list items after their renditions, labels or search texts were generated', async () => {
    const { collection, user, copy } = await withCopy();
    const object_id = await create(user, { ...SHIRT, brand: 9 });
    const photo = await user.upload(await png(), { content_type: 1, object_id });
    const { updated_at } = (await user.get(`/api/items/${object_id}/`)).body;
    await copy.follow();
    await waitForRenditions(user, photo.id);
    await collection.db('brands').where({ id: 9 }).update({ name: 'Another name' });
    await collection.db('items').where({ id: object_id }).update({ search_texts_at: null, search_text: '' });
    await collection.db('agenda_jobs').where({ name: 'search-texts' }).update({ next_run_at: new Date() });
    await eventually(async () => {
      const [row] = await collection.db('items').where({ id: object_id });
      expect(row.search_text).not.toBe('');
    }, 20_000);
    expect(await copy.follow()).toEqual([]);
    expect((await user.get(`/api/items/${object_id}/`)).body.updated_at).toBe(updated_at);
  });

  it('lists changes by staff and by jobs, even if updated_at is unchanged', async () => {
    const { collection, user, copy } = await withCopy();
    const staff = await addUser(collection, newName('staff'), { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const [edited, deleted] = [await create(user), await create(user)];
    const named = await create(user, { ...SHIRT, brand_text: 'Unheard of' });
    const photo = await user.upload(await png(), { content_type: 1, object_id: named });
    await copy.follow();
    await browser.send(await browser.open(`/admin/items/${edited}`), 'Save', { name: 'Edited' });
    expect(idsOf(await copy.follow())).toEqual([['upsert', edited]]);
    await browser.send(await browser.open(`/admin/photos/${photo.id}/delete`), 'Delete the photo');
    expect(idsOf(await copy.follow())).toEqual([['upsert', named]]);
    await browser.send(await browser.open(`/admin/items/${deleted}/delete`), 'Delete the item');
    expect(idsOf(await copy.follow())).toEqual([['delete', deleted]]);
    const { updated_at } = (await user.get(`/api/items/${named}/`)).body;
    await collection.db('items').where({ id: named }).update({ brand_text: 'Nike' });
    await collection.db('agenda_jobs').where({ name: 'recognize-texts' }).update({ next_run_at: new Date() });
    await eventually(async () => {
      expect((await user.get(`/api/items/${named}/`)).body).toMatchObject({ brand: 9, updated_at });
    }, 20_000);
    expect(idsOf(await copy.follow())).toEqual([['upsert', named]]);
    await copy.compare();
  });

  it('lists changes in the order of their commits', async () => {
    const { collection, user, copy } = await withCopy();
    const slow = await collection.db.transaction();
    // Drafts are counted separately, so the request does not wait for the transaction.
    const first = await addItem({ db: slow }, user, { is_draft: true });
    const second = await create(user);
    expect(idsOf(await copy.follow())).toEqual([['upsert', second]]);
    await slow.commit();
    expect(idsOf(await copy.follow())).toEqual([['upsert', first]]);
  });

  it('ends a page at its limit, 100 by default, and accepts limits above 500', async () => {
    const { collection, user } = await withCopy();
    const ids = [];
    for (let count = 0; count < 101; count += 1) ids.push(await addItem(collection, user));
    const lengthOf = async (search: string) => (await user.get(`${PATH}${search}`)).body.items.length;
    expect([await lengthOf(''), await lengthOf('?limit=2'), await lengthOf('?limit=500')]).toEqual([
      100, 2, 101,
    ]);
    expect(await lengthOf('?limit=99999')).toBe(101);
    const copy = createItemCopy(user.get, 40);
    const pages = [await copy.readPage(), await copy.readPage(), await copy.readPage()];
    expect(pages.map(({ items, has_more }) => [items.length, has_more])).toEqual([
      [40, true],
      [40, true],
      [21, false],
    ]);
    expect([...copy.records.keys()]).toEqual(ids);
  });

  it.each([
    'limit=0',
    'limit=x',
    'limit=',
    'after=',
    'after=x',
    'after=-1',
    'after=1-',
    `after=${'9'.repeat(16)}`,
  ])('returns 400 for ?%s, keyed by the parameter', async (search) => {
    const { user } = await withCopy();
    const { status, body } = await user.get(`${PATH}?${search}`);
    expect([status, Object.keys(body)]).toEqual([400, [search.split('=')[0]]]);
  });

  it('limits the size of a page to 8 MiB', async () => {
    const { collection, user, copy } = await withCopy(500);
    const texts = { description: '漢'.repeat(10_000), notes: '字'.repeat(10_000) };
    for (let count = 0; count < 200; count += 1) await addItem(collection, user, texts);
    const sizes = [];
    for (let hasMore = true; hasMore;) {
      const page = await copy.readPage();
      sizes.push(JSON.stringify(page).length);
      hasMore = page.has_more;
    }
    expect(sizes.length).toBeGreaterThan(1);
    expect(copy.records.size).toBe(200);
    const response = await fetch(`${collection.url}${PATH}?limit=500`, { headers: withToken(user.token) });
    const { byteLength } = await response.arrayBuffer();
    expect(byteLength).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(byteLength).toBeGreaterThan(7 * 1024 * 1024);
  });

  it('returns 304 for a poll without changes, which counts towards the rate limit', async () => {
    const { collection, user, copy } = await withCopy();
    await create(user);
    await copy.follow();
    const poll = (etag: string) =>
      collection.request(`${PATH}?after=${copy.next}`, {
        headers: { ...withToken(user.token), 'If-None-Match': etag },
      });
    const first = await poll('""');
    expect([first.status, first.body.items]).toEqual([200, []]);
    const etag = first.headers.get('ETag') ?? '';
    const remaining = ({ headers }: typeof first) => Number(headers.get('X-RateLimit-Remaining'));
    const second = await poll(etag);
    expect([second.status, remaining(second)]).toEqual([304, remaining(first) - 1]);
    await create(user);
    expect((await poll(etag)).status).toBe(200);
  });

  it('returns 401 without authentication', async () => {
    expect((await service.collection.request(PATH)).status).toBe(401);
  });
});

describe('GET /api/items/changes/ after deletions were removed', () => {
  it('lists deletions for 90 days, and then returns 410 to clients that may have missed a deletion', async () => {
    const { user, copy } = await withCopy();
    const [kept, deleted] = [await create(user), await create(user)];
    await copy.follow();
    const { next } = copy;
    await user.remove(`/api/items/${deleted}/`);
    await makeOld(user.id, 89);
    await maintain(service.database);
    expect(idsOf((await user.get(`${PATH}?after=${next}`)).body.items)).toEqual([['delete', deleted]]);
    await copy.follow();
    await makeOld(user.id, 91);
    await maintain(service.database);
    const { status, body } = await user.get(`${PATH}?after=${next}`);
    expect([status, body]).toEqual([410, { detail: expect.stringContaining('after=0') }]);
    expect(await copy.follow()).toEqual([]);
    expect(idsOf((await user.get(`${PATH}?after=0`)).body.items)).toEqual([['upsert', kept]]);
  });

  it('returns 410 for a position after the last change, as after restoring an older database', async () => {
    const { user, copy } = await withCopy();
    await create(user);
    await copy.follow();
    const beyond = Number(copy.next) + 1;
    for (const after of [`${beyond}`, `1-${beyond}`]) {
      expect((await user.get(`${PATH}?after=${after}`)).status).toBe(410);
    }
    await copy.follow();
  });

  it('continues a listing from the start after deletions before it were removed', async () => {
    const { user, copy } = await withCopy(2);
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await create(user));
    await user.remove(`/api/items/${ids[5]}/`);
    await copy.readPage();
    await makeOld(user.id, 91);
    await maintain(service.database);
    await user.remove(`/api/items/${ids[0]}/`);
    await makeOld(user.id, 89);
    await maintain(service.database);
    expect(idsOf(await copy.follow())).toEqual([
      ...ids.slice(2, 5).map((id) => ['upsert', id]),
      ['delete', ids[0]],
    ]);
    await copy.compare();
  });

  it('returns 410 for a listing from the start that would miss a removed deletion', async () => {
    const { user, copy } = await withCopy(2);
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await create(user));
    await copy.readPage();
    await user.remove(`/api/items/${ids[0]}/`);
    await makeOld(user.id, 91);
    await maintain(service.database);
    expect((await user.get(`${PATH}?after=${copy.next}`)).status).toBe(410);
  });
});

describe('changes of items by imports', () => {
  it('are listed when imports add or update items, and when imports are undone', async () => {
    const { collection, user, copy } = await withCopy();
    const importer = createImporter(collection, user.token);
    const added = await importer.review('Name,Brand\nFirst,Nike\nSecond,Nike\n');
    await importer.apply(added.id);
    expect(await copy.follow()).toHaveLength(2);
    await copy.compare();
    const updated = await importer.review('Name,Brand,Notes\nFirst,Nike,New\n');
    await importer.request(`/api/imports/${updated.id}/`, 'PATCH', { options: { on_match: 'update' } });
    await importer.apply(updated.id);
    expect(await copy.follow()).toHaveLength(1);
    await copy.compare();
    await importer.undo(updated.id);
    await copy.follow();
    await copy.compare();
    await importer.undo(added.id);
    expect((await copy.follow()).map(({ op }) => op)).toEqual(['delete', 'delete']);
    await copy.compare();
  });

  it('are undone for updated items with new photos, but not for added items with photos', async () => {
    const { collection, user } = await withCopy();
    const importer = createImporter(collection, user.token);
    const file = 'Ref,Name,Brand,Value\nA-1,Old,Nike,1 EUR\n';
    await importer.apply((await importer.review(file)).id);
    const [{ id: old }] = await importer.items();
    const values = (await user.get(`/api/items/${old}/values/`)).body;
    const more = 'A-2,New,Nike,3 EUR\nA-3,Third,Nike,4 EUR\n';
    const review = await importer.review(`${file.replace('1 EUR', '2 EUR')}${more}`);
    await importer.request(`/api/imports/${review.id}/`, 'PATCH', { options: { on_match: 'update' } });
    const applied = await importer.apply(review.id);
    expect(applied.counts).toMatchObject({ added: 2, updated: 1 });
    const third = (await importer.items()).find(({ name }) => name === 'Third');
    for (const object_id of [old, third.id]) {
      const photo = await user.upload(await png(), { content_type: 1, object_id });
      await user.sendJson('PATCH', `/api/photos/${photo.id}/`, { caption: 'Front' });
    }
    const { undo } = await importer.undo(review.id);
    expect(undo).toMatchObject({ undone: 2, kept: [{ name: 'Third' }] });
    expect((await user.get(`/api/items/${old}/`)).body).toMatchObject({
      estimated_value: { amount: '1.00' },
    });
    expect((await user.get(`/api/items/${old}/values/`)).body).toEqual(values);
    expect((await importer.items()).map(({ name }) => String(name)).toSorted()).toEqual(['Old', 'Third']);
  });

  it('are not undone for items that their owner changed before removing a photo', async () => {
    const { collection, user } = await withCopy();
    const importer = createImporter(collection, user.token);
    const review = await importer.review('Name,Brand\nFirst,Nike\n');
    await importer.apply(review.id);
    const [item] = await importer.items();
    const photo = await user.upload(await png(), { content_type: 1, object_id: item.id });
    await user.sendJson('PATCH', `/api/items/${item.id}/`, { condition: 3 });
    await user.remove(`/api/photos/${photo.id}/`);
    expect((await importer.undo(review.id)).undo).toMatchObject({ undone: 0, kept: [{ item: item.id }] });
  });
});

describe('an account', () => {
  it('is deleted together with its rows in item_changes and item_change_counters', async () => {
    const { collection, user, copy } = await withCopy();
    const id = await create(user);
    await addPhoto(collection, user, id);
    await user.remove(`/api/items/${await create(user)}/`);
    await copy.follow();
    const count = async () => (await collection.db('item_changes').where({ user_id: user.id })).length;
    expect(await count()).toBe(2);
    const [{ username }] = await collection.db('users').where({ id: user.id });
    const browser = openBrowser(collection);
    await browser.signIn(username);
    expect((await browser.send('DELETE', '/api/accounts/', { password: PASSWORD })).status).toBe(204);
    expect(await count()).toBe(0);
    expect(await collection.db('item_change_counters').where({ user_id: user.id })).toEqual([]);
  });
});
