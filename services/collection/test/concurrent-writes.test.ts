import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { holdCommits, holdRow, runUntilBlocked, waitForWaiting } from '@kitroom/testing/hold-rows';
import { useCollection, type ApiResponse } from './test-collection.ts';
import { addImport, createImporter } from './test-imports.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { createUserClient, listFiles, toForm, type Photographer } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { json, withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const picture = await jpeg({ width: 20, height: 20 });
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

// Requests about accounts are in account-concurrency.test.ts. Concurrent changes of app tokens, sessions, the
// last member of staff, the last way to sign in, exports and `Idempotency-Key` are tested with their
// endpoints.

let user: Photographer;
let item: number;
let photo: number;

beforeEach(async () => {
  await query(collection.db, 'truncate users, brands cascade');
  for (const folder of ['originals', 'avatars'])
    await rm(join(collection.mediaRoot, folder), { recursive: true, force: true });
  user = await createUserClient(collection);
  item = await addItem(collection, user, { brand_id: await addBrand(collection, 3, 'adidas') });
  photo = await addPhoto(collection, user, item);
});

type Send = () => Promise<ApiResponse>;

/** Two concurrent requests, and the row lock or the commits that both are made to wait for. */
interface Meeting {
  held: [table: string, id: number] | { commitsOf: string };
  first: Send;
  second: Send;
}

/** Holds a row or commits until both requests wait for it, or for each other; returns their responses. */
async function runConcurrently({ held, first, second }: Meeting): Promise<[ApiResponse, ApiResponse]> {
  const { url } = collection.database;
  const hold = () => ('commitsOf' in held ? holdCommits(url, held.commitsOf) : holdRow(url, ...held));
  return (await runUntilBlocked(url, hold, [first, second])) as [ApiResponse, ApiResponse];
}

const itemPath = () => `/api/items/${item}/`;
const photoPath = () => `/api/photos/${photo}/`;
const tagOf = async (path: string) => (await user.get(path)).headers.get('ETag') ?? '';
const originals = async () => (await listFiles(collection)).filter((file) => file.startsWith('originals/'));
const countOf = async (table: string) => (await collection.db(table).where({ user_id: user.id })).length;

function send(method: string, path: string, body?: object, ifMatch?: string): Send {
  const init = json(method, body, user.token);
  const headers = new Headers(init.headers);
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
  return () => collection.request(path, { ...init, headers });
}

const upload =
  (fields: Record<string, number> = { content_type: 1, object_id: item }): Send =>
  () =>
    user.send('POST', '/api/photos/', fields, picture);

async function addPhotos(count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) await addPhoto(collection, user, item);
}

async function addShares(count: number, expiresAt: string | null): Promise<number[]> {
  const rows = await query<{ id: number }>(
    collection.db,
    `insert into shares (user_id, token_hash, expires_at)
     select ?, sha256(gen_random_uuid()::text::bytea), ?::timestamptz from generate_series(1, ?) returning id`,
    [user.id, expiresAt, count],
  );
  return rows.map(({ id }) => id);
}

