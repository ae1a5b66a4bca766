import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { connectRaw, head } from './raw-request.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { createUserClient, listFiles } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const FRONT_END = 'https://app.example.org';
/** How long an upload may pause. */
const WINDOW_MS = 1500;

let database: TestDatabase;
let collection: TestCollection;
let headers: Record<string, string>;
let form: Buffer;

beforeAll(async () => {
  database = await createCollectionDatabase();
  collection = await startTestCollection(
    database,
    { WORKER: 'false', CORS_ORIGINS: FRONT_END },
    { bytes: 1024, windowMs: WINDOW_MS },
  );
  const { token } = await createUserClient(collection);
  headers = { ...withToken(token), Origin: FRONT_END, 'Content-Type': 'multipart/form-data; boundary=x' };
  form = Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="shirt.jpg"\r\n\r\n'),
    await jpeg(),
    Buffer.alloc(80_000),
    Buffer.from('\r\n--x--\r\n'),
  ]);
});

afterAll(async () => {
  await collection.close();
  await database.drop();
});

describe('a slow upload', () => {
  it('is accepted even if it takes longer than the stall timeout', async () => {
    const raw = await connectRaw(collection.url);
    raw.send(head('POST', '/api/photos/', { ...headers, 'Content-Length': form.length }));
    const start = performance.now();
    for (let at = 0; at < form.length; at += 2500) {
      raw.send(form.subarray(at, at + 2500));
      await delay(100);
    }
    expect(performance.now() - start).toBeGreaterThan(2 * WINDOW_MS);
    expect((await raw.response()).status).toBe(201);
    raw.socket.destroy();
  });
});

describe('a stalled upload', () => {
  it('returns 408 with CORS headers, and leaves nothing behind', async () => {
    const before = await listFiles(collection);
    const raw = await connectRaw(collection.url);
    let response = '';
    raw.socket.on('data', (data: Buffer) => (response += data.toString()));
    raw.send(head('POST', '/api/photos/', { ...headers, 'Content-Length': form.length }));
    raw.send(form.subarray(0, 50_000));
    await eventually(async () => expect((await listFiles(collection)).join()).toContain('.uploads/'));
    expect(await raw.response()).toEqual({
      status: 408,
      body: { detail: 'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.' },
    });
    expect(response).toMatch(new RegExp(`^Access-Control-Allow-Origin: ${FRONT_END}\r$`, 'm'));
    expect(response).toMatch(/^X-Request-Id: \S+\r$/m);
    await eventually(async () => expect(raw.socket.closed).toBe(true));
    await eventually(async () => expect(await listFiles(collection)).toEqual(before));
  });
});
