import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { deleteAccount } from '../src/account-data/delete-account.ts';
import { newName, post, useCollectionWithMail, waitForPendingMails, withContext } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { codeOf } from './test-codes.ts';
import { type ApiResponse } from './test-collection.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { listFiles, toForm } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addUser, json, PASSWORD, signIn } from './test-users.ts';

const NEW_PASSWORD = 'green umbrella 7';

const { collection, mail } = useCollectionWithMail();

let picture: Buffer;

beforeAll(async () => {
  await addBrand(collection, 1, 'adidas');
  picture = await png();
});

/** A user with an item, a photo and a signed-in browser. */
interface Owner {
  id: number;
  username: string;
  email: string;
  item: number;
  photo: number;
  send(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  sendForm(method: string, path: string, form: FormData): Promise<ApiResponse>;
}

async function addOwner(): Promise<Owner> {
  const user = await addUser(collection, newName());
  const { id, username, email } = user;
  const browser = openBrowser(collection);
  await browser.signIn(username);
  // Requested in advance, so that the deletion is concurrent with the tested request itself.
  const csrf = { 'X-CSRF-Token': await browser.csrfToken() };
  const item = await addItem(collection, user, { brand_id: 1 });
  const photo = await addPhoto(collection, user, item);
  return {
    id,
    username,
    email,
    item,
    photo,
    send: (method, path, body = {}) => {
      const init = json(method, body);
      return browser.request(path, { ...init, headers: { ...(init.headers as object), ...csrf } });
    },
    sendForm: (method, path, body) => browser.request(path, { method, body, headers: csrf }),
  };
}

/** Waits until this many statements wait for a lock. */
function untilWaiting(count = 1): Promise<void> {
  return eventually(async () => {
    const { rows } = await collection.db.raw(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length < count) throw new Error(`${rows.length} statements wait, not ${count}`);
  });
}

/** Sends a request while a row is being deleted, so that what the request has read becomes outdated. */
async function whileDeleting<T>(table: string, id: number, request: () => Promise<T>): Promise<T> {
  const { response } = await collection.db.transaction(async (transaction) => {
    await transaction(table).where({ id }).delete();
    const sent = request();
    await untilWaiting();
    return { response: sent };
  });
  return response;
}

const avatarForm = () => {
  const form = new FormData();
  form.set('avatar', new Blob([new Uint8Array(picture)]), 'me.png');
  return form;
};
const jersey = (fields: object) => ({ item_type: 'jersey', name: 'A shirt', size: 4, ...fields });

const WRITES: Array<[string, (owner: Owner) => Promise<ApiResponse>]> = [
  ['a new draft', ({ send }) => send('POST', '/api/items/', { item_type: 'jersey', is_draft: true })],
  ['a new item', ({ send }) => send('POST', '/api/items/', jersey({ brand: 1 }))],
  [
    'a new item of a brand that is not stored yet',
    ({ send }) => send('POST', '/api/items/', jersey({ brand: 77 })),
  ],
  ['an item that is replaced', ({ send, item }) => send('PUT', `/api/items/${item}/`, jersey({ brand: 1 }))],
  ['an item that is changed', ({ send, item }) => send('PATCH', `/api/items/${item}/`, { is_private: true })],
  ['an item that is deleted', ({ send, item }) => send('DELETE', `/api/items/${item}/`)],
  [
    'a photo of an item',
    ({ sendForm, item }) =>
      sendForm('POST', '/api/photos/', toForm({ content_type: 1, object_id: item }, picture)),
  ],
  ['a photo without an item', ({ sendForm }) => sendForm('POST', '/api/photos/', toForm({}, picture))],
  ['a photo’s caption', ({ send, photo }) => send('PATCH', `/api/photos/${photo}/`, { caption: 'x' })],
  [
    'another picture of a photo',
    ({ sendForm, photo }) => sendForm('PATCH', `/api/photos/${photo}/`, toForm({}, picture)),
  ],
  ['a photo that is deleted', ({ send, photo }) => send('DELETE', `/api/photos/${photo}/`)],
  ['a share link', ({ send }) => send('POST', '/api/shares/', { scope: 'collection' })],
  ['a share link to an item', ({ send, item }) => send('POST', '/api/shares/', { scope: 'item', item })],
  ['a profile', ({ send }) => send('PATCH', '/api/accounts/profile/', { name: 'x' })],
  [
    'another e-mail address',
    ({ send, email }) => send('PATCH', '/api/accounts/profile/', { email: `new-${email}` }),
  ],
  ['a picture of the user', ({ sendForm }) => sendForm('PUT', '/api/accounts/profile/avatar/', avatarForm())],
  ['a user', ({ send, username }) => send('PATCH', `/api/users/${username}/`, { name: 'x' })],
  [
    'another password',
    ({ send }) =>
      send('POST', '/api/accounts/password/change/', {
        current_password: PASSWORD,
        new_password: NEW_PASSWORD,
      }),
  ],
  ['a second factor', ({ send }) => send('POST', '/api/accounts/mfa/totp/')],
];

async function startTotp({ send }: Owner): Promise<string> {
  return codeOf((await send('POST', '/api/accounts/mfa/totp/')).body.secret);
}

describe('a write request whose user is deleted at the same time', () => {
  it.each(WRITES)('receives 401 or 404 and leaves no file: %s', async (_what, write) => {
    const owner = await addOwner();
    const before = await listFiles(collection);
    const { status, body } = await whileDeleting('users', owner.id, () => write(owner));
    expect([401, 404]).toContain(status);
    const detail = status === 401 ? 'User inactive or deleted.' : 'Not found.';
    expect(body).toEqual({ detail });
    expect(await listFiles(collection)).toEqual(before);
  });

  it('receives 401 when it confirms a second factor', async () => {
    const owner = await addOwner();
    const code = await startTotp(owner);
    const confirm = () => owner.send('POST', '/api/accounts/mfa/totp/confirm/', { code });
    expect((await whileDeleting('users', owner.id, confirm)).status).toBe(401);
  });

  it('receives 400 with the error for wrong credentials when it signs in', async () => {
    const refused = [400, { non_field_errors: ['Unable to log in with provided credentials.'] }];
    for (const enter of [
      ({ username }: Owner) => signIn(collection, username),
      ({ username }: Owner) =>
        openBrowser(collection).send('POST', '/api/accounts/login/', { username, password: PASSWORD }),
    ]) {
      const owner = await addOwner();
      const { status, body } = await whileDeleting('users', owner.id, () => enter(owner));
      expect([status, body]).toEqual(refused);
    }
  });

  it('receives a page with status 401 if it was sent by a form', async () => {
    const { id, username } = await addUser(collection, newName());
    const browser = openPageBrowser(collection);
    await browser.signIn(username);
    const page = await browser.open('/accounts/email/');
    const shown = await whileDeleting('users', id, () =>
      browser.send(page, 'Change the address', { email: `${username}@example.com` }),
    );
    expect([shown.status, shown.heading]).toEqual([401, 'You are signed out']);
  });
});

describe('an upload whose item is deleted at the same time', () => {
  it('receives 400 with the id of the item, and leaves no file', async () => {
    const { item, sendForm } = await addOwner();
    const before = await listFiles(collection);
    const form = toForm({ content_type: 1, object_id: item }, picture);
    const upload = () => sendForm('POST', '/api/photos/', form);
    const { status, body } = await whileDeleting('items', item, upload);
    expect([status, body]).toEqual([400, { object_id: [`Invalid pk "${item}" - object does not exist.`] }]);
    expect(await listFiles(collection)).toEqual(before);
  });
});

describe('the deletion of a user', () => {
  /** Lets a request run until it needs a table, then deletes its user and lets both continue. */
  async function deleteDuring(
    table: string,
    owner: Owner,
    request: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    return withContext(
      { DATABASE_URL: collection.database.url, MEDIA_ROOT: collection.mediaRoot },
      async (context) => {
        const { response, deletion } = await collection.db.transaction(async (transaction) => {
          await transaction.raw(`lock table ${table} in share row exclusive mode`);
          const sent = request();
          await untilWaiting(1);
          const deleted = deleteAccount(context, owner.id);
          await untilWaiting(2);
          return { response: sent, deletion: deleted };
        });
        const [received] = await Promise.all([response, deletion]);
        return received;
      },
    );
  }

  it.each<[string, string, (owner: Owner) => Promise<() => Promise<ApiResponse>>]>([
    [
      'a new item',
      'collections',
      async ({ send }) =>
        () =>
          send('POST', '/api/items/', jersey({ brand: 1 })),
    ],
    [
      'a photo',
      'photos',
      async ({ sendForm, item }) =>
        () =>
          sendForm('POST', '/api/photos/', toForm({ content_type: 1, object_id: item }, picture)),
    ],
    [
      'a second factor',
      'mails',
      async (owner) => {
        const code = await startTotp(owner);
        return () => owner.send('POST', '/api/accounts/mfa/totp/confirm/', { code });
      },
    ],
    [
      'the end of other sessions',
      'mails',
      async ({ username, send }) => {
        await openBrowser(collection).signIn(username);
        return () => send('DELETE', '/api/accounts/sessions/');
      },
    ],
    [
      'the end of one session',
      'mails',
      async ({ id, username, send }) => {
        await openBrowser(collection).signIn(username);
        const [otherSession] = await collection
          .db('sessions')
          .where({ user_id: id })
          .orderBy('created_at', 'desc');
        return () => send('DELETE', `/api/accounts/sessions/${otherSession.id}/`);
      },
    ],
    [
      'the deletion of the token',
      'mails',
      async ({ username, send }) => {
        await signIn(collection, username);
        return () => send('DELETE', '/api/accounts/token/');
      },
    ],
    [
      'a password that is reset',
      'users',
      async ({ email }) => {
        await post(collection, 'password/reset/', { email });
        const { key } = await mail.lastMailTo(email);
        await waitForPendingMails(collection);
        return () => post(collection, 'password/reset/confirm/', { key, password: NEW_PASSWORD });
      },
    ],
  ])('waits for a request that is writing %s, and succeeds', async (_what, table, prepare) => {
    const owner = await addOwner();
    const request = await prepare(owner);
    // 401: the session is renewed after the write, when its user may have been deleted.
    expect([200, 201, 204, 401]).toContain((await deleteDuring(table, owner, request)).status);
    expect(await collection.db('users').where({ id: owner.id })).toEqual([]);
  });
});