describe('two concurrent requests', () => {
  it.each<[what: string, statuses: [number, number], prepare: () => Promise<Meeting>]>([
    [
      'changes of an item with the same ETag',
      [200, 412],
      async () => {
        const tag = await tagOf(itemPath());
        const change = (notes: string) => send('PATCH', itemPath(), { notes }, tag);
        return { held: ['items', item], first: change('first'), second: change('second') };
      },
    ],
    [
      'a change of an item, and its deletion with the previous ETag',
      [200, 412],
      async () => {
        const tag = await tagOf(itemPath());
        const first = send('PATCH', itemPath(), { notes: 'first' });
        return { held: ['items', item], first, second: send('DELETE', itemPath(), undefined, tag) };
      },
    ],
    [
      'the deletion of an item, and a change of the item',
      [204, 404],
      async () => {
        const second = send('PATCH', itemPath(), { notes: 'second' });
        return { held: ['items', item], first: send('DELETE', itemPath()), second };
      },
    ],
    [
      'two deletions of an item',
      [204, 404],
      async () => {
        const remove = send('DELETE', itemPath());
        return { held: ['items', item], first: remove, second: remove };
      },
    ],
    [
      'a change that empties a draft’s name, and a change that publishes the draft',
      [200, 400],
      async () => {
        await collection.db('items').update({ is_draft: true });
        const second = send('PATCH', itemPath(), { is_draft: false });
        return { held: ['items', item], first: send('PATCH', itemPath(), { name: '' }), second };
      },
    ],
    [
      'a change that empties a draft’s name, and a batch that publishes the draft',
      [200, 400],
      async () => {
        await collection.db('items').update({ is_draft: true });
        const second = send('POST', '/api/items/batch/', { ids: [item], set: { is_draft: false } });
        return { held: ['items', item], first: send('PATCH', itemPath(), { name: '' }), second };
      },
    ],
    [
      'a change of a photo, and the deletion of its item',
      [200, 204],
      async () => {
        const first = send('PATCH', photoPath(), { caption: 'first' });
        return { held: ['photos', photo], first, second: send('DELETE', itemPath()) };
      },
    ],
    [
      'changes of a photo with the same ETag',
      [200, 412],
      async () => {
        const tag = await tagOf(photoPath());
        const change = (caption: string) => send('PATCH', photoPath(), { caption }, tag);
        return { held: ['items', item], first: change('first'), second: change('second') };
      },
    ],
    [
      'a change of a photo, and its deletion with the previous ETag',
      [200, 412],
      async () => {
        const tag = await tagOf(photoPath());
        const first = send('PATCH', photoPath(), { caption: 'first' });
        return { held: ['items', item], first, second: send('DELETE', photoPath(), undefined, tag) };
      },
    ],
    [
      'two deletions of a photo',
      [204, 404],
      async () => {
        const remove = send('DELETE', photoPath());
        return { held: ['items', item], first: remove, second: remove };
      },
    ],
    [
      'uploads of an item’s thirtieth photo',
      [201, 400],
      async () => {
        await addPhotos(28);
        return { held: ['items', item], first: upload(), second: upload() };
      },
    ],
    [
      'photos that are moved to an item as its thirtieth photo',
      [200, 400],
      async () => {
        await addPhotos(28);
        const move = async () => {
          const path = `/api/photos/${await addPhoto(collection, user, null)}/`;
          return send('PATCH', path, { content_type: 1, object_id: item });
        };
        return { held: ['items', item], first: await move(), second: await move() };
      },
    ],
    [
      'new items of a user who may have only one more',
      [201, 400],
      async () => {
        await collection.db('users').update({ items_max: 2 });
        const create = send('POST', '/api/items/', { item_type: 'other', name: 'A scarf', is_draft: true });
        return { held: ['users', user.id], first: create, second: create };
      },
    ],
    [
      'uploads that fit into a user’s storage only one at a time',
      [201, 400],
      async () => {
        const { id } = await user.upload(picture);
        const { bytes } = await collection.db('photos').where({ id }).first('bytes');
        await collection.db('users').update({ storage_max: 2 * bytes });
        return { held: ['users', user.id], first: upload({}), second: upload({}) };
      },
    ],
    [
      'new share links of a user with 99 share links',
      [201, 400],
      async () => {
        await addShares(99, null);
        const share = send('POST', '/api/shares/', { scope: 'collection' });
        return { held: { commitsOf: 'shares' }, first: share, second: share };
      },
    ],
    [
      'extensions of expired share links of a user with 99 share links',
      [200, 400],
      async () => {
        await addShares(99, null);
        const [firstShare, secondShare] = await addShares(2, '2024-01-01T00:00:00Z');
        const extend = (id?: number) => send('PATCH', `/api/shares/${id}/`, { expires_at: TOMORROW });
        return { held: { commitsOf: 'shares' }, first: extend(firstShare), second: extend(secondShare) };
      },
    ],
    [
      'the deletion of an item, and a share link to the item',
      [204, 400],
      async () => {
        const second = send('POST', '/api/shares/', { scope: 'item', item });
        return { held: ['items', item], first: send('DELETE', itemPath()), second };
      },
    ],
    [
      'two starts of an import',
      [202, 409],
      async () => {
        const id = await addImport(collection, user);
        const apply = send('POST', `/api/imports/${id}/apply/`);
        return { held: ['imports', id], first: apply, second: apply };
      },
    ],
    [
      'starts of a user’s two imports',
      [202, 409],
      async () => {
        const start = async () => send('POST', `/api/imports/${await addImport(collection, user)}/apply/`);
        return { held: { commitsOf: 'imports' }, first: await start(), second: await start() };
      },
    ],
    [
      'uploads of a user’s two imports',
      [202, 409],
      async () => {
        const { send: sendFile } = createImporter(collection, user.token);
        const begin = () => sendFile('Name\nA scarf\n');
        return { held: { commitsOf: 'imports' }, first: begin, second: begin };
      },
    ],
    [
      'the start of an import, and a decision on one of its rows',
      [202, 409],
      async () => {
        const id = await addImport(collection, user);
        const second = send('PATCH', `/api/imports/${id}/rows/1/`, { skip: true });
        return { held: ['imports', id], first: send('POST', `/api/imports/${id}/apply/`), second };
      },
    ],
  ])('receive the same statuses as consecutive requests: %s', async (_what, expected, prepare) => {
    const meeting = await prepare();
    const files = (await originals()).length;
    const responses = await runConcurrently(meeting);
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual(expected);
    const uploads = responses.filter(({ status, body }) => status === 201 && 'image' in body);
    expect(await originals()).toHaveLength(files + uploads.length);
  });
});

