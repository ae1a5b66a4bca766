import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { useCollection } from './test-collection.ts';
import { addBrand, addClub, addItem } from './test-items.ts';
import { createUserClient, listFiles, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';

const collection = useCollection();
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
  await addBrand(collection, 1, 'adidas');
  await addClub(collection, 2, 'Málaga CF');
});

const BATCH = '/api/items/batch/';
const batch = (body: object, by = user) => by.sendJson('POST', BATCH, body);
const item = async (id: number) => (await user.get(`/api/items/${id}/`)).body;
const add = (options: Parameters<typeof addItem>[2] = {}, by = user) =>
  addItem(collection, by, { brand_id: 1, ...options });

/** All items with the versions of their rows. */
async function readAll(): Promise<unknown> {
  return query(collection.db, 'select *, xmin from items order by id');
}

describe('POST /api/items/batch/', () => {
  it('sets fields and changes tags of the items whose ids are sent', async () => {
    const ids = [
      await add({ tags: ['Old', 'kept'] }),
      await add({ tags: ['New'] }),
      await add({ item_type: 'other' }),
    ];
    const before = await item(ids[0] ?? 0);
    const change = { set: { club: 2, notes: 'sold' }, add_tags: ['new'], remove_tags: ['OLD'] };
    const { status, body } = await batch({ ids: [ids[1], ids[0], ids[0]], ...change });
    expect([status, body]).toEqual([200, { dry_run: false, updated: 2, deleted: 0, ids: ids.slice(0, 2) }]);
    const after = await item(ids[0] ?? 0);
    expect(after).toEqual({
      ...before,
      club: 2,
      labels: { ...before.labels, club: 'Málaga CF', club_logo: 'https://logos.example/2.png' },
      notes: 'sold',
      tags: ['kept', 'new'],
      updated_at: after.updated_at,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await item(ids[1] ?? 0)).tags).toEqual(['New']);
    expect((await item(ids[2] ?? 0)).club).toBe(null);
    expect((await user.get('/api/items/?tag=NEW')).body).toHaveLength(2);
  });

  it('changes all items that a filter selects, including drafts', async () => {
    const owner = await createUserClient(collection);
    const [a, b] = [
      await add({ name: 'Copper' }, owner),
      await add({ name: 'Copper', is_draft: true }, owner),
    ];
    await add({ name: 'Tin' }, owner);
    await add({ name: 'Copper' });
    const { body } = await batch({ filter: { search: 'copper' }, set: { condition: 3 } }, owner);
    expect(body).toEqual({ dry_run: false, updated: 2, deleted: 0, ids: [a, b] });
    const drafts = await batch({ filter: { is_draft: true }, add_tags: ['draft'] }, owner);
    expect(drafts.body).toMatchObject({ updated: 1, ids: [b] });
    expect((await batch({ filter: {}, set: { condition: 4 } }, owner)).body).toMatchObject({ updated: 3 });
    expect((await owner.get('/api/items/?condition=4')).body).toHaveLength(3);
  });

  it('returns 400 if the filter selects more than 10,000 items', async () => {
    const owner = await createUserClient(collection);
    const id = await add({}, owner);
    const copy = (count: number) =>
      collection.db.raw(
        `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
           secondary_colors, tags, tag_keys)
         select user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
           secondary_colors, tags, tag_keys
         from items, generate_series(1, ?) where id = ?`,
        [count, id],
      );
    const all = { filter: {}, delete: true, dry_run: true };
    await copy(9_999);
    expect((await batch(all, owner)).body).toMatchObject({ deleted: 10_000 });
    await copy(1);
    const { status, body } = await batch(all, owner);
    expect([status, body]).toEqual([400, { filter: ['The filter selects more than 10000 items.'] }]);
  });

  it('adds a new estimated value to the history', async () => {
    const id = await add({ estimated_value: { amount: '1.00', currency: 'EUR' } });
    const value = { amount: '2.00', currency: 'EUR' };
    await batch({ ids: [id], set: { estimated_value: value } });
    const { body } = await user.get(`/api/items/${id}/values/`);
    expect(body).toHaveLength(2);
    expect(body[1].estimated_value).toEqual(value);
  });

  it('returns 400 with all errors by id and field, and changes nothing, if any item is invalid', async () => {
    const [jersey, pin, full] = [
      await add(),
      await add({ item_type: 'other', type: 'pin', size: null, player_name: null }),
      await add({ tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`) }),
    ];
    const before = await readAll();
    const change = { ids: [jersey, pin, full], set: { size: 4, condition: 11 }, add_tags: ['one more'] };
    const { status, body } = await batch(change);
    const condition = ['Ensure this value is less than or equal to 10.'];
    expect([status, body]).toEqual([
      400,
      {
        errors: {
          [jersey]: { condition },
          [pin]: { condition, size: ['This field does not belong to an item of type "other".'] },
          [full]: { condition, tags: ['Ensure this field has no more than 20 elements.'] },
        },
      },
    ]);
    expect(await readAll()).toEqual(before);
  });

  it('publishes drafts only if all of them have a name', async () => {
    const [ready, empty] = [await add({ is_draft: true }), await add({ is_draft: true, name: '' })];
    const { status, body } = await batch({ ids: [ready, empty], set: { is_draft: false } });
    expect([status, body]).toEqual([400, { errors: { [empty]: { name: ['This field is required.'] } } }]);
    expect((await item(ready)).is_draft).toBe(true);
    expect((await batch({ ids: [ready], set: { is_draft: false } })).status).toBe(200);
    expect((await item(ready)).is_draft).toBe(false);
  });

  it("returns the same 400 error for ids of other users' items as for unknown ids", async () => {
    const stranger = await createUserClient(collection);
    const [ownItem, strangersItem] = [await add(), await add({}, stranger)];
    const before = await readAll();
    for (const change of [{ set: { condition: 1 } }, { delete: true }]) {
      const { status, body } = await batch({ ids: [ownItem, strangersItem, 2_147_483_647], ...change });
      expect([status, body]).toEqual([
        400,
        {
          errors: Object.fromEntries(
            [strangersItem, 2_147_483_647].map((id) => [
              id,
              { id: [`Invalid pk "${id}" - object does not exist.`] },
            ]),
          ),
        },
      ]);
    }
    expect(await readAll()).toEqual(before);
  });

  it('reports what would happen and changes nothing if dry_run is set', async () => {
    const id = await add();
    const before = await readAll();
    const change = { ids: [id], set: { condition: 2 }, dry_run: true };
    expect((await batch(change)).body).toEqual({ dry_run: true, updated: 1, deleted: 0, ids: [id] });
    const removal = await batch({ ids: [id], delete: true, dry_run: true });
    expect(removal.body).toEqual({ dry_run: true, updated: 0, deleted: 1, ids: [id] });
    expect((await batch({ ...change, set: { name: '' } })).status).toBe(400);
    expect(await readAll()).toEqual(before);
  });

  it('deletes items with their photos and files', async () => {
    const owner = await createUserClient(collection);
    const [deletedItem, keptItem] = [await add({ name: 'Gone' }, owner), await add({ name: 'Stays' }, owner)];
    const photo = await owner.upload(await png(), { content_type: 1, object_id: deletedItem });
    const name = photo.image.split('/').at(-1) ?? '';
    const { body } = await batch({ filter: { search: 'gone' }, delete: true }, owner);
    expect(body).toEqual({ dry_run: false, updated: 0, deleted: 1, ids: [deletedItem] });
    expect((await owner.get('/api/items/')).body.map(({ id }: { id: number }) => id)).toEqual([keptItem]);
    expect((await owner.get(`/api/photos/${photo.id}/`)).status).toBe(404);
    expect((await listFiles(collection)).filter((file) => file.endsWith(name))).toEqual([]);
  });

  it('reports 0 changes if the filter selects no items', async () => {
    const owner = await createUserClient(collection);
    const { body } = await batch({ filter: {}, delete: true }, owner);
    expect(body).toEqual({ dry_run: false, updated: 0, deleted: 0, ids: [] });
  });

  it('waits for a concurrent change of an item, and validates the changed item', async () => {
    const id = await add({ is_draft: true, name: '' });
    const otherTransaction = await collection.db.transaction();
    await otherTransaction('items').where({ id }).update({ is_draft: false, name: 'Published' });
    const running = batch({ ids: [id], set: { name: '' } });
    await waitForLock();
    await otherTransaction.commit();
    const { status, body } = await running;
    expect([status, body]).toEqual([400, { errors: { [id]: { name: ['This field may not be blank.'] } } }]);
  });

  const SELECTION = 'Send either ids or filter.';
  const CHANGE = 'Say what to change: send set, add_tags or remove_tags, or else delete.';

  it.each([
    [{}, { non_field_errors: [SELECTION, CHANGE] }],
    [{ ids: [1], filter: {}, delete: true }, { non_field_errors: [SELECTION] }],
    [{ ids: [1] }, { non_field_errors: [CHANGE] }],
    [{ ids: [1], set: {}, delete: true }, { non_field_errors: [CHANGE] }],
    [{ ids: [], delete: true }, { ids: ['Ensure this field has at least 1 elements.'] }],
    [{ ids: ['a'], delete: true }, { ids: ['A valid integer is required.'] }],
    [
      { ids: Array.from({ length: 501 }, (_, index) => index + 1), delete: true },
      { ids: ['Ensure this field has no more than 500 elements.'] },
    ],
    [{ filter: { clubb: 1 }, delete: true }, { filter: ['There is no filter "clubb".'] }],
    [{ filter: { club: '' }, delete: true }, { filter: ['club: This field may not be blank.'] }],
    [{ filter: { club: 'x' }, delete: true }, { filter: ['club: A valid integer is required.'] }],
    [{ filter: [], delete: true }, { filter: ['Expected an object.'] }],
    [
      { ids: [1], add_tags: ['x'.repeat(41)] },
      { add_tags: ['Ensure this field has no more than 40 characters.'] },
    ],
  ])('returns 400 for the body %j', async (body, errors) => {
    const { status, body: response } = await batch(body);
    expect([status, response]).toEqual([400, errors]);
  });
});

function waitForLock(): Promise<void> {
  return eventually(async () => {
    const waiting = await query(
      collection.db,
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(waiting).toHaveLength(1);
  });
}

describe('POST /api/items/{id}/clone/', () => {
  const clone = (id: number, body: object, by = user) => by.sendJson('POST', `/api/items/${id}/clone/`, body);

  it('copies all fields except photos and value history, and applies the fields of the body', async () => {
    const id = await add({
      club_id: 2,
      tags: ['Home'],
      secondary_colors: [1, 2],
      number: 8,
      player_name: 'Nihat',
      notes: 'mine',
      acquired_on: '2001-02-03',
      price: { amount: '5.00', currency: 'EUR' },
      estimated_value: { amount: '6.00', currency: 'EUR' },
    });
    await batch({ ids: [id], set: { estimated_value: { amount: '7.00', currency: 'EUR' } } });
    await user.upload(await png(), { content_type: 1, object_id: id });
    const { photos, ...source } = await item(id);
    const { status, body } = await clone(id, { size: 5, notes: 'the other one' });
    expect([status, photos]).toEqual([201, [expect.anything()]]);
    const { id: copy, created_at: created, updated_at: updated } = body;
    const times = { id: copy, created_at: created, updated_at: updated };
    const labels = { ...source.labels, size: 'L' };
    expect(body).toEqual({ ...source, ...times, size: 5, labels, notes: 'the other one', photos: [] });
    expect(copy).not.toBe(id);
    expect(created > source.created_at).toBe(true);
    expect((await user.get(`/api/items/${copy}/values/`)).body).toHaveLength(1);
    expect((await user.get('/api/items/?tag=HOME')).body).toHaveLength(2);
    expect((await clone(id, {})).status).toBe(201);
  });

  it('copies a draft', async () => {
    const { status, body } = await clone(await add({ is_draft: true, name: '' }), {});
    expect([status, body.is_draft, body.name]).toEqual([201, true, '']);
  });

  it('returns 400 for a body that is invalid for PATCH', async () => {
    const id = await add();
    const { status, body } = await clone(id, { item_type: 'other', name: '', condition: 11 });
    expect([status, body]).toEqual([
      400,
      {
        condition: ['Ensure this value is less than or equal to 10.'],
        item_type: ['The type of an item cannot be changed: it is "jersey".'],
        name: ['This field may not be blank.'],
      },
    ]);
  });

  it('returns 403 or 404 for items of other users', async () => {
    const stranger = await createUserClient(collection);
    expect((await clone(await add(), {}, stranger)).status).toBe(403);
    expect((await clone(await add({ is_private: true }), {}, stranger)).status).toBe(404);
  });
});
