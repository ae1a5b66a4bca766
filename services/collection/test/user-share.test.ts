import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { countWaiting, waitForWaiting } from '@kitroom/testing/hold-rows';
import { holdItems } from './hold-locks.ts';
import { connectRaw, head } from './raw-request.ts';
import { useCollection, useReplica, type ApiResponse, type TestCollection } from './test-collection.ts';
import { addBrand, addItem as addItemOf } from './test-items.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const replica = useReplica(collection);
/** More requests than there are connections in a pool. */
const MANY = 12;
const BATCH = '/api/items/batch/';

let owner: Collector;
let otherUser: Collector;
let ids: number[];

const addItem: typeof addItemOf = (place, user) => addItemOf(place, user, { brand_id: 1 });

beforeAll(() => addBrand(collection, 1, 'adidas'));

beforeEach(async () => {
  owner = await addCollector(collection);
  otherUser = await addCollector(collection);
  ids = [];
  for (let count = 0; count < MANY; count += 1) ids.push(await addItem(collection, owner));
});

const url = () => collection.database.url;
const change = (id: number) =>
  collection.request(`/api/items/${id}/`, json('PATCH', { notes: 'new' }, owner.token));
const replace = async (id: number) => {
  const { body } = await collection.request(`/api/items/${id}/`, json('GET', undefined, owner.token));
  return collection.request(`/api/items/${id}/`, json('PUT', { ...body, notes: 'new' }, owner.token));
};
const batch = (id: number, by: TestCollection = collection) =>
  by.request(BATCH, json('POST', { ids: [id], set: { notes: 'new' } }, owner.token));
const statuses = async (responses: Array<Promise<ApiResponse>>) =>
  (await Promise.all(responses)).map(({ status }) => status);
const succeeding = (count: number) => Array.from({ length: count }, () => 200);

describe('the database connections for requests of one user', () => {
  it('are limited to three at a time, so that other users get responses', async () => {
    const held = await holdItems(url(), ids);
    const changes = ids.map(change);
    await waitForWaiting(url(), 3);
    for (let count = 0; count < MANY; count += 1) {
      expect((await otherUser.request('/api/items/')).status).toBe(200);
    }
    expect(await countWaiting(url())).toBe(3);
    await held.commit();
    expect(await statuses(changes)).toEqual(succeeding(MANY));
  });

  it('are not used by requests whose bodies are still being received', async () => {
    const body = JSON.stringify({ item_type: 'jersey', is_draft: true });
    const connections = await Promise.all(ids.map(() => connectRaw(collection.url)));
    const headers = {
      Authorization: `Token ${owner.token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    };
    for (const { send } of connections) send(head('POST', '/api/items/', headers) + body.slice(0, 9));
    expect((await owner.request('/api/items/')).status).toBe(200);
    for (const { send } of connections) send(body.slice(9));
    const responses = await Promise.all(connections.map(({ response }) => response()));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 201));
    for (const { socket } of connections) socket.destroy();
  });
});

describe('POST /api/items/batch/ in parallel', () => {
  it('runs one batch of a user at a time, and waiting batches hold no connection', async () => {
    const held = await holdItems(url(), ids);
    const batches = ids.map((id) => batch(id));
    await waitForWaiting(url(), 1);
    for (const user of [otherUser, owner]) expect((await user.request('/api/items/')).status).toBe(200);
    expect(await countWaiting(url())).toBe(1);
    await held.commit();
    expect(await statuses(batches)).toEqual(succeeding(MANY));
  });

  it('runs one batch of a user at a time across processes', async () => {
    const [first = 0, second = 0] = ids;
    const held = await holdItems(url(), [first]);
    const running = batch(first);
    await waitForWaiting(url(), 1);
    let attempts = 0;
    replica.db.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('pg_try_advisory_xact_lock')) attempts += 1;
    });
    const waiting = batch(second, replica);
    await eventually(async () => expect(attempts).toBeGreaterThan(1));
    const { body } = await owner.request(`/api/items/${second}/`);
    expect(body.notes).toBe('');
    await held.commit();
    expect(await statuses([running, waiting])).toEqual(succeeding(2));
  });

  it('runs batches of different users at the same time', async () => {
    const held = await holdItems(url(), ids);
    const running = batch(ids[0] ?? 0);
    await waitForWaiting(url(), 1);
    const id = await addItem(collection, otherUser);
    const sent = json('POST', { ids: [id], set: { notes: 'new' } }, otherUser.token);
    expect((await collection.request(BATCH, sent)).status).toBe(200);
    await held.commit();
    expect(await statuses([running])).toEqual([200]);
  });
});

describe('a change of an item that other requests keep changing', () => {
  it.each([
    ['PATCH /api/items/{id}/', change],
    ['PUT /api/items/{id}/', replace],
    ['POST /api/items/batch/', (id: number) => batch(id)],
  ])('returns 409 after five attempts: %s', async (_endpoint, send) => {
    const [id = 0] = ids;
    // A lock of the table is granted in the order of the requests for it: the service never overtakes the
    // next change.
    let held = await holdItems(url(), [id], { isAlone: true });
    const response = send(id);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await waitForWaiting(url(), 1);
      // It is granted after the request, which then detects the change and waits again.
      const next = holdItems(url(), [id], { isAlone: true });
      await waitForWaiting(url(), 2);
      await held.commit();
      held = await next;
    }
    await held.commit();
    const { status, body } = await response;
    expect([status, body]).toEqual([
      409,
      { detail: 'This item is being changed by other requests. Try again.' },
    ]);
  });
});
