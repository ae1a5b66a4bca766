import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { createAppToken } from '../src/accounts/tokens/app-tokens.ts';
import { sendKeyed } from './keyed-actions.ts';
import { readZip } from './read-zip.ts';
import { newName } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { TEST_SECRET_KEY, useCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { addItem } from './test-items.ts';
import { createUserClient, download, keyOf, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addShare } from './test-shares.ts';
import { addUser, json as jsonOf, PASSWORD, withToken } from './test-users.ts';

const collection = useCollection();

const EXPORT = '/api/accounts/export/';

/** Downloads a user's export, signed in by session or by API token. */
async function exportOf({ id, token }: { id: number; token: string }, by: 'session' | 'token' = 'session') {
  const headers = by === 'token' ? withToken(token) : { Cookie: await signInAs(id) };
  const response = await fetch(`${collection.url}${EXPORT}`, { headers });
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  return { response, files, json: (name: string) => JSON.parse(String(files.get(name))) };
}

async function signInAs(id: number): Promise<string> {
  const { username } = await collection.db('users').where({ id }).first('username');
  const browser = openBrowser(collection);
  await browser.signIn(username);
  return [...browser.cookies].map((pair) => pair.join('=')).join('; ');
}

/** Uploads an avatar; returns its URL. */
async function setAvatar(user: Photographer): Promise<string> {
  const body = new FormData();
  body.set('avatar', new Blob([new Uint8Array(await png())]), 'me.png');
  const init = { method: 'PUT', headers: withToken(user.token), body };
  return (await collection.request('/api/accounts/profile/avatar/', init)).body.avatar;
}

/** Larger than the buffers of a connection. */
const LARGE = 8 * 1024 * 1024;

describe('GET /api/accounts/export/', () => {
  it('returns a ZIP of the profile, items, photos and image files, including drafts and private items', async () => {
    const user = await createUserClient(collection);
    const avatar = await setAvatar(user);
    const items = [
      await addItem(collection, user, {
        name: 'Málaga “home”\n',
        notes: 'from my aunt',
        estimated_value: { amount: '85.00', currency: 'EUR' },
      }),
      await addItem(collection, user, { is_draft: true }),
      await addItem(collection, user, { is_private: true }),
    ];
    const attached = await user.upload(await png(), {
      content_type: 1,
      object_id: items[0] ?? 0,
      caption: 'front',
    });
    const loose = await user.upload(await png());
    const otherUser = await createUserClient(collection);
    await addItem(collection, otherUser);
    await otherUser.upload(await png());

    const { response, files, json } = await exportOf(user);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="kitroom-export.zip"');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const images = [`images/${attached.id}.png`, `images/${loose.id}.png`, 'images/avatar.webp'];
    const lists = ['items.json', 'item-values.json', 'photos.json', 'profile.json', 'sign-ins.json'];
    expect([...files.keys()]).toEqual(expect.arrayContaining([...images, ...lists]));
    expect(imagesIn(files).toSorted()).toEqual(images.toSorted());
    expect(json('profile.json')).toEqual((await user.get('/api/accounts/profile/')).body);
    const listed = (await user.get('/api/items/')).body as Array<Record<string, unknown> & { id: number }>;
    const stored = listed.map(
      ({
        labels: _labels,
        main_photo: _main,
        main_photo_thumbnail: _thumbnail,
        main_photo_card: _card,
        photo_count: _count,
        ...item
      }) => item,
    );
    expect(json('items.json')).toEqual(stored.toSorted((left, right) => left.id - right.id));
    expect(json('items.json')[0]).toMatchObject({ notes: 'from my aunt' });
    expect(json('item-values.json')).toEqual([
      {
        item: items[0],
        estimated_value: { amount: '85.00', currency: 'EUR' },
        changed_at: expect.any(String),
      },
    ]);
    const photos = (await user.get('/api/photos/')).body as Array<{ id: number }>;
    const exported = json('photos.json') as Array<{
      id: number;
      file: string;
      image_avif: unknown;
      image_card: unknown;
      thumbnail: unknown;
    }>;
    expect(exported.map(({ id, file }) => [id, file])).toEqual([
      [attached.id, `images/${attached.id}.png`],
      [loose.id, `images/${loose.id}.png`],
    ]);
    for (const {
      file: _file,
      image_avif: _avif,
      image_card: _card,
      thumbnail: _thumbnail,
      ...rest
    } of exported) {
      // The renditions may have been generated in between.
      expect(photos).toContainEqual(expect.objectContaining(rest));
    }
    for (const { id, image } of [attached, loose]) {
      expect(files.get(`images/${id}.png`)?.equals(await download(image))).toBe(true);
    }
    expect(files.get('images/avatar.webp')?.equals(await download(avatar))).toBe(true);
  });

  it('contains the stored responses of requests with an Idempotency-Key', async () => {
    const user = await createUserClient(collection);
    const init = jsonOf('POST', { item_type: 'other', name: 'Scarf' });
    const { body } = await sendKeyed(collection, user, { path: '/api/items/', init, key: 'scarf' });
    const exported = (await exportOf(user)).json('idempotency-keys.json');
    expect(exported).toEqual([{ key: 'scarf', created_at: expect.any(String), status: 201, response: body }]);
  });

  it('omits the records of sign-ins when requested with a token', async () => {
    const user = await createUserClient(collection);
    const item = await addItem(collection, user, { is_private: true });
    const whole = await exportOf(user);
    const { response, files, json } = await exportOf(user, 'token');
    expect(response.status).toBe(200);
    expect([...files.keys()].toSorted()).toEqual([
      'idempotency-keys.json',
      'imports.json',
      'item-values.json',
      'items.json',
      'limits.json',
      'photos.json',
      'profile.json',
      'shares.json',
    ]);
    expect(json('items.json')).toMatchObject([{ id: item }]);
    expect([...whole.files.keys()]).toEqual(
      expect.arrayContaining(['sign-ins.json', 'second-factor.json', 'social-sign-ins.json']),
    );
  });

  it('contains no tokens, session ids, passwords or password hashes', async () => {
    const user = await createUserClient(collection);
    const { username } = await collection.db('users').where({ id: user.id }).first('username');
    await collection.request('/api/accounts/password/reset/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `${username}@example.org` }),
    });
    await eventually(async () => {
      expect(await collection.db('account_keys').where({ user_id: user.id }).select('purpose')).toHaveLength(
        1,
      );
    });
    const share = await addShare(collection, user, {
      scope: 'collection',
      title: 'Mine',
      password: PASSWORD,
    });
    const app = await createAppToken(collection.db, user.id, { name: 'My app', scope: 'read' });
    const { files, json } = await exportOf(user);
    expect(json('shares.json')).toEqual([
      expect.objectContaining({ id: share.id, title: 'Mine', has_password: true }),
    ]);
    expect(json('sign-ins.json')).toEqual({
      token: { created_at: expect.any(String), last_used_at: expect.any(String) },
      app_tokens: [
        {
          id: app.row.id,
          name: 'My app',
          scope: 'read',
          created_at: expect.any(String),
          last_used_at: null,
          expires_at: null,
        },
      ],
      sessions: [
        {
          created_at: expect.any(String),
          last_used_at: expect.any(String),
          user_agent: 'node',
          address: '127.0.0.1',
          expires_at: expect.any(String),
        },
      ],
      keys: [{ purpose: 'reset', email: `${username}@example.org`, expires_at: expect.any(String) }],
    });
    const text = [...files.values()].map(String).join('\n');
    const [session] = await collection.db('sessions').where({ user_id: user.id });
    const { password_hash: hash } = await collection
      .db('users')
      .where({ id: user.id })
      .first('password_hash');
    for (const secret of [user.token, app.token, share.token, session.sid, hash, PASSWORD, '$argon2id'])
      expect(text).not.toContain(secret);
  });

  it('lists imports with the columns and mapping of their files', async () => {
    const user = await createUserClient(collection);
    const importer = createImporter(collection, user.token);
    const { id } = await importer.review('Name,Notiz\nA shirt,x\n', 'mine.csv');
    await createImporter(collection, (await createUserClient(collection)).token).review('Name\nNot mine\n');
    const { json } = await exportOf(user);
    expect(json('imports.json')).toEqual([
      expect.objectContaining({
        id,
        file_name: 'mine.csv',
        status: 'review',
        row_count: 1,
        columns: ['Name', 'Notiz'],
        mapping: expect.objectContaining({ Name: 'name' }),
        options: expect.objectContaining({ on_match: 'skip' }),
      }),
    ]);
  });

  it('returns empty lists for a new user', async () => {
    const { json } = await exportOf(await createUserClient(collection));
    expect([json('items.json'), json('photos.json')]).toEqual([[], []]);
  });

  it('omits an image whose file is missing', async () => {
    const user = await createUserClient(collection);
    const [aborting, there] = [await user.upload(await png()), await user.upload(await png())];
    await rm(join(collection.mediaRoot, keyOf(aborting.image)));
    const { files, json } = await exportOf(user);
    expect(json('photos.json')).toHaveLength(2);
    expect([files.has(`images/${aborting.id}.png`), files.has(`images/${there.id}.png`)]).toEqual([
      false,
      true,
    ]);
  });

  it('returns 3001 items in order of their ids', async () => {
    const user = await createUserClient(collection);
    await addItem(collection, user);
    await collection.db.raw(
      `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
         secondary_colors, tags, tag_keys)
       select user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
         secondary_colors, tags, tag_keys
       from items, generate_series(1, 3000) where user_id = ?`,
      [user.id],
    );
    const ids = ((await exportOf(user)).json('items.json') as Array<{ id: number }>).map(({ id }) => id);
    expect(ids).toHaveLength(3001);
    expect(ids).toEqual(ids.toSorted((left, right) => left - right));
  });

  it('deletes its temporary files when the client disconnects', async () => {
    const user = await createUserClient(collection);
    for (let turn = 0; turn < 3; turn += 1) {
      const { image } = await user.upload(await png());
      await writeFile(join(collection.mediaRoot, keyOf(image)), randomBytes(LARGE));
    }
    const aborting = new AbortController();
    const response = await fetch(`${collection.url}${EXPORT}`, {
      headers: withToken(user.token),
      signal: aborting.signal,
    });
    await response.body?.getReader().read();
    const work = () => readdir(join(collection.mediaRoot, '.uploads'));
    await eventually(async () => expect(await work()).toHaveLength(1));
    aborting.abort();
    await eventually(async () => expect(await work()).toEqual([]));
    expect((await collection.request('/api/health')).status).toBe(200);
    expect(imagesIn((await exportOf(user)).files)).toHaveLength(3);
  });

  it('returns 200 for GET and HEAD with a session, and 401 without credentials', async () => {
    expect((await collection.request(EXPORT)).status).toBe(401);
    const user = await addUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    expect((await browser.request(EXPORT)).status).toBe(200);
    expect((await browser.request(EXPORT, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('the log of interrupted exports', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('collection', {
      DATABASE_URL: collection.database.url,
      MEDIA_ROOT: collection.mediaRoot,
      SECRET_KEY: TEST_SECRET_KEY,
    });
  });
  afterAll(() => service?.kill());

  async function findLine(id: string): Promise<unknown> {
    return JSON.parse(await service.waitForLine((text) => text.includes(`"requestId":"${id}"`)));
  }

  it('has an error with its cause if an image is unreadable', async () => {
    const user = await createUserClient(collection);
    const { image } = await user.upload(await png());
    const file = join(collection.mediaRoot, keyOf(image));
    await rm(file);
    await mkdir(file);
    const response = await fetch(`${service.url}${EXPORT}`, {
      headers: { ...withToken(user.token), 'X-Request-Id': 'unreadable' },
    });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    expect(await findLine('unreadable')).toMatchObject({ level: 'error', err: { code: 'EISDIR' } });
  });

  it('has `request aborted` at level info if the client disconnects', async () => {
    const user = await createUserClient(collection);
    const { image } = await user.upload(await png());
    await writeFile(join(collection.mediaRoot, keyOf(image)), randomBytes(LARGE));
    const aborting = new AbortController();
    const response = await fetch(`${service.url}${EXPORT}`, {
      headers: { ...withToken(user.token), 'X-Request-Id': 'gone-away' },
      signal: aborting.signal,
    });
    await response.body?.getReader().read();
    aborting.abort();
    expect(await findLine('gone-away')).toMatchObject({ level: 'info', msg: 'request aborted' });
  });
});

function imagesIn(files: ReadonlyMap<string, Buffer>): string[] {
  return [...files.keys()].filter((name) => name.startsWith('images/'));
}
