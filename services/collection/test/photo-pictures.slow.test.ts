import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { useCollection } from './test-collection.ts';
import { createUserClient, download, urlsOf, waitForRenditions, type Photographer } from './test-photos.ts';
import { CORNERS, cornersOf, draw, gif, jpeg } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const collection = useCollection();
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

const SECRET = 'hidden-in-the-picture';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`;

/** A picture with private metadata. */
function telling(picture: Sharp, orientation = 1): Sharp {
  return picture
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: SECRET, Copyright: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSMapDatum: SECRET },
    })
    .withXmp(XMP);
}

const [RED, GREEN, BLUE, YELLOW] = CORNERS;

/**
 * The order in which the corners of an upright picture are stored for each value of the tag Orientation in
 * Exif 3.0.
 */
const STORED: Readonly<Record<number, readonly string[]>> = {
  1: [RED, GREEN, BLUE, YELLOW],
  2: [GREEN, RED, YELLOW, BLUE],
  3: [BLUE, YELLOW, RED, GREEN],
  4: [YELLOW, BLUE, GREEN, RED],
  5: [RED, YELLOW, BLUE, GREEN],
  6: [GREEN, BLUE, YELLOW, RED],
  7: [BLUE, GREEN, RED, YELLOW],
  8: [YELLOW, RED, GREEN, BLUE],
};

/** A picture that is 60 pixels wide and 40 high after its orientation is applied. */
function turned(orientation: number): Promise<Sharp> {
  const size = orientation < 5 ? { width: 60, height: 40 } : { width: 40, height: 60 };
  return draw(size, STORED[orientation]);
}

describe('an uploaded picture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is stored upright: orientation %i', async (orientation) => {
    const file = await (
      await turned(orientation)
    )
      .withMetadata({ orientation })
      .jpeg({ quality: 95 })
      .toBuffer();
    const photo = await user.upload(file);
    expect(photo).toMatchObject({ width: 60, height: 40 });
    const image = await download(photo.image);
    expect(await cornersOf(image)).toEqual(CORNERS);
    const { width, height, orientation: left = 1 } = await sharp(image).metadata();
    expect([width, height, left]).toEqual([60, 40, 1]);
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'loses location, time and camera metadata in every rendition: %s',
    async (format) => {
      const file = await telling(await draw())
        .toFormat(format)
        .toBuffer();
      expect(file.toString('latin1')).toContain(SECRET);
      const photo = await waitForRenditions(user, (await user.upload(file)).id);
      for (const address of urlsOf(photo)) {
        const served = await download(address ?? '');
        expect(served.toString('latin1')).not.toContain(SECRET);
        const { exif, xmp, iptc } = await sharp(served).metadata();
        expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      }
      expect(await cornersOf(await download(photo.image))).toEqual(CORNERS);
    },
  );

  it.each(['webp', 'png'] as const)('is stored upright and without metadata: rotated %s', async (format) => {
    const file = await telling(await turned(6), 6)
      .toFormat(format)
      .toBuffer();
    const photo = await user.upload(file);
    const image = await download(photo.image);
    expect(photo).toMatchObject({ width: 60, height: 40 });
    expect(await cornersOf(image)).toEqual(CORNERS);
    expect(image.toString('latin1')).not.toContain(SECRET);
  });

  it('keeps its colour profile and its colours', async () => {
    const file = await (await draw()).withIccProfile('p3').png().toBuffer();
    const photo = await waitForRenditions(user, (await user.upload(file)).id);
    const [before, after] = [sharp(file), sharp(await download(photo.image))];
    expect((await after.metadata()).icc).toEqual((await before.metadata()).icc);
    const pixels = (picture: Sharp) => picture.clone().raw().toBuffer();
    expect(await pixels(after)).toEqual(await pixels(before));
    expect((await sharp(await download(photo.image_avif ?? '')).metadata()).icc).toBeDefined();
  });

  it('is converted to sRGB if its colour profile identifies a display', async () => {
    const plain = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c86432' } })
      .withIccProfile('p3')
      .jpeg({ quality: 95 })
      .toBuffer();
    // A tag of Apple's displays that contains their serial number.
    const traceable = Buffer.from(plain);
    traceable.write('mmod', traceable.indexOf('cprt'), 'latin1');
    const image = await download((await user.upload(traceable)).image);
    expect((await sharp(image).metadata()).icc).toBeUndefined();
    const meansOf = async (file: Buffer) => (await sharp(file).stats()).channels.map(({ mean }) => mean);
    const [served, stored] = [await meansOf(image), await meansOf(plain)];
    const inSrgb = await meansOf(await sharp(plain).png().toBuffer());
    expect(Math.abs((stored[1] ?? 0) - (inSrgb[1] ?? 0))).toBeGreaterThan(3);
    for (const [index, mean] of inSrgb.entries())
      expect(Math.abs((served[index] ?? 0) - mean)).toBeLessThan(3);
  });

  it.each<[string, (red: Sharp, traceable: string) => Sharp]>([
    ['eight bits', (red) => red],
    ['eight bits and a profile', (red) => red.withIccProfile('p3')],
    ['sixteen bits', (red) => red.toColourspace('rgb16')],
    ['sixteen bits and a profile', (red) => red.toColourspace('rgb16').withIccProfile('p3')],
    [
      'sixteen bits and a profile that is dropped',
      (red, traceable) => red.toColourspace('rgb16').withIccProfile(traceable),
    ],
  ])('has the same colours in all renditions and as an avatar: %s', async (_what, convert) => {
    const folder = await mkdtemp(join(tmpdir(), 'kitroom-profile-'));
    const red = { width: 64, height: 64, channels: 3, background: { r: 200, g: 20, b: 20 } } as const;
    const plain = await sharp({ create: red }).withIccProfile('p3').png().toBuffer();
    const { icc = Buffer.alloc(0) } = await sharp(plain).metadata();
    icc.write('mmod', icc.indexOf('cprt'), 'latin1');
    await writeFile(join(folder, 'traceable.icc'), icc);
    const file = await convert(sharp({ create: red }), join(folder, 'traceable.icc'))
      .png()
      .toBuffer();
    await rm(folder, { recursive: true });
    const photo = await waitForRenditions(user, (await user.upload(file)).id);
    const avatar = new FormData();
    avatar.set('avatar', new Blob([new Uint8Array(file)]), 'red.png');
    const init = { method: 'PUT', headers: withToken(user.token), body: avatar };
    const { body } = await collection.request('/api/accounts/profile/avatar/', init);
    const shown = await Promise.all(
      [...urlsOf(photo), body.avatar].map(async (url) => isRed(await download(url))),
    );
    expect(shown).toEqual([true, true, true, true, true]);
  });

  it('keeps its animation', async () => {
    const animated = gif(4, { width: 12, height: 10 });
    for (const file of [
      animated,
      await sharp(animated, { animated: true }).webp({ lossless: true }).toBuffer(),
    ]) {
      const photo = await user.upload(file);
      expect(photo).toMatchObject({ width: 12, height: 10 });
      const [before, after] = [file, await download(photo.image)].map((data) =>
        sharp(data, { animated: true }),
      );
      const { pages, delay, loop } = (await after?.metadata()) ?? {};
      expect({ pages, delay, loop }).toMatchObject({ pages: 4, delay: [50, 60, 70, 80], loop: 0 });
      expect(await after?.raw().toBuffer()).toEqual(await before?.raw().toBuffer());
      await waitForRenditions(user, photo.id);
    }
  });

  it('keeps every pixel of a PNG with sixteen bits, in greyscale or with transparency', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 50 };
    const drawn = sharp({ create: { width: 20, height: 20, channels: 3, background: 'grey', noise } });
    for (const file of [
      await drawn.clone().toColourspace('rgb16').png().toBuffer(),
      await drawn.clone().greyscale().png().toBuffer(),
      await drawn.clone().ensureAlpha(0.5).png().toBuffer(),
      await drawn.clone().greyscale().toColourspace('grey16').png().toBuffer(),
    ]) {
      const image = await download((await user.upload(file)).image);
      const pixels = (data: Buffer) =>
        sharp(data).toColourspace('rgb16').ensureAlpha().raw({ depth: 'ushort' }).toBuffer();
      expect((await pixels(image)).equals(await pixels(file))).toBe(true);
    }
  });

  it('is at most 2048 pixels wide and high as AVIF', async () => {
    const wide = await user.upload(await jpeg({ width: 3000, height: 1000 }));
    const tall = await user.upload(await jpeg({ width: 100, height: 2500 }));
    const sizeOf = async (id: number) => {
      const { image_avif } = await waitForRenditions(user, id);
      const { width, height } = await sharp(await download(image_avif ?? '')).metadata();
      return [width, height];
    };
    expect(await sizeOf(wide.id)).toEqual([2048, 683]);
    expect(await sizeOf(tall.id)).toEqual([82, 2048]);
  });

  it('has a white background in its thumbnail where it is transparent', async () => {
    const clear = await sharp({ create: { width: 50, height: 80, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { thumbnail } = await waitForRenditions(user, (await user.upload(clear)).id);
    const { dominant } = await sharp(await download(thumbnail ?? '')).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  });

  it('has a card of at most 480 × 640 pixels and 80 kB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    for (const [width, height, card] of [
      [1800, 1200, [480, 320]],
      [600, 1600, [240, 640]],
      [30, 40, [30, 40]],
    ] as const) {
      const file = await sharp({ create: { width, height, channels: 3, background: 'red', noise } })
        .jpeg()
        .toBuffer();
      const { image_card: address } = await waitForRenditions(user, (await user.upload(file)).id);
      const bytes = await download(address ?? '');
      const metadata = await sharp(bytes).metadata();
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', ...card]);
      expect(bytes.length).toBeLessThanOrEqual(80_000);
    }
  });

  it.each(['1x1', '1x3000', '3000x1'])('may have an extreme shape: %s', async (shape) => {
    const [width = 1, height = 1] = shape.split('x').map(Number);
    const file = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const photo = await user.upload(file);
    expect(photo).toMatchObject({ width, height });
    await waitForRenditions(user, photo.id);
  });
});

/** Whether a picture's colour is about (200, 20, 20) after its profile is applied. */
async function isRed(picture: Buffer): Promise<boolean> {
  const { icc } = await sharp(picture).metadata();
  const read = icc ? sharp(picture).withIccProfile('srgb', { attach: false }) : sharp(picture);
  const { channels } = await sharp(await read.png().toBuffer()).stats();
  return [200, 20, 20].every((value, index) => Math.abs((channels[index]?.mean ?? 0) - value) < 4);
}
