import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { waitForWaiting } from '@kitroom/testing/hold-rows';
import { collectionJobs } from '../src/jobs.ts';
import { STORED_REPLY_BYTES } from '../src/limits.ts';
import { holdTable } from './hold-locks.ts';
import { KEYED_ACTIONS, readState, sendKeyed, type KeyedAction, type MakeAction } from './keyed-actions.ts';
import { RECORDS, servingRecords, useStandInCatalogue } from './stand-in-catalogue.ts';
import { withContext } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import {
  JOB_RUN,
  startTestCollection,
  useCollection,
  useReplica,
  type ApiResponse,
  type TestCollection,
} from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, listFiles, toForm, type Photographer } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addUser, json, PASSWORD, tokenOf } from './test-users.ts';

const APP = 'https://app.example';
const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({
  WORKER: 'false',
  CORS_ORIGINS: APP,
  CATALOGUE_URL: catalogue.url,
}));
const replica = useReplica(collection, () => ({ MEDIA_ROOT: collection.mediaRoot }));
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

const REPLAYED = 'Idempotent-Replayed';

interface Sending {
  by?: Photographer;
  at?: TestCollection;
  /** Whether to send the action's different request. */
  isDifferent?: boolean;
}

function send(action: KeyedAction, key: string, { by = user, at = collection, isDifferent }: Sending = {}) {
  return sendKeyed(at, by, {
    path: action.path,
    init: isDifferent ? action.differentInit : action.init,
    key,
  });
}

/** The parts of a response that a repetition must return again. */
function shown({ status, headers, body }: ApiResponse) {
  return { status, etag: headers.get('ETag'), body };
}

/** An action that creates an item with this name. */
const creating = (name: string): KeyedAction => ({
  path: '/api/items/',
  init: json('POST', { item_type: 'other', name }),
  differentInit: json('POST', { item_type: 'other', name: `Not ${name}` }),
});

async function age(key: string, hours: number): Promise<void> {
  const sql = `update idempotency_keys set created_at = now() - ? * interval '1 hour' where key = ?`;
  await query(collection.db, sql, [hours, key]);
}

describe.each(KEYED_ACTIONS)('%s with an Idempotency-Key', (_name, make: MakeAction) => {
  it('responds to repetitions with the same status, body and ETag, and writes nothing', async () => {
    const action = await make(collection, user);
    const key = randomUUID();
    const first = await send(action, key);
    expect([first.status < 300, first.headers.get(REPLAYED)]).toEqual([true, null]);
    expect(first.headers.get('ETag')).toMatch(/^".+"$/);
    const [state, files] = [await readState(collection, user), await listFiles(collection)];
    for (const at of [collection, replica]) {
      const repeated = await send(action, key, { at });
      expect(shown(repeated)).toEqual(shown(first));
      expect(repeated.headers.get(REPLAYED)).toBe('true');
    }
    expect(await readState(collection, user)).toEqual(state);
    expect(await listFiles(collection)).toEqual(files);
  });

  it('is carried out only once for twenty concurrent equal requests to two processes', async () => {
    const by = await createUserClient(collection);
    const action = await make(collection, by);
    const files = (await listFiles(collection)).length;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(action, 'one', { by, at: index % 2 ? collection : replica }),
      ),
    );
    const [first, ...others] = responses.filter(
      ({ status, headers }) => status < 300 && !headers.has(REPLAYED),
    );
    expect(others).toEqual([]);
    if (!first) throw new Error('no request was carried out');
    const busy = responses.filter(({ status }) => status === 409);
    for (const { headers, body } of busy) {
      expect(body).toEqual({ detail: 'This request is being processed.' });
      expect(headers.get('Retry-After')).toBe('1');
    }
    const done = responses.filter((response) => !busy.includes(response));
    expect(done.map(shown)).toEqual(done.map(() => shown(first)));
    const once = await createUserClient(collection);
    await send(await make(collection, once), 'one', { by: once });
    const [state, expected] = [await readState(collection, by), await readState(collection, once)];
    expect(state.items).toHaveLength(expected.items.length);
    expect(state.photos).toHaveLength(expected.photos.length);
    expect(await listFiles(collection)).toHaveLength(files + 2 * expected.photos.length);
    expect(shown(await send(action, 'one', { by }))).toEqual(shown(first));
  });

  it('returns 422 for another request with the same key, and changes nothing', async () => {
    const action = await make(collection, user);
    const key = randomUUID();
    await send(action, key);
    const [state, files] = [await readState(collection, user), await listFiles(collection)];
    const { status, body } = await send(action, key, { isDifferent: true });
    const detail = 'This Idempotency-Key was used for another request.';
    expect([status, body]).toEqual([422, { detail }]);
    expect(await readState(collection, user)).toEqual(state);
    expect(await listFiles(collection)).toEqual(files);
  });

  it('returns 409 to an equal request while the first request is being processed', async () => {
    const by = await createUserClient(collection);
    const action = await make(collection, by);
    const table = action.path === '/api/photos/' || action.path.endsWith('/batch/') ? 'photos' : 'items';
    const held = await holdTable(collection.database.url, table, 'share');
    const first = send(action, 'busy', { by });
    try {
      await waitForWaiting(collection.database.url, 1);
      const second = await send(action, 'busy', { by, at: replica });
      expect([second.status, second.headers.get('Retry-After')]).toEqual([409, '1']);
      expect(second.body).toEqual({ detail: 'This request is being processed.' });
    } finally {
      await held.release();
    }
    const carriedOut = shown(await first);
    expect(shown(await send(action, 'busy', { by }))).toEqual(carriedOut);
  });
});

