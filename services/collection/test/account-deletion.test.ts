import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { newKey } from '../src/storage/storage.ts';
import { newName, openSignedIn, post, useCollectionWithMail, waitForPendingMails } from './test-accounts.ts';
import { openBrowser, type TestBrowser } from './test-browser.ts';
import { useReplica } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { listFiles, toForm, waitForRenditions, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addUser, json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();
const replica = useReplica(collection, () => ({ MEDIA_ROOT: collection.mediaRoot }));

const ACCOUNT = '/api/accounts/';
const remove = (browser: TestBrowser, body: object) => browser.send('DELETE', ACCOUNT, body);

/** A user with a token and a record of every kind. */
async function addOwner() {
  const user = await addUser(collection, newName());
  const token = await tokenOf(collection, user);
  const headers = withToken(token);
  const browser = openBrowser(collection);
  await browser.signIn(user.username);
  const request = (path: string, method: string, body: FormData) =>
    collection.request(path, { method, headers, body });
  const object_id = await addItem(collection, user);
  const photos = [
    (await request('/api/photos/', 'POST', toForm({ content_type: 1, object_id }, await png()))).body,
    (await request('/api/photos/', 'POST', toForm({}, await png()))).body,
  ];
  const get = (path: string) => collection.request(path, { headers });
  for (const { id } of photos) await waitForRenditions({ get } as Photographer, id);
  const avatar = new FormData();
  avatar.set('avatar', new Blob([new Uint8Array(await png())]), 'me.png');
  await request('/api/accounts/profile/avatar/', 'PUT', avatar);
  await post(collection, 'password/reset/', { email: user.email });
  await mail.lastMailTo(user.email);
  await browser.send('PATCH', '/api/accounts/profile/', { email: `new-${user.email}` });
  await mail.lastMailTo(`new-${user.email}`);
  await addImport(user.id);
  return { user, token, browser, object_id };
}

/** Adds an import in review with its file. */
async function addImport(userId: number): Promise<void> {
  const key = newKey('imports', 'bin');
  await writeMedia(key);
  await collection.db('imports').insert({ user_id: userId, file_key: key, status: 'review' });
}

async function writeMedia(key: string): Promise<void> {
  const path = join(collection.mediaRoot, key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'name,size');
}

describe('DELETE /api/accounts/', () => {
  it('deletes all rows, files, sessions and tokens of the user on all replicas', async () => {
    const before = await listFiles(collection);
    const { user, token, browser, object_id } = await addOwner();
    // The jobs remove their temporary files a moment later.
    await eventually(async () => expect(await listFiles(collection)).toHaveLength(before.length + 10));
    const stolen = new Map(browser.cookies);
    const { status } = await browser.send('DELETE', ACCOUNT, { password: PASSWORD });
    expect([status, browser.cookies.size]).toEqual([204, 0]);
    for (const service of [collection, replica]) {
      expect((await service.request('/api/users/me/', { headers: withToken(token) })).status).toBe(401);
      expect(await openBrowser(service, { cookies: new Map(stolen) }).whoAmI()).toBeUndefined();
      expect((await signIn(service, user.username)).status).toBe(400);
    }
    const onlooker = withToken(await tokenOf(collection, await addUser(collection, newName())));
    for (const path of [
      `/api/items/${object_id}/`,
      `/api/collections/${user.id}/`,
      `/api/users/${user.username}/`,
    ]) {
      expect((await replica.request(path, { headers: onlooker })).status).toBe(404);
    }
    expect(await listFiles(collection)).toEqual(before);
    expect(await findTablesWithUser(user.id)).toEqual([]);
  });

  it('notifies the owner by e-mail', async () => {
    const { user, browser } = await openSignedIn(collection);
    await remove(browser, { password: PASSWORD });
    await eventually(async () => {
      const sent = mail.mails.filter(({ recipients }) => recipients.includes(user.email));
      expect(sent).toMatchObject([{ subject: 'Your account was deleted', key: '', link: undefined }]);
    });
  });

  it('frees the username and the e-mail address', async () => {
    const { user, browser } = await addOwner();
    expect((await remove(browser, { password: PASSWORD })).status).toBe(204);
    await addUser(collection, user.username, { email: user.email });
  });

  it.each([
    [{}, { password: ['This field is required.'] }],
    [{ password: '' }, { password: ['This field may not be blank.'] }],
    [{ password: null }, { password: ['This field may not be null.'] }],
    [{ password: 7 }, { password: ['Not a valid string.'] }],
    [{ password: 'wrong' }, { password: ['The password is not correct.'] }],
    [{ username: 'theirs' }, { password: ['This field is required.'] }],
  ])('returns 400 and deletes nothing for %j', async (sent, expected) => {
    const { user, browser } = await openSignedIn(collection);
    const token = await tokenOf(collection, user);
    const { status, body } = await remove(browser, sent);
    expect([status, body]).toEqual([400, expected]);
    expect((await collection.request('/api/users/me/', { headers: withToken(token) })).status).toBe(200);
  });

  it('counts wrong passwords as failed sign-ins, and returns 429 after five', async () => {
    const { user, browser } = await openSignedIn(collection);
    for (let turn = 0; turn < 5; turn += 1)
      expect((await remove(browser, { password: 'wrong' })).status).toBe(400);
    expect((await remove(browser, { password: PASSWORD })).status).toBe(429);
    expect((await signIn(collection, user.username)).status).toBe(429);
  });

  it('requires the username from users without a password', async () => {
    const { user, browser } = await openSignedIn(collection);
    await collection.db('users').where({ id: user.id }).update({ password_hash: null });
    expect((await remove(browser, { password: 'anything' })).body).toEqual({
      username: ['This field is required.'],
    });
    expect((await remove(browser, { username: 'another' })).body).toEqual({
      username: ['This is not the username of the account.'],
    });
    expect((await remove(browser, { username: user.username.toUpperCase() })).status).toBe(204);
  });

  it('returns 401 without credentials and 403 with a wrong CSRF token', async () => {
    const user = await addUser(collection, newName());
    expect((await collection.request(ACCOUNT, json('DELETE', { password: PASSWORD }))).status).toBe(401);
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    const init = json('DELETE', { password: PASSWORD });
    const headers = { ...(init.headers as Record<string, string>), 'X-CSRF-Token': 'wrong' };
    expect((await browser.request(ACCOUNT, { ...init, headers })).status).toBe(403);
  });

  it('succeeds during concurrent writes of the user, which return no 5xx', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user, browser } = await openSignedIn(collection);
      const token = await tokenOf(collection, user);
      const ids = [];
      for (let turn = 0; turn < 4; turn += 1) ids.push(await addItem(collection, user));
      const picture = await png();
      const busy = ids.flatMap((id) => [
        collection.request(`/api/items/${id}/`, json('PATCH', { name: 'x', is_private: true }, token)),
        replica.request('/api/items/', json('POST', { item_type: 'jersey', is_draft: true }, token)),
        replica.request('/api/photos/', {
          method: 'POST',
          headers: withToken(token),
          body: toForm({ content_type: 1, object_id: id }, picture),
        }),
        collection.request(`/api/items/${id}/`, { method: 'DELETE', headers: withToken(token) }),
      ]);
      const [removed, ...others] = await Promise.all([remove(browser, { password: PASSWORD }), ...busy]);
      expect(removed?.status).toBe(204);
      expect(others.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
      expect(await findTablesWithUser(user.id)).toEqual([]);
    }
  });

  it('waits for a transaction on an item, and deletes the photo that the transaction adds', async () => {
    const { user, browser } = await openSignedIn(collection);
    const item_id = await addItem(collection, user);
    const removed = await collection.db.transaction(async (transaction) => {
      await transaction('items').where({ user_id: user.id }).forUpdate().select('user_id');
      const response = remove(browser, { password: PASSWORD });
      await eventually(async () => expect(await countWaiting()).toBe(1));
      // This insert would block if the waiting request had locked the user's row.
      const photo = { user_id: user.id, item_id, image_key: 'originals/late.jpg', width: 1, height: 1 };
      await transaction('photos').insert(photo);
      return { response };
    });
    expect((await removed.response).status).toBe(204);
    expect(await findTablesWithUser(user.id)).toEqual([]);
  });

  it('deletes files that jobs store while the deletion waits for them', async () => {
    const { user, browser } = await openSignedIn(collection);
    const item_id = await addItem(collection, user);
    const photo = { user_id: user.id, item_id, image_key: newKey('originals', 'jpg'), width: 1, height: 1 };
    await collection.db('photos').insert(photo);
    const [made] = await collection
      .db('exports')
      .insert({ user_id: user.id, status: 'running' })
      .returning('id');
    const keys = { avif_key: newKey('avif', 'avif'), file_key: newKey('exports', 'zip') };
    for (const key of Object.values(keys)) await writeMedia(key);
    const before = await listFiles(collection);
    const removed = await collection.db.transaction(async (transaction) => {
      await transaction('photos').where({ user_id: user.id }).update({ avif_key: keys.avif_key });
      await transaction('exports').where({ id: made.id }).update({ file_key: keys.file_key });
      const response = remove(browser, { password: PASSWORD });
      await eventually(async () => expect(await countWaiting()).toBe(1));
      return { response };
    });
    expect((await removed.response).status).toBe(204);
    expect(before).toEqual(expect.arrayContaining(Object.values(keys)));
    expect(await listFiles(collection)).toEqual(before.filter((file) => !Object.values(keys).includes(file)));
  });

  it('discards unsent e-mails, and invalidates keys that were sent', async () => {
    const { user, browser } = await addOwner();
    const { key } = await mail.lastMailTo(user.email);
    await collection
      .db('mails')
      .insert({ kind: 'change', email: 'late@example.org', user_id: user.id, nonce: randomBytes(32) });
    await remove(browser, { password: PASSWORD });
    await waitForPendingMails(collection);
    const sent = { key, password: 'green umbrella 7' };
    expect((await post(collection, 'password/reset/confirm/', sent)).status).toBe(400);
  });
});

/** Number of statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await collection.db.raw(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

/** The tables that still contain a user's id. */
async function findTablesWithUser(userId: number): Promise<string[]> {
  const { rows } = await collection.db.raw(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'",
  );
  const matches = (rows as Array<{ table_name: string }>).map(async ({ table_name: table }) => {
    const known = await collection.db(table).where({ user_id: userId }).first('user_id');
    return known ? [table] : [];
  });
  const users = await collection.db('users').where({ id: userId }).pluck('username');
  return [...(await Promise.all(matches)).flat(), ...users];
}
