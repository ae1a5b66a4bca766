import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { openSignedIn, PUBLIC_URL } from './test-accounts.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { listFiles } from './test-photos.ts';
import { json } from './test-users.ts';

const collection = useCollection({ PUBLIC_URL });

const PROFILE = '/api/accounts/profile/';
const AVATAR = '/api/accounts/profile/avatar/';

describe('PUT /api/accounts/profile/avatar/', () => {
  it('stores an upright square WebP of at most 512 pixels without metadata, and shows it in lists', async () => {
    const { user, browser } = await openSignedIn(collection);
    await addItem(collection, user);
    // The upper half is red, and is on the right after rotation.
    const red = await sharp({ create: { width: 1200, height: 450, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'blue' } })
      .composite([{ input: red, top: 0, left: 0 }])
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await browser.request(AVATAR, { method: 'PUT', body: form(picture) });
    expect([status, body.avatar]).toEqual([200, expect.stringMatching(/\/media\/avatars\/[\w-]{27}\.webp$/)]);
    const response = await fetch(body.avatar.replace(PUBLIC_URL, collection.url));
    const bytes = Buffer.from(await response.arrayBuffer());
    const made = await sharp(bytes).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 512, height: 512 });
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const redOf = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect([redOf(480, 30) > 200, redOf(480, 480) > 200, redOf(30, 30) < 50, redOf(30, 480) < 50]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([made.exif, made.xmp, made.icc, made.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(response.headers.get('Content-Type')).toBe('image/webp');
    expect((await browser.request('/api/accounts/session/')).body.user.avatar).toBe(body.avatar);
    expect((await browser.request('/api/collections/me/')).body.user.avatar).toBe(body.avatar);
    const listed = (await browser.request('/api/collections/?page_size=100')).body.results;
    expect(listed).toContainEqual(expect.objectContaining({ user_id: user.id, avatar: body.avatar }));
  });

  it('does not enlarge a small image', async () => {
    const { browser } = await openSignedIn(collection);
    const { body } = await browser.request(AVATAR, { method: 'PUT', body: form(await pixels(40, 30)) });
    const response = await fetch(body.avatar.replace(PUBLIC_URL, collection.url));
    const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([made.width, made.height]).toEqual([30, 30]);
  });

  it('deletes the file of the previous avatar, as does DELETE', async () => {
    const { browser } = await openSignedIn(collection);
    const put = async () =>
      (await browser.request(AVATAR, { method: 'PUT', body: form(await pixels(20, 20)) })).body.avatar.split(
        '/media/',
      )[1];
    const old = await put();
    expect(await listFiles(collection)).toContain(old);
    const young = await put();
    const files = await listFiles(collection);
    expect([files.includes(old), files.includes(young)]).toEqual([false, true]);
    for (let turn = 0; turn < 2; turn += 1) expect((await browser.send('DELETE', AVATAR)).status).toBe(204);
    expect((await browser.request(PROFILE)).body.avatar).toBeNull();
    expect(await listFiles(collection)).not.toContain(young);
  });

  it.each([
    ['a text file', async () => Buffer.from('no picture')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    [
      'half a JPEG',
      async () =>
        (
          await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
            .jpeg()
            .toBuffer()
        ).subarray(0, 900),
    ],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('returns 400 for %s', async (_what, make) => {
    const { browser } = await openSignedIn(collection);
    const { status, body } = await browser.request(AVATAR, { method: 'PUT', body: form(await make()) });
    expect([status, body]).toEqual([400, { avatar: [expect.stringMatching(/^Upload a valid image\. /)] }]);
    expect((await browser.request(PROFILE)).body.avatar).toBeNull();
  });

  it('returns 400 without a file, 415 for JSON and 401 without credentials', async () => {
    const { browser } = await openSignedIn(collection);
    const withoutFile = await browser.request(AVATAR, { method: 'PUT', body: new FormData() });
    expect([withoutFile.status, withoutFile.body]).toEqual([400, { avatar: ['No file was submitted.'] }]);
    expect((await browser.send('PUT', AVATAR, { avatar: 'https://elsewhere.example/me.jpg' })).status).toBe(
      415,
    );
    expect((await collection.request(AVATAR, json('DELETE', {}))).status).toBe(401);
  });
});

function form(picture: Buffer): FormData {
  const data = new FormData();
  data.set('avatar', new Blob([new Uint8Array(picture)]), 'me.jpg');
  return data;
}

function pixels(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
}
