import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Photo } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { readCollectionConfig } from '../src/config.ts';
import { closeContext, openContext, type Context } from '../src/context.ts';
import { AVIF_JOB, PHOTO_JOB } from '../src/photos/photo-queries.ts';
import { cleanUpPhotos, sweepPhotos } from '../src/photos/sweep-photos.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import {
  createUserClient,
  keyOf,
  listFiles,
  urlsOf,
  waitForRenditions,
  type Photographer,
} from './test-photos.ts';
import { png } from './test-pictures.ts';
import { json } from './test-users.ts';

let database: TestDatabase;
let collection: TestCollection;
let context: Context;
let user: Photographer;

beforeAll(async () => {
  database = await createCollectionDatabase();
  collection = await startTestCollection(database);
  context = openContext(
    readCollectionConfig({
      DATABASE_URL: database.url,
      MEDIA_ROOT: collection.mediaRoot,
      LOG_LEVEL: 'silent',
      SECRET_KEY: 'x'.repeat(32),
    }),
  );
});

beforeEach(async () => {
  user = await createUserClient(collection);
});

afterAll(async () => {
  await closeContext(context);
  await collection.close();
  await database.drop();
});

const sweep = () => sweepPhotos(context, new AbortController().signal);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function putFile(name: string, hours: number): Promise<void> {
  const path = join(collection.mediaRoot, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
  await utimes(path, ago(hours), ago(hours));
}

describe('the sweep of photos', () => {
  it('deletes photos without an item after 24 hours, with all their files', async () => {
    const object_id = await addItem(collection, user);
    const [old, young, attached] = [
      await user.upload(await png()),
      await user.upload(await png()),
      await user.upload(await png(), { content_type: 1, object_id }),
    ];
    const done = await waitForRenditions(user, old.id);
    const setAge = (ids: number[], hours: number) =>
      collection
        .db('photos')
        .whereIn('id', ids)
        .update({ uploaded_at: ago(hours) });
    await setAge([old.id, attached.id], 24.1);
    await setAge([young.id], 23.9);
    await sweep();
    const ids = (await user.get('/api/photos/')).body.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([young.id, attached.id]);
    const files = await listFiles(collection);
    for (const address of urlsOf(done)) expect(files).not.toContain(keyOf(address));
    expect(files).toContain(keyOf(attached.image));
  });

  it('deletes no files while the clock of this machine differs from that of the database', async () => {
    const names = ['originals/fresh.jpg', '.uploads/work-fresh/upload'];
    for (const name of names) await putFile(name, 0);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 7_200_000);
    try {
      await sweep();
    } finally {
      clock.mockRestore();
    }
    expect(await listFiles(collection)).toEqual(expect.arrayContaining(names));
  });

  it('deletes files that belong to no photo or user when they are an hour old', async () => {
    const photo = await waitForRenditions(user, (await user.upload(await png())).id);
    const named = [...urlsOf(photo).map(keyOf), 'avatars/named.webp'];
    await putFile('avatars/named.webp', 48);
    await collection.db('users').where({ id: user.id }).update({ avatar_key: 'avatars/named.webp' });
    for (const name of named) await utimes(join(collection.mediaRoot, name), ago(48), ago(48));
    const kept = ['originals/young.jpg', 'avif/young.avif', 'avatars/young.webp', 'elsewhere/old.jpg'];
    for (const name of kept) await putFile(name, name.includes('young') ? 0.9 : 48);
    const removedNames = [
      'originals/old.jpg',
      'avif/old.avif',
      'cards/old.webp',
      'thumbnails/old.jpg',
      'avatars/old.webp',
    ];
    for (const name of removedNames) await putFile(name, 1.1);
    await sweep();
    const files = await listFiles(collection);
    expect(files).toEqual(expect.arrayContaining([...named, ...kept]));
    expect(files.filter((name) => removedNames.includes(name))).toEqual([]);
  });

  it('neither waits for a photo that is being attached nor deletes the photo', async () => {
    const object_id = await addItem(collection, user);
    const { id } = await user.upload(await png());
    // Otherwise the job for its renditions would wait for the row, too, and be mistaken for the sweep.
    await waitForRenditions(user, id);
    await collection
      .db('photos')
      .where({ id })
      .update({ uploaded_at: ago(25) });
    const ended: string[] = [];
    const attach = () =>
      collection
        .request(`/api/photos/${id}/`, json('PATCH', { content_type: 1, object_id }, user.token))
        .finally(() => ended.push('request'));
    const sweepNow = () => sweep().finally(() => ended.push('sweep'));
    await runUntilBlocked<unknown>(database.url, () => holdRow(database.url, 'photos', id), [
      attach,
      sweepNow,
    ]);
    expect(ended).toEqual(['sweep', 'request']);
    expect((await user.get(`/api/photos/${id}/`)).body).toMatchObject({ object_id });
  });

  it('deletes thousands of files in pages', async () => {
    const names = Array.from({ length: 2100 }, (_, index) => `originals/many-${index}.jpg`);
    await Promise.all(names.map((name) => putFile(name, 2)));
    await sweep();
    expect((await listFiles(collection)).filter((name) => name.includes('many-'))).toEqual([]);
  });

  it('deletes unfinished uploads of killed processes, but not uploads in progress', async () => {
    await putFile('.uploads/work-old/upload', 2);
    await utimes(join(collection.mediaRoot, '.uploads/work-old'), ago(2), ago(2));
    await putFile('.uploads/work-new/upload', 0);
    await putFile('.uploads/work-slow/upload', 0);
    await utimes(join(collection.mediaRoot, '.uploads/work-slow'), ago(2), ago(2));
    await sweep();
    const files = await listFiles(collection);
    expect(files).toContain('.uploads/work-new/upload');
    // This file is still growing.
    expect(files).toContain('.uploads/work-slow/upload');
    expect(files).not.toContain('.uploads/work-old/upload');
  });
});

describe('the clean-up of a photo whose job was lost', () => {
  const jobs = () => collection.db('agenda_jobs').whereIn('name', [PHOTO_JOB, AVIF_JOB]).select('name');

  /** A photo whose jobs have ended, and whose columns were then reset. */
  async function unfinished(columns: object): Promise<Photo> {
    const photo = await waitForRenditions(user, (await user.upload(await png())).id);
    await eventually(async () => expect(await jobs()).toEqual([]));
    await collection.db('photos').where({ id: photo.id }).update(columns);
    return photo;
  }

  it('queues the job again, which generates the renditions', async () => {
    const photo = await unfinished({ avif_key: null, thumbnail_key: null, attempts: 1 });
    await cleanUpPhotos(context);
    const again = await waitForRenditions(user, photo.id);
    expect(again.image_avif).not.toBe(photo.image_avif);
  });

  it('queues no job after three attempts', async () => {
    await unfinished({ avif_key: null, attempts: 3 });
    await cleanUpPhotos(context);
    expect(await jobs()).toEqual([]);
  });
});
