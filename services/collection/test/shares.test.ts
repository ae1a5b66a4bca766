import { beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { countStatuses } from './test-accounts.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addShare, openLink } from './test-shares.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const PATH = '/api/shares/';
const FULL = 'You have 100 links that have not expired. End one of them first.';
const NOT_FOUND = { detail: 'Not found.' };

const collection = useCollection();
let owner: Collector;

beforeEach(async () => {
  owner = await addCollector(collection);
});

function send(method: string, path: string, body: unknown, { token } = owner) {
  return collection.request(path, json(method, body, token));
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Inserts `count` links. */
async function insertShares(count: number, expiresAt: string | null) {
  await query(
    collection.db,
    `insert into shares (user_id, token_hash, expires_at)
     select ?, sha256(gen_random_uuid()::text::bytea), ?::timestamptz from generate_series(1, ?)`,
    [owner.id, expiresAt, count],
  );
}

describe('share links of a user', () => {
  it('are limited to 100 that have not expired', async () => {
    await insertShares(1, '2024-01-01T00:00:00Z');
    await insertShares(99, null);
    expect((await send('POST', PATH, { scope: 'collection', expires_at: tomorrow() })).status).toBe(201);
    const { status, body } = await send('POST', PATH, { scope: 'collection' });
    expect([status, body]).toEqual([400, { non_field_errors: [FULL] }]);
    const [newest] = (await owner.request(PATH)).body;
    expect((await send('DELETE', `${PATH}${newest.id}/`, undefined)).status).toBe(204);
    expect((await send('POST', PATH, { scope: 'collection' })).status).toBe(201);
  });

  it('are limited to 100 when they are created in parallel', async () => {
    await insertShares(95, null);
    const item = await addItem(collection, owner);
    const bodies = [{ scope: 'collection' }, { scope: 'item', item }];
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => send('POST', PATH, bodies[index % 2])),
    );
    expect(countStatuses(responses)).toEqual({ 201: 5, 400: 11 });
    expect((await owner.request(PATH)).headers.get('X-Total-Count')).toBe('100');
  });

  it('are limited to 100 when expired links are extended in parallel', async () => {
    await insertShares(98, null);
    await insertShares(5, '2024-01-01T00:00:00Z');
    const links = (await owner.request(PATH)).body as { id: number; expires_at: string | null }[];
    const expired = links.filter(({ expires_at: end }) => end !== null);
    const responses = await Promise.all(
      expired.map(({ id }) => send('PATCH', `${PATH}${id}/`, { expires_at: id % 2 ? null : tomorrow() })),
    );
    expect(countStatuses(responses)).toEqual({ 200: 2, 400: 3 });
    const refused = responses.find(({ status }) => status === 400);
    expect(refused?.body).toEqual({ non_field_errors: [FULL] });
    const live = links.find(({ expires_at: end }) => end === null);
    expect((await send('PATCH', `${PATH}${live?.id}/`, { expires_at: tomorrow() })).status).toBe(200);
  });

  it('can be changed when there are already more than 100', async () => {
    await insertShares(103, null);
    const [{ id }] = (await owner.request(PATH)).body;
    expect((await send('PATCH', `${PATH}${id}/`, { expires_at: tomorrow() })).status).toBe(200);
  });

  it('are deleted a month after they expire', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await insertShares(1, daysAgo(31));
    await insertShares(1, daysAgo(29));
    await insertShares(1, null);
    await enqueue(collection.db, 'maintenance', 'now');
    await eventually(async () => {
      const ends = (await owner.request(PATH)).body.map((link: { expires_at: string }) => link.expires_at);
      expect(ends).toEqual([null, expect.any(String)]);
    });
  });
});