describe('Idempotency-Key', () => {
  it.each([
    ['is empty', ''],
    ['has 256 characters', 'k'.repeat(256)],
    ['contains a space', 'a key'],
    ['is not ASCII', 'clé'],
  ])('is rejected with 400 if it %s', async (_fault, key) => {
    for (const [, make] of KEYED_ACTIONS) {
      const action = await make(collection, user);
      const state = await readState(collection, user);
      const { status, body } = await send(action, key);
      expect([status, Object.keys(body)]).toEqual([400, ['Idempotency-Key']]);
      expect(await readState(collection, user)).toEqual(state);
    }
  });

  it.each(['k', '!~', 'k'.repeat(255)])('accepts the value %s', async (key) => {
    expect((await send(creating('Key'), key)).status).toBe(201);
    expect((await send(creating('Key'), key)).headers.get(REPLAYED)).toBe('true');
  });

  it('lets only one of two equal requests write if neither finds a stored response at first', async () => {
    const by = await createUserClient(collection);
    const respond: Array<() => void> = [];
    catalogue.setBehaviour((response, url) => respond.push(() => servingRecords(RECORDS)(response, url)));
    const action = {
      ...creating('Twice'),
      init: json('POST', { item_type: 'jersey', name: 'Twice', club: 7 }),
    };
    const requests = [collection, replica].map((at) => send(action, 'twice', { by, at }));
    await eventually(async () => expect(respond).toHaveLength(2));
    respond[0]?.();
    const first = await Promise.race(requests);
    respond[1]?.();
    const responses = await Promise.all(requests);
    expect(responses.map(shown)).toEqual([shown(first), shown(first)]);
    expect((await readState(collection, by)).items).toHaveLength(1);
  });

  it('is separate for each user', async () => {
    const [photographer, otherUser] = [
      await createUserClient(collection),
      await createUserClient(collection),
    ];
    const first = await send(creating('Shared'), 'shared', { by: photographer });
    const second = await send(creating('Shared'), 'shared', { by: otherUser });
    expect([second.status, second.headers.get(REPLAYED)]).toEqual([201, null]);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await send(creating('Other'), 'shared', { by: photographer })).status).toBe(422);
  });

  it('identifies a request by path, query string and bytes of its JSON, but not by a trailing slash', async () => {
    const { path, init } = creating('Bytes');
    const key = randomUUID();
    const first = await send(creating('Bytes'), key);
    const spaced = { ...init, body: '{"item_type": "other","name":"Bytes"}' };
    const id = await addItem(collection, user);
    for (const otherRequest of [
      { path, init: spaced },
      { path: `${path}?page=1`, init },
      { path: `${path}${id}/clone/`, init },
    ]) {
      expect((await sendKeyed(collection, user, { ...otherRequest, key })).status).toBe(422);
    }
    const repeated = await sendKeyed(collection, user, { path: '/api/items', init, key });
    expect(shown(repeated)).toEqual(shown(first));
  });

  it('identifies a form by its fields and file content, but not by boundary, field order or file name', async () => {
    const [picture, another] = [await png(), await png({ width: 50, height: 40 })];
    const upload = (fields: Record<string, string>, file: Buffer, name?: string) =>
      sendKeyed(collection, user, {
        path: '/api/photos/',
        init: { method: 'POST', body: toForm(fields, file, name) },
        key: 'form',
      });
    const first = await upload({ caption: 'a', order: '1' }, picture, 'a.png');
    expect(first.status).toBe(201);
    const files = await listFiles(collection);
    const repeated = await upload({ order: '1', caption: 'a' }, picture, 'b.jpg');
    expect([shown(repeated), repeated.headers.get(REPLAYED)]).toEqual([shown(first), 'true']);
    expect((await upload({ caption: 'b', order: '1' }, picture)).status).toBe(422);
    expect((await upload({ caption: 'a' }, picture)).status).toBe(422);
    expect((await upload({ caption: 'a', order: '1' }, another)).status).toBe(422);
    expect(await listFiles(collection)).toEqual(files);
  });

  it('replays the response even if the item now belongs to another user', async () => {
    const by = await createUserClient(collection);
    const otherUser = await createUserClient(collection);
    // All actions except the first one, which creates an item, need an item of the user.
    for (const [name, make] of KEYED_ACTIONS.slice(1)) {
      const action = await make(collection, by);
      const first = await send(action, name, { by });
      await query(collection.db, 'update items set user_id = ? where user_id = ?', [otherUser.id, by.id]);
      expect((await send(action, 'new', { by })).status).toBeGreaterThanOrEqual(400);
      expect(shown(await send(action, name, { by }))).toEqual(shown(first));
    }
  });

  it('replays an upload even if the item has since reached the maximum number of photos', async () => {
    const object_id = await addItem(collection, user);
    const init = { method: 'POST', body: toForm({ content_type: 1, object_id }, await png()) };
    const upload = (key: string) => sendKeyed(collection, user, { path: '/api/photos/', init, key });
    const first = await upload('quota');
    await query(
      collection.db,
      `insert into photos (user_id, item_id, image_key, width, height, sort_order)
       select ?, ?, 'originals/' || number || '-' || ?, 1, 1, number from generate_series(1, 29) as number`,
      [user.id, object_id, object_id],
    );
    expect((await upload('beyond the quota')).status).toBe(400);
    expect(shown(await upload('quota'))).toEqual(shown(first));
  });

  it('replays the response after the created item was changed or deleted', async () => {
    const first = await send(creating('Gone'), 'gone');
    await user.sendJson('PATCH', `/api/items/${first.body.id}/`, { is_private: true });
    expect(shown(await send(creating('Gone'), 'gone'))).toEqual(shown(first));
    await user.remove(`/api/items/${first.body.id}/`);
    expect(shown(await send(creating('Gone'), 'gone'))).toEqual(shown(first));
  });

  it('can be used again after a 400 response', async () => {
    const invalid = { ...creating('Late'), init: json('POST', { item_type: 'other', name: '' }) };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, headers } = await send(invalid, 'error');
      expect([status, headers.get(REPLAYED)]).toEqual([400, null]);
    }
    expect((await send(creating('Late'), 'error')).status).toBe(201);
  });

  it('stores the response to a dry run of a batch', async () => {
    const ids = [await addItem(collection, user)];
    const dry = { path: '/api/items/batch/', init: json('POST', { ids, delete: true, dry_run: true }) };
    const first = await sendKeyed(collection, user, { ...dry, key: 'dry' });
    expect(first.body.deleted).toBe(1);
    const wet = json('POST', { ids, delete: true });
    expect((await sendKeyed(collection, user, { ...dry, init: wet, key: 'dry' })).status).toBe(422);
    await user.remove(`/api/items/${ids[0]}/`);
    expect(shown(await sendKeyed(collection, user, { ...dry, key: 'dry' }))).toEqual(shown(first));
  });

  it('expires after 24 hours, and is then deleted by maintenance', async () => {
    const first = await send(creating('Day'), 'day');
    await age('day', 23.99);
    expect((await send(creating('Day'), 'day')).body.id).toBe(first.body.id);
    await age('day', 24.01);
    const second = await send(creating('Another day'), 'day');
    expect([second.status, second.headers.get(REPLAYED)]).toEqual([201, null]);
    await send(creating('Kept'), 'kept');
    await age('day', 24.01);
    await withContext({ DATABASE_URL: collection.database.url }, (context) =>
      collectionJobs(context).maintenance.run(JOB_RUN),
    );
    const keys = await collection.db('idempotency_keys').whereIn('key', ['day', 'kept']).pluck('key');
    expect(keys).toEqual(['kept']);
  });

  it('is deleted once its user has 64 MiB of newer stored responses', async () => {
    const [by, otherUser] = [await createUserClient(collection), await createUserClient(collection)];
    await query(
      collection.db,
      `insert into idempotency_keys (user_id, key, request_hash, status, body, etag, created_at)
       select user_id, 'large ' || number, '', 201, convert_to(repeat('x', ?), 'UTF8'), '', now() - number * interval '1 hour'
       from generate_series(1, 5) as number, unnest(?::int[]) as user_id`,
      [STORED_REPLY_BYTES / 4, [by.id, otherUser.id]],
    );
    const { status } = await send(creating('Large'), 'new', { by });
    const keysOf = async (photographer: Photographer) =>
      (await readState(collection, photographer)).keys.map(({ key }) => key);
    expect([status, await keysOf(by)]).toEqual([201, ['large 1', 'large 2', 'large 3', 'new']]);
    expect(await keysOf(otherUser)).toHaveLength(5);
  });

  it('is deleted with the account of its user', async () => {
    const account = await addUser(collection, `leaves-${randomUUID()}`);
    const token = await tokenOf(collection, account);
    const { path, init } = creating('Last');
    await sendKeyed(collection, { token }, { path, init, key: 'last' });
    const browser = openBrowser(collection);
    await browser.signIn(account.username);
    expect((await browser.send('DELETE', '/api/accounts/', { password: PASSWORD })).status).toBe(204);
    expect((await readState(collection, account)).keys).toEqual([]);
  });

  it('is allowed by CORS for allowed origins, which can read the header Idempotent-Replayed', async () => {
    const preflight = await fetch(`${collection.url}/api/items/`, {
      method: 'OPTIONS',
      headers: {
        Origin: APP,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('idempotency-key');
    const { path, init } = creating('From a page');
    const fromPage = new Headers(init.headers);
    fromPage.set('Origin', APP);
    const sent = { path, init: { ...init, headers: fromPage }, key: 'page' };
    const { headers } = await sendKeyed(collection, user, sent);
    expect(headers.get('Access-Control-Expose-Headers')).toContain(REPLAYED);
  });

  it('does not exempt repetitions from the rate limit', async () => {
    await using limited = await startTestCollection(collection.database, { THROTTLE_USER: '3/600' });
    const by = await createUserClient(collection);
    const { path, init } = creating('Counted');
    const repeat = () => sendKeyed(limited, by, { path, init, key: 'counted' });
    const responses = [await repeat(), await repeat(), await repeat(), await repeat()];
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(responses[1]?.headers.get('RateLimit')).toMatch(/^"user"; r=1;/);
  });

  it('is ignored by PATCH /api/items/{id}/', async () => {
    const { body } = await send(creating('Patched'), randomUUID());
    for (const notes of ['a', 'b']) {
      const init = json('PATCH', { notes });
      const patched = await sendKeyed(collection, user, {
        path: `/api/items/${body.id}/`,
        init,
        key: 'same',
      });
      expect([patched.status, patched.body.notes]).toEqual([200, notes]);
    }
  });
});
