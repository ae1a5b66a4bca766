import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import {
  createCollectionDatabase,
  startTestCollection,
  TEST_SECRET_KEY,
  type TestCollection,
} from './test-collection.ts';
import { createUserClient, toForm, type Photographer } from './test-photos.ts';
import { photograph } from './test-pictures.ts';
import { withToken } from './test-users.ts';

let database: TestDatabase;
/** Used only to add a user. */
let collection: TestCollection;
let service: TestService;
let mediaRoot: string;
let user: Photographer;
let picture: Buffer;

beforeAll(async () => {
  database = await createCollectionDatabase();
  collection = await startTestCollection(database, { WORKER: 'false' });
  mediaRoot = await mkdtemp(join(tmpdir(), 'kitroom-load-'));
  user = await createUserClient(collection);
  picture = await photograph(3000, 2000);
  service = await startTestService('collection', {
    DATABASE_URL: database.url,
    MEDIA_ROOT: mediaRoot,
    SECRET_KEY: TEST_SECRET_KEY,
    THROTTLE_ANON: '10000/3600',
  });
}, 60_000);

afterAll(async () => {
  await service.kill('SIGKILL');
  await collection.close();
  await rm(mediaRoot, { recursive: true, force: true });
  await database.drop();
});

describe('the service', () => {
  it('stays responsive while several photos are uploaded and encoded', async () => {
    const upload = async () => {
      const init = { method: 'POST', headers: withToken(user.token), body: toForm({}, picture) };
      return (await fetch(`${service.url}/api/photos/`, init)).status;
    };
    const uploads = Promise.all(Array.from({ length: 8 }, upload));
    let isDone = false;
    void uploads.finally(() => (isDone = true));
    const waits: number[] = [];
    // Continues for a second after the uploads, when only encoders are working.
    for (let remaining = 20; remaining > 0; remaining -= isDone ? 1 : 0) {
      const start = performance.now();
      expect((await fetch(`${service.url}/api/colors/`)).status).toBe(200);
      waits.push(performance.now() - start);
      await delay(50);
    }
    expect(await uploads).toEqual(Array(8).fill(201));
    const sorted = waits.toSorted((a, b) => a - b);
    // Other tests share the machine, so this detects only a service that is blocked for seconds.
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(1500);
  }, 60_000);
});
