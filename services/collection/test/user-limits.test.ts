import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { measurePhotos } from '../src/photos/measure-photos.ts';
import { lockAdditions } from '../src/user-limits/usage-queries.ts';
import { KEYED_ACTIONS, sendKeyed } from './keyed-actions.ts';
import { withContext } from './test-accounts.ts';
import { useCollection, useReplica, useWorkers, type ApiResponse } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { countOutcomes, limitUser, totalFileSize, usageOf } from './test-limits.ts';
import { createUserClient, listFiles, waitForRenditions, type Photographer } from './test-photos.ts';
import { jpeg, png } from './test-pictures.ts';
import { json } from './test-users.ts';

const ITEMS_MAX = 12;
const collection = useCollection({ WORKER: 'false', USER_ITEMS_MAX: '12', USER_STORAGE_MAX: '1MiB' });
const replica = useReplica(collection, () => ({ MEDIA_ROOT: collection.mediaRoot }));
const startWorker = useWorkers(collection);

const FULL =
  /^Your storage is full: your photos take up \S+ \S+ of \S+ \S+, and this would add \S+ \S+\. Delete photos, or ask /;
const TOO_MANY =
  /^You have as many items as this service allows: 12 of 12, drafts included\. Delete some, or ask /;

let user: Photographer;

beforeEach(async () => {
  user = await createUserClient(collection);
});

const post = (path: string, body: object, at = collection as Pick<typeof collection, 'request'>) =>
  at.request(path, json('POST', body, user.token));
const shirt = (name: string, fields = {}) => ({ item_type: 'jersey', name, ...fields });

/** Sends twenty requests at the same time, alternating between both processes. */
function twenty(send: (index: number, at: Pick<typeof collection, 'request'>) => Promise<ApiResponse>) {
  return Promise.all(Array.from({ length: 20 }, (_, index) => send(index, index % 2 ? collection : replica)));
}

describe('USER_ITEMS_MAX', () => {
  it('admits exactly the maximum of parallel items, drafts and copies in two processes', async () => {
    const first = (await post('/api/items/', shirt('First'))).body.id;
    const responses = await twenty((index, at) => {
      if (index % 3 === 0) return post(`/api/items/${first}/clone/`, {}, at);
      return post(
        '/api/items/',
        index % 3 === 1 ? shirt('Home') : { item_type: 'other', is_draft: true },
        at,
      );
    });
    expect(countOutcomes(responses)).toEqual({ 201: ITEMS_MAX - 1, '400 non_field_errors': 21 - ITEMS_MAX });
    for (const { body } of responses.filter(({ status }) => status === 400))
      expect(body.non_field_errors).toEqual([expect.stringMatching(TOO_MANY)]);
    expect(await usageOf(user)).toMatchObject({ items: ITEMS_MAX, items_max: ITEMS_MAX });
  });

  it('still allows changes of items at the limit, and one new item for each deleted item', async () => {
    const ids = [];
    for (let count = 0; count < ITEMS_MAX; count += 1)
      ids.push(await addItem(collection, user, { is_draft: true, name: 'Draft' }));
    const patched = await user.sendJson('PATCH', `/api/items/${ids[0]}/`, { is_draft: false });
    expect([patched.status, patched.body.is_draft]).toEqual([200, false]);
    expect((await post('/api/items/', shirt('Away'))).status).toBe(400);
    expect((await post('/api/items/batch/', { ids: ids.slice(0, 2), delete: true })).status).toBe(200);
    const responses = await twenty((_, at) => post('/api/items/', shirt('Away'), at));
    expect(countOutcomes(responses)).toEqual({ 201: 2, '400 non_field_errors': 18 });
    expect((await user.remove(`/api/items/${ids[2]}/`)).status).toBe(204);
    expect((await post('/api/items/', shirt('Away'))).status).toBe(201);
  });

  it('ignores items of other users', async () => {
    const otherUser = await createUserClient(collection);
    for (let count = 0; count < ITEMS_MAX; count += 1) await addItem(collection, otherUser);
    expect((await post('/api/items/', shirt('Home'))).status).toBe(201);
  });
});

