import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { useService } from '@kitroom/testing/use-service';
import { startS3Server } from './s3-server.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import {
  createUserClient,
  download,
  keyOf,
  urlsOf,
  waitForRenditions,
  type Photographer,
} from './test-photos.ts';
import { CORNERS, cornersOf, gif, jpeg } from './test-pictures.ts';

const s3 = useService(startS3Server);
const collection = useCollection(() => s3.env);

let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

describe('photos', () => {
  it('are stored, replaced and deleted in S3', async () => {
    const object_id = await addItem(collection, user);
    const photo = await user.upload(await jpeg(), { content_type: 1, object_id });
    const first = await waitForRenditions(user, photo.id);
    const keys = urlsOf(first).map(keyOf);
    expect(s3.list()).toEqual(keys);
    expect(await cornersOf(await download(first.image_avif ?? ''))).toEqual(CORNERS);
    expect(await sharp(await download(first.thumbnail ?? '')).metadata()).toMatchObject({
      width: 100,
      height: 100,
    });

    await user.send('PATCH', `/api/photos/${photo.id}/`, {}, gif(2));
    const second = await waitForRenditions(user, photo.id);
    expect(s3.list()).toEqual(urlsOf(second).map(keyOf));
    expect((await download(second.image)).equals(gif(2))).toBe(true);

    expect((await user.remove(`/api/items/${object_id}/`)).status).toBe(204);
    expect(s3.list()).toEqual([]);
  });
});

describe('uploads and account exports', () => {
  it('return 503 while S3 is unavailable, but photos can be deleted', async () => {
    const photo = await waitForRenditions(user, (await user.upload(await jpeg())).id);
    await s3.stop();
    try {
      const { status, headers } = await user.send('POST', '/api/photos/', {}, await jpeg());
      expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      const exported = await user.get('/api/accounts/export/');
      expect([exported.status, exported.headers.get('Content-Disposition')]).toEqual([503, null]);
      expect((await user.remove(`/api/photos/${photo.id}/`)).status).toBe(204);
    } finally {
      await s3.restart();
    }
    expect((await user.get('/api/photos/')).body).toEqual([]);
  });
});
