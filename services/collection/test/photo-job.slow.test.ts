import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { eventually } from '@kitroom/testing/eventually';
import { expireJobLocks } from '@kitroom/testing/expire-job-locks';
import { type TestService } from '@kitroom/testing/test-processes';
import { useCollection, useWorkers } from './test-collection.ts';
import { createUserClient, listFiles, toForm, waitForRenditions, type Photographer } from './test-photos.ts';
import { jpeg, photograph } from './test-pictures.ts';
import { withToken } from './test-users.ts';

/** Accepts uploads without processing jobs, which separate processes do that tests can kill. */
const collection = useCollection({ WORKER: 'false' });
let user: Photographer;
let large: Buffer;
const startWorker = useWorkers(collection);

beforeAll(async () => {
  user = await createUserClient(collection);
  large = await photograph(2048, 2048);
}, 60_000);

/** Waits until a worker has started an encoder; returns its process id. */
async function findEncoder({ pid }: TestService): Promise<number> {
  let encoder = 0;
  await eventually(async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    encoder = Number(children.trim().split(' ')[0]);
    expect(encoder).toBeGreaterThan(0);
  });
  return encoder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function attemptsOf(id: number): Promise<number> {
  const [row] = await collection.db('photos').where({ id }).select('attempts');
  return row.attempts as number;
}

describe('the job that generates the renditions of a photo', () => {
  it('is completed by another process after SIGKILL, which also ends the encoder', async () => {
    const photo = await user.upload(large);
    const worker = await startWorker();
    const encoder = await findEncoder(worker);
    await worker.kill('SIGKILL');
    await eventually(async () => expect(isAlive(encoder)).toBe(false));
    const cutOff = (await user.get(`/api/photos/${photo.id}/`)).body;
    expect(cutOff).toMatchObject({
      image_avif: null,
      image_card: expect.any(String),
      thumbnail: expect.any(String),
    });
    await expireJobLocks(collection.database.url);
    await startWorker();
    const done = await waitForRenditions(user, photo.id, 50_000);
    expect([done.thumbnail, done.image_card]).toEqual([cutOff.thumbnail, cutOff.image_card]);
  }, 90_000);

  it('is released within five seconds by a process that stops', async () => {
    const before = await listLeftFiles();
    const photo = await user.upload(large);
    const worker = await startWorker();
    const encoder = await findEncoder(worker);
    const start = Date.now();
    expect(await worker.kill('SIGTERM')).toEqual({ status: 0, signal: null });
    expect(Date.now() - start).toBeLessThan(5000);
    expect(isAlive(encoder)).toBe(false);
    expect(await listLeftFiles()).toEqual(before);
    await startWorker();
    await waitForRenditions(user, photo.id, 15_000);
  }, 60_000);

  it('fails permanently after three attempts with one logged error, until a new file is sent', async () => {
    const [failing, killing] = [await user.upload(await jpeg()), await user.upload(await jpeg())];
    const [row] = await collection.db('photos').where({ id: failing.id }).select('image_key');
    await writeFile(join(collection.mediaRoot, row.image_key), 'what the disk has left of it');
    // The failing photo has had two attempts before, and the job that kills its process three starts.
    await collection.db('photos').where({ id: failing.id }).update({ attempts: 2 });
    const [killer] = await collection.db('photos').where({ id: killing.id }).select('image_key');
    await collection
      .db('agenda_jobs')
      .whereRaw("data ->> 'key' = ?", [killer.image_key])
      .update({ begun: 3 });
    const worker = await startWorker();
    const errors = () => worker.logs().filter(({ level }) => level === 'error');
    await eventually(async () => expect(await countJobs()).toBe(0));
    expect(errors().map(({ photo, picture }) => photo ?? picture)).toEqual(
      expect.arrayContaining([failing.id, killer.image_key]),
    );
    const logged = errors().length;
    expect([await attemptsOf(failing.id), await attemptsOf(killing.id)]).toEqual([3, 3]);
    expect((await user.get(`/api/photos/${failing.id}/`)).body).toEqual(failing);

    const again = await user.send('PATCH', `/api/photos/${failing.id}/`, {}, await jpeg());
    expect(again.status).toBe(200);
    await waitForRenditions(user, failing.id, 15_000);
    expect(errors()).toHaveLength(logged);
  }, 60_000);

  it('generates the thumbnails and cards of many photos before the last of their AVIFs', async () => {
    const photos = await Promise.all(Array.from({ length: 6 }, () => user.upload(large)));
    await startWorker();
    const list = () => Promise.all(photos.map(async ({ id }) => (await user.get(`/api/photos/${id}/`)).body));
    await eventually(async () => {
      for (const { thumbnail, image_card } of await list())
        expect([thumbnail, image_card]).not.toContain(null);
    }, 15_000);
    expect((await list()).map(({ image_avif }) => image_avif)).toContain(null);
    for (const { id } of photos) await waitForRenditions(user, id, 30_000);
  }, 60_000);
});

describe('an upload', () => {
  it('returns 503 and leaves nothing behind when its encoder is killed', async () => {
    const service = await startWorker();
    const before = await listLeftFiles();
    const body = toForm({}, await sharp(large).avif({ effort: 0 }).toBuffer());
    const headers = withToken(user.token);
    const response = fetch(`${service.url}/api/photos/`, { method: 'POST', headers, body });
    process.kill(await findEncoder(service), 'SIGKILL');
    expect((await response).status).toBe(503);
    expect((await response).headers.get('Retry-After')).toBe('5');
    expect(await listLeftFiles()).toEqual(before);
  }, 60_000);
});

/** Temporary files that killed processes left. */
async function listLeftFiles(): Promise<string[]> {
  return (await listFiles(collection)).filter((name) => name.startsWith('.uploads/'));
}

/** Number of photo jobs that are queued or running. */
async function countJobs(): Promise<number> {
  const open = collection
    .db('agenda_jobs')
    .whereIn('name', ['photo', 'avif'])
    .whereRaw('(next_run_at is not null or locked_at is not null)');
  return (await open.select('id')).length;
}