describe('USER_STORAGE_MAX', () => {
  /** The stored size of a picture. */
  async function storedSizeOf(picture: Buffer): Promise<number> {
    const { id } = await user.upload(picture);
    const { storage } = await usageOf(user);
    await user.remove(`/api/photos/${id}/`);
    return storage;
  }

  it('admits as many parallel uploads as fit to the byte, and leaves no files of the others', async () => {
    const picture = await png({ width: 200, height: 150 });
    const before = await totalFileSize(collection);
    const size = await storedSizeOf(picture);
    for (const [room, accepted] of [
      [5 * size, 5],
      [5 * size - 1, 4],
    ] as const) {
      const by = await createUserClient(collection);
      await limitUser(collection, by, { storage_max: room });
      const item = await addItem(collection, by);
      const path = '/api/photos/';
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          by.send('POST', path, index % 2 ? {} : { content_type: 1, object_id: item }, picture),
        ),
      );
      expect(countOutcomes(responses)).toEqual({ 201: accepted, '400 image': 20 - accepted });
      for (const { body } of responses.filter(({ status }) => status === 400))
        expect(body.image).toEqual([expect.stringMatching(FULL)]);
      expect(await usageOf(by)).toMatchObject({ storage: accepted * size, storage_max: room });
    }
    expect((await totalFileSize(collection)) - before).toBe(9 * size);
  });

  it('allows a new upload immediately after a photo or its item is deleted', async () => {
    const picture = await png();
    await limitUser(collection, user, { storage_max: 2 * (await storedSizeOf(picture)) });
    const object_id = await addItem(collection, user);
    const first = await user.upload(picture);
    await user.upload(picture, { content_type: 1, object_id });
    const isFull = async () => (await user.send('POST', '/api/photos/', {}, picture)).status === 400;
    expect(await isFull()).toBe(true);
    await user.remove(`/api/photos/${first.id}/`);
    await user.upload(picture);
    expect(await isFull()).toBe(true);
    await user.remove(`/api/items/${object_id}/`);
    await user.upload(picture);
    expect(await isFull()).toBe(true);
  });

  it.each(['PUT', 'PATCH'])(
    'counts only the difference for a %s of a photo, and keeps the old photo on an error',
    async (method) => {
      const [small, large] = [await png(), await png({ width: 400, height: 300 })];
      const size = await storedSizeOf(small);
      await limitUser(collection, user, { storage_max: size });
      const photo = await user.upload(small);
      const replaced = await user.send(method, `/api/photos/${photo.id}/`, {}, small);
      expect(replaced.status).toBe(200);
      expect(await usageOf(user)).toMatchObject({ storage: size });
      const files = await listFiles(collection);
      const refused = await user.send(method, `/api/photos/${photo.id}/`, { caption: 'New' }, large);
      expect([refused.status, refused.body]).toEqual([400, { image: [expect.stringMatching(FULL)] }]);
      expect((await user.get(`/api/photos/${photo.id}/`)).body).toEqual(replaced.body);
      expect(await listFiles(collection)).toEqual(files);
      // Changes without a new picture are not limited.
      expect((await user.sendJson('PATCH', `/api/photos/${photo.id}/`, { caption: 'New' })).status).toBe(200);
    },
  );

  it('allows parallel uploads, replacements and moves of the same photos, and counts them exactly', async () => {
    const picture = await png();
    const items = [await addItem(collection, user), await addItem(collection, user)];
    const target = (index: number) => ({ content_type: 1, object_id: items[index % 2] });
    const photos = [await user.upload(picture, target(0)), await user.upload(picture, target(1))];
    const responses = await twenty((index) => {
      const path = `/api/photos/${photos[index % 2]?.id}/`;
      if (index % 4 < 2) return user.send('PATCH', path, target(index + 1), picture);
      return index % 4 === 2
        ? user.sendJson('PATCH', path, target(index))
        : user.send('POST', '/api/photos/', target(index), picture);
    });
    expect(Object.keys(countOutcomes(responses)).toSorted()).toEqual(['200', '201']);
    expect((await usageOf(user)).storage).toBe(await measureUser());
  });

  /** The size of the user's files. */
  async function measureUser(): Promise<number> {
    const rows = await collection.db('photos').where({ user_id: user.id });
    const keys = rows.flatMap((row) => [row.image_key, row.avif_key, row.card_key, row.thumbnail_key]);
    return totalFileSize(collection, (file) => keys.includes(file));
  }

  it('counts renditions, even beyond the limit, and files without a stored size when they are measured', async () => {
    const photo = await user.upload(await jpeg({ width: 300, height: 200 }));
    await limitUser(collection, user, { storage_max: (await usageOf(user)).storage });
    const original = await measureUser();
    const worker = await startWorker();
    await waitForRenditions(user, photo.id);
    await worker.kill('SIGKILL');
    expect(await measureUser()).toBeGreaterThan(original);
    expect((await usageOf(user)).storage).toBe(await measureUser());

    // The previous version changes files without updating their size.
    const { db } = collection;
    await db('photos').where({ id: photo.id }).update({ avif_key: null });
    expect((await usageOf(user)).storage).toBe(0);
    const version = async () => (await db('items').where({ user_id: user.id })).map((row) => row.updated_at);
    const versions = await version();
    const env = { DATABASE_URL: collection.database.url, MEDIA_ROOT: collection.mediaRoot };
    await withContext(env, (context) => measurePhotos(context, new AbortController().signal));
    expect((await usageOf(user)).storage).toBe(await measureUser());
    expect(await version()).toEqual(versions);
  });
});