describe('POST /api/shares/', () => {
  it('returns the URL and the token, which are neither returned again nor stored', async () => {
    const { status, body, headers } = await send('POST', PATH, { scope: 'collection' });
    expect([status, headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    const link = {
      id: expect.any(Number),
      scope: 'collection',
      item: null,
      title: '',
      has_password: false,
      created_at: expect.any(String),
      expires_at: null,
    };
    expect(body).toEqual({
      ...link,
      url: `${collection.url}/api/shared/${body.token}/`,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const list = await owner.request(PATH);
    expect([list.status, list.body, list.headers.get('X-Total-Count')]).toEqual([200, [link], '1']);
    expect((await send('PATCH', `${PATH}${body.id}/`, { title: 'x' })).body).toEqual({ ...link, title: 'x' });
    const stored = await query(collection.db, 'select shares.*::text from shares');
    expect(JSON.stringify(stored)).not.toContain(body.token);
  });

  it('creates a link with a title, an expiry, an item and a hashed password', async () => {
    const item = await addItem(collection, owner);
    const expires = tomorrow();
    const { status, body } = await send('POST', PATH, {
      scope: 'item',
      item,
      title: '  For Éva  ',
      expires_at: expires.replace('Z', '+00:00'),
      password: ' s3cret  ',
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        scope: 'item',
        item,
        title: 'For Éva',
        expires_at: expires,
        has_password: true,
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain('s3cret');
    const [row] = await query<{ password_hash: string }>(
      collection.db,
      'select password_hash from shares where id = ?',
      [body.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  const REQUIRED = 'This field is required.';
  const WRONG_TIME = 'Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ.';
  it.each([
    [{}, { scope: [REQUIRED] }],
    [{ scope: 'photo' }, { scope: ['"photo" is not a valid choice.'] }],
    [{ scope: 'item' }, { item: [REQUIRED] }],
    [{ scope: 'item', item: null }, { item: ['This field may not be null.'] }],
    [{ scope: 'item', item: 'x' }, { item: ['A valid integer is required.'] }],
    [{ scope: 'item', item: 0 }, { item: ['Ensure this value is greater than or equal to 1.'] }],
    [{ scope: 'item', item: 2147483647 }, { item: ['Invalid pk "2147483647" - object does not exist.'] }],
    [{ scope: 'collection', item: 1 }, { item: ['This field requires the scope "item".'] }],
    [
      { scope: 'collection', expires_at: '2020-01-01T00:00:00Z' },
      { expires_at: ['This must be in the future.'] },
    ],
    [{ scope: 'collection', expires_at: '2099-01-01' }, { expires_at: [WRONG_TIME] }],
    [{ scope: 'collection', expires_at: '9999-12-31T23:59:59-23:00' }, { expires_at: [WRONG_TIME] }],
    [{ scope: 'collection', password: '' }, { password: ['This field may not be blank.'] }],
    [
      { scope: 'collection', password: 'seven c' },
      { password: ['Ensure this field has at least 8 characters.'] },
    ],
    // Four characters, eight UTF-16 units.
    [
      { scope: 'collection', password: '👕👕👕👕' },
      { password: ['Ensure this field has at least 8 characters.'] },
    ],
    [{ scope: 'collection', title: 7 }, { title: ['Not a valid string.'] }],
    [
      { scope: 'item', item: 2147483647, title: 'x'.repeat(201), password: 'x'.repeat(129), expires_at: 'x' },
      {
        item: ['Invalid pk "2147483647" - object does not exist.'],
        title: ['Ensure this field has no more than 200 characters.'],
        password: ['Ensure this field has no more than 128 characters.'],
        expires_at: [WRONG_TIME],
      },
    ],
  ])('returns 400 with the errors of all fields: %j', async (body, errors) => {
    const response = await send('POST', PATH, body);
    expect([response.status, response.body]).toEqual([400, errors]);
    expect(await query(collection.db, 'select from shares where user_id = ?', [owner.id])).toEqual([]);
  });

  it.each([
    [{ is_private: true }, 'A private item cannot be shared.'],
    [{ is_draft: true }, 'A draft cannot be shared.'],
  ])('returns 400 for an item that is not public: %j', async (kind, sentence) => {
    const item = await addItem(collection, owner, kind);
    const { status, body } = await send('POST', PATH, { scope: 'item', item });
    expect([status, body]).toEqual([400, { item: [sentence] }]);
  });

  it('returns 400 for an item of another user', async () => {
    const item = await addItem(collection, await addCollector(collection));
    const { status, body } = await send('POST', PATH, { scope: 'item', item });
    expect([status, body]).toEqual([400, { item: [`Invalid pk "${item}" - object does not exist.`] }]);
  });
});

describe('GET /api/shares/', () => {
  it("lists the caller's own links in pages, newest first", async () => {
    await addShare(collection, await addCollector(collection));
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await addShare(collection, owner)).id);
    const first = await owner.request(`${PATH}?page_size=2`);
    expect(first.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2));
    expect(first.headers.get('Link')).toContain(`<${collection.url}${PATH}?page_size=2&page=2>; rel="next"`);
    const second = await owner.request(`${PATH}?page_size=2&page=2`);
    expect(second.body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2));
    expect((await owner.request(`${PATH}?page=2`)).status).toBe(404);
  });
});

describe('PATCH /api/shares/{id}/', () => {
  it('keeps omitted fields, and clears fields that are null', async () => {
    const { id } = await addShare(collection, owner, {
      scope: 'collection',
      title: 'Old',
      expires_at: tomorrow(),
      password: 's3cret word',
    });
    const path = `${PATH}${id}/`;
    const titled = await send('PATCH', path, { title: 'New' });
    expect(titled.body).toMatchObject({ title: 'New', has_password: true, expires_at: expect.any(String) });
    const opened = await send('PATCH', path, { password: null });
    expect(opened.body).toMatchObject({ title: 'New', has_password: false, expires_at: expect.any(String) });
    const endless = await send('PATCH', path, { expires_at: null, title: null });
    expect(endless.body).toMatchObject({ title: '', has_password: false, expires_at: null });
    expect((await send('PATCH', path, { scope: 'item', item: 1, token: 'x' })).body).toEqual(endless.body);
  });

  it('returns 400 for an expiry in the past', async () => {
    const { id } = await addShare(collection, owner);
    const { status, body } = await send('PATCH', `${PATH}${id}/`, { expires_at: '2020-01-01T00:00:00Z' });
    expect([status, body]).toEqual([400, { expires_at: ['This must be in the future.'] }]);
  });

  it('returns 404 for links of other users, as DELETE does', async () => {
    const { id, token } = await addShare(collection, owner);
    const stranger = await addCollector(collection);
    for (const method of ['PATCH', 'DELETE']) {
      for (const path of [`${PATH}${id}/`, `${PATH}2147483647/`, `${PATH}x/`]) {
        const { status, body } = await send(method, path, { title: 7 }, stranger);
        expect([method, path, status, body]).toEqual([method, path, 404, NOT_FOUND]);
      }
    }
    expect((await openLink(collection, token)).status).toBe(200);
  });
});

describe('a deleted share link', () => {
  it('returns 404 immediately', async () => {
    const { id, token } = await addShare(collection, owner);
    expect((await openLink(collection, token)).status).toBe(200);
    expect((await send('DELETE', `${PATH}${id}/`, undefined)).status).toBe(204);
    expect((await openLink(collection, token)).status).toBe(404);
    expect((await send('DELETE', `${PATH}${id}/`, undefined)).status).toBe(404);
    expect((await owner.request(PATH)).body).toEqual([]);
  });
});

describe('share links', () => {
  it('are deleted with the account', async () => {
    const { token } = await addShare(collection, owner);
    await collection.db('users').where({ id: owner.id }).delete();
    expect((await openLink(collection, token)).body).toEqual(NOT_FOUND);
    expect(await query(collection.db, 'select from shares where user_id = ?', [owner.id])).toEqual([]);
  });
});