describe('an upload to an item that is deleted at the same time', () => {
  it('receives 400 and leaves no file if the deletion is first', async () => {
    // The deletion has locked the item before it waits for its photo.
    const first = send('DELETE', itemPath());
    const [removed, added] = await runConcurrently({ held: ['photos', photo], first, second: upload() });
    expect([removed.status, added.status]).toEqual([204, 400]);
    expect(added.body).toEqual({ object_id: [expect.stringContaining('does not exist')] });
    expect([await countOf('photos'), await originals()]).toEqual([0, []]);
  });

  it('receives 201 if it is first, and its file is deleted with the item', async () => {
    const second = send('DELETE', itemPath());
    const [added, removed] = await runConcurrently({ held: ['items', item], first: upload(), second });
    expect([added.status, removed.status]).toEqual([201, 204]);
    expect([await countOf('photos'), await originals()]).toEqual([0, []]);
  });
});

describe('a rendition that is stored while its item is deleted', () => {
  it('leaves no file', async () => {
    const key = `originals/${photo}-rendition.avif`;
    const before = await listFiles(collection);
    await mkdir(join(collection.mediaRoot, 'originals'), { recursive: true });
    await writeFile(join(collection.mediaRoot, key), picture);
    const removed = await collection.db.transaction(async (transaction) => {
      await transaction('photos').where({ id: photo }).update({ avif_key: key });
      const response = send('DELETE', itemPath())();
      await waitForWaiting(collection.database.url, 1);
      return { response };
    });
    expect((await removed.response).status).toBe(204);
    expect(await listFiles(collection)).toEqual(before);
  });
});

describe('a share link to an item that becomes private at the same time', () => {
  it('is rejected with 400', async () => {
    const linked = await collection.db.transaction(async (transaction) => {
      await transaction('items').where({ id: item }).forUpdate().first('id');
      await transaction('items').where({ id: item }).update({ is_private: true });
      const response = send('POST', '/api/shares/', { scope: 'item', item })();
      await waitForWaiting(collection.database.url, 1);
      return { response };
    });
    expect((await linked.response).status).toBe(400);
    expect(await countOf('shares')).toBe(0);
  });
});

describe('concurrent uploads to an item', () => {
  it('have different orders', async () => {
    const responses = await runConcurrently({ held: ['items', item], first: upload(), second: upload() });
    expect(responses.map(({ body }) => body.order)).toEqual([1, 2]);
  });
});

describe('concurrent uploads of an avatar', () => {
  it('leave a single file', async () => {
    const body = new FormData();
    for (const [name, value] of toForm({}, picture)) body.set(name === 'image' ? 'avatar' : name, value);
    const put = () =>
      collection.request('/api/accounts/profile/avatar/', {
        method: 'PUT',
        headers: withToken(user.token),
        body,
      });
    const responses = await runConcurrently({ held: ['users', user.id], first: put, second: put });
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await listFiles(collection)).filter((file) => file.startsWith('avatars/'))).toHaveLength(1);
  });
});