describe('a user at both limits of items and storage', () => {
  it.each(KEYED_ACTIONS)(
    'cannot exceed the limits by %s, but gets the stored response for a repeated key',
    async (_name, make) => {
      const [earlier, action] = [await make(collection, user), await make(collection, user)];
      const key = randomUUID();
      const first = await sendKeyed(collection, user, { ...earlier, key });
      expect(first.status).toBeLessThan(300);
      const usage = await usageOf(user);
      await limitUser(collection, user, { items_max: usage.items, storage_max: usage.storage });
      const repeated = await sendKeyed(replica, user, { ...earlier, key });
      expect([repeated.status, repeated.body]).toEqual([first.status, first.body]);
      const files = await listFiles(collection);
      const response = await sendKeyed(collection, user, { ...action, key: randomUUID() });
      const after = await usageOf(user);
      expect(after.items).toBeLessThanOrEqual(usage.items);
      expect(after.storage).toBeLessThanOrEqual(usage.storage);
      // Only the batch adds nothing.
      expect(response.status).toBe(action.path.includes('batch') ? 200 : 400);
      expect(await listFiles(collection)).toEqual(files);
    },
  );
});

describe('limits that staff set for one user', () => {
  it('replace the limits of the service, whether lower, higher or none', async () => {
    const create = async () => (await post('/api/items/', shirt('Home'))).status;
    await limitUser(collection, user, { items_max: 1 });
    expect([await create(), await create()]).toEqual([201, 400]);
    await limitUser(collection, user, { items_max: 2 });
    expect([await create(), await create()]).toEqual([201, 400]);
    await limitUser(collection, user, { items_max: Number.POSITIVE_INFINITY });
    const responses = await twenty((_, at) => post('/api/items/', shirt('Home'), at));
    expect(countOutcomes(responses)).toEqual({ 201: 20 });
    expect(await usageOf(user)).toMatchObject({ items: 22, items_max: null, storage_max: 1_048_576 });
    await limitUser(collection, user, { items_max: null });
    expect(await create()).toBe(400);
    // Lowering a limit deletes nothing.
    expect(await usageOf(user)).toMatchObject({ items: 22, items_max: 12 });
  });
});

describe('GET /api/limits/', () => {
  it('returns the usage only to signed-in users, with private cache headers', async () => {
    const anonymous = await collection.request('/api/limits/');
    expect(anonymous.body.usage).toBeUndefined();
    expect(anonymous.headers.get('Cache-Control')).toBe('no-cache');
    await addItem(collection, user, { is_draft: true });
    const limits = await user.get('/api/limits/');
    const usage = { items: 1, items_max: 12, storage: 0, storage_max: 1_048_576 };
    expect(limits.body).toEqual({ ...anonymous.body, usage });
    expect(limits.headers.get('Cache-Control')).toBe('private, no-cache');
    for (const { headers } of [anonymous, limits]) {
      const varies = headers.get('Vary')?.split(/, */) ?? [];
      expect(varies).toEqual(expect.arrayContaining(['Authorization', 'Cookie', 'Prefer']));
    }
    const headers = { 'If-None-Match': anonymous.headers.get('ETag') ?? '' };
    expect((await collection.request('/api/limits/', { headers })).status).toBe(304);
    const conditional = await collection.request('/api/limits/', {
      headers: { ...headers, Authorization: `Token ${user.token}` },
    });
    expect([conditional.status, conditional.body.usage]).toEqual([200, usage]);
  });
});

describe('the statements that insert items and photos', () => {
  it('are each in one file, where an Admission is required', async () => {
    const root = new URL('../src/', import.meta.url);
    const files = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.ts'));
    const matches: string[] = [];
    for (const path of files) {
      const text = await readFile(new URL(path, root), 'utf8');
      const statements = text.match(
        /insert into (?:items|photos)\b|\b(?:items|photos)\W*\(\w*\)\s*\.insert\b|as Admission\b/g,
      );
      matches.push(...(statements ?? []).map((statement) => `${path}: ${statement.replaceAll(/\s+/g, '')}`));
    }
    expect(matches.toSorted()).toEqual([
      'items/item-queries.ts: insertintoitems',
      'photos/photo-queries.ts: photos(db).insert',
      'user-limits/admit.ts: asAdmission',
    ]);
  });
});

describe('a service without user limits', () => {
  const unlimited = useCollection({ WORKER: 'false' });

  it('takes no lock for new items and photos', async () => {
    const by = await createUserClient(unlimited);
    // Additions do not wait for a transaction that holds the lock of the user's additions.
    await unlimited.db.transaction(async (transaction) => {
      await lockAdditions(transaction, by.id);
      expect((await by.sendJson('POST', '/api/items/', shirt('Home'))).status).toBe(201);
      await by.upload(await png());
    });
    expect(await usageOf(by)).toMatchObject({ items: 1, items_max: null, storage_max: null });
  });
});
