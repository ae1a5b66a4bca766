import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { eventually } from '@kitroom/testing/eventually';
import { connectRaw, head } from './raw-request.ts';
import { useCollection } from './test-collection.ts';
import { createUserClient, listFiles, type Photographer } from './test-photos.ts';
import { draw, gif, jpeg } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
let user: Photographer;

beforeAll(async () => {
  user = await createUserClient(collection);
});

describe('an uploaded file', () => {
  const start = (bytes: string, text = '') => Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.from(text)]);
  const whole = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') => async () =>
    (await draw({ width: 200, height: 150 })).toFormat(format).toBuffer();
  const truncated = (make: () => Promise<Buffer>, share: number) => async () => {
    const file = await make();
    return file.subarray(0, Math.floor(file.length * share));
  };

  it.each<[string, RegExp, () => Buffer | Promise<Buffer>]>([
    ['an empty file', /The submitted file is empty\.$/, () => Buffer.alloc(0)],
    ['plain text', /one of the accepted formats.*JPEG, PNG, WebP, AVIF and GIF/, () => Buffer.from('hello')],
    [
      'an SVG',
      /one of the accepted formats/,
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    ],
    ['HTML', /one of the accepted formats/, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PHP', /one of the accepted formats/, () => Buffer.from('<?php phpinfo();')],
    ['PHP after the beginning of a JPEG', /JPEG is damaged/, () => start('ffd8ffe0', '<?php phpinfo();')],
    ['PHP after the beginning of a GIF', /GIF is damaged/, () => Buffer.from('GIF89a<?php phpinfo();')],
    ['a PDF', /one of the accepted formats/, () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['a TIFF', /one of the accepted formats/, () => start('49492a0008000000', '\0'.repeat(50))],
    ['a BMP', /one of the accepted formats/, () => Buffer.from(`BM${'\0'.repeat(60)}`)],
    [
      'a HEIC',
      /HEIC.*convert or export.*JPEG/,
      () => start('00000018', `ftypheic\0\0\0\0mif1heic${'\0'.repeat(99)}`),
    ],
    [
      'an animated AVIF',
      /Animated AVIF.*export the animation as WebP or GIF/,
      () => start('0000001c', `ftypavis\0\0\0\0avifmsf1mif1${'\0'.repeat(99)}`),
    ],
    ['half a JPEG', /JPEG is damaged or not complete/, truncated(whole('jpeg'), 0.5)],
    ['a JPEG without its last bytes', /JPEG is damaged or not complete/, truncated(whole('jpeg'), 0.98)],
    ['half a PNG', /PNG is damaged or not complete/, truncated(whole('png'), 0.5)],
    ['half a WebP', /WebP is damaged or not complete/, truncated(whole('webp'), 0.5)],
    ['half an AVIF', /AVIF is damaged or not complete/, truncated(whole('avif'), 0.5)],
    ['half a GIF', /GIF is damaged or not complete/, truncated(whole('gif'), 0.5)],
    ['a small PNG with too many pixels', /900,000,000 pixels \(30000 x 30000\); at most 64,000,000/, hugePng],
    [
      'a GIF with too many pixels in its frames',
      /64,300,000 pixels \(1000 x 100, 643 frames\)/,
      () => hugeGif(643),
    ],
    [
      'a GIF with too many pixels on its screen',
      /4,294,836,225 pixels \(65535 x 65535\)/,
      () => withScreen(65_535, 65_535),
    ],
    ['a GIF with too many frames', /2,001 frames; at most 2,000/, () => gif(2001, { width: 1, height: 1 })],
  ])('is rejected with 400 and the reason: %s', async (_what, reason, make) => {
    const before = await listFiles(collection);
    const { status, body } = await user.send('POST', '/api/photos/', {}, await make(), 'photo.jpg');
    expect([status, Object.keys(body)]).toEqual([400, ['image']]);
    expect(body.image).toEqual([expect.stringMatching(/^Upload a valid image\. /)]);
    expect(body.image[0]).toMatch(reason);
    expect(await listFiles(collection)).toEqual(before);
  });

  it('has the size of the GIF screen, as browsers show it', async () => {
    const { body } = await user.send('POST', '/api/photos/', {}, withScreen(3000, 2000));
    expect([body.width, body.height]).toEqual([3000, 2000]);
  });

  it('may be a GIF or a PNG with exactly the maximum number of pixels', async () => {
    expect((await user.send('POST', '/api/photos/', {}, hugeGif(640))).status).toBe(201);
    const flat = { width: 8000, height: 8000, channels: 3 as const, background: 'red' };
    const png = await sharp({ create: flat }).png().toBuffer();
    expect((await user.send('POST', '/api/photos/', {}, png)).status).toBe(201);
    const more = await sharp({ create: { ...flat, width: 8001 } })
      .png()
      .toBuffer();
    expect((await user.send('POST', '/api/photos/', {}, more)).status).toBe(400);
  });
});

/** A GIF with a frame of one pixel on a screen of this size. */
function withScreen(width: number, height: number): Buffer {
  const file = gif(1, { width: 1, height: 1 });
  file.writeUInt16LE(width, 6);
  file.writeUInt16LE(height, 8);
  return file;
}

/** The header of a PNG of 30000 x 30000 pixels, and a small part of its data. */
async function hugePng(): Promise<Buffer> {
  const small = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const size = Buffer.alloc(8);
  size.writeUInt32BE(30_000, 0);
  size.writeUInt32BE(30_000, 4);
  const header = Buffer.concat([small.subarray(12, 16), size, small.subarray(24, 29)]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(header));
  return Buffer.concat([small.subarray(0, 12), header, sum, small.subarray(33)]);
}

/** A GIF of 1000 x 100 pixels, whose frames draw a single pixel each. */
function hugeGif(frames: number): Buffer {
  const file = gif(frames, { width: 1, height: 1 });
  file.writeUInt16LE(1000, 6);
  file.writeUInt16LE(100, 8);
  return file;
}

describe('parallel uploads of one user', () => {
  it('are limited to 60, then return 429 until an upload has ended', async () => {
    const form = 'multipart/form-data; boundary=x';
    const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
    const headers = { ...withToken(user.token), 'Content-Type': form, 'Content-Length': 1_000_000 };
    const upload = async () => {
      const raw = await connectRaw(collection.url);
      raw.send(head('POST', '/api/photos/', headers) + part + 'x'.repeat(10_000));
      return raw;
    };
    const started = await Promise.all(Array.from({ length: 60 }, upload));
    const picture = await jpeg();
    const more = () => user.send('POST', '/api/photos/', {}, picture);
    await eventually(async () => expect(await countUploads()).toBe(60));
    const { status, headers: received, body } = await more();
    expect([status, received.get('Retry-After'), body]).toEqual([
      429,
      '5',
      {
        detail: 'Too many concurrent uploads: at most 60 per user are allowed. Try again when one has ended.',
      },
    ]);
    await (await createUserClient(collection)).upload(picture);
    started.pop()?.socket.destroy();
    await eventually(async () => expect((await more()).status).toBe(201));
    for (const { socket } of started) socket.destroy();
    await eventually(async () => expect(await countUploads()).toBe(0));
  });

  async function countUploads(): Promise<number> {
    return (await listFiles(collection)).filter((name) => name.includes('.uploads/')).length;
  }
});
