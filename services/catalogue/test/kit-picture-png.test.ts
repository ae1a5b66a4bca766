import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

/** A separate process, as libvips' settings are global to the process. */
let service: TestService;
let id = 0;
let version = '';

beforeAll(async () => {
  await catalogue.load(
    kitLines([
      {
        club: 'Drawn FC',
        slug: 'drawn',
        design: 'Plain',
        primary_color: 'Claret',
        secondary_colors: ['White'],
      },
      { club: 'Drawn FC', slug: 'other', type: 'Away', primary_color: 'White' },
    ]),
  );
  id = await idOf(catalogue.db, 'kits', 'drawn');
  const { body } = await catalogue.request(`/api/kits/${id}`);
  version = new URL(body.main_img_url).searchParams.get('v') ?? '';
  service = await startTestService('catalogue', {
    DATABASE_URL: catalogue.databaseUrl,
    WORKER: 'false',
    API_ENABLE_AUTH: '1',
    RATE_LIMIT_REQUESTS: '1',
  });
});

afterAll(() => service.kill());

function request(query = '', init: RequestInit = {}, kit = id) {
  return fetch(`${service.url}/api/kits/${kit}/picture.png${query}`, init);
}

const hasLoadedSharp = () => readFileSync(`/proc/${service.pid}/maps`, 'utf8').includes('libvips');

describe('GET /api/kits/{kit_id}/picture.png', () => {
  it('loads the renderer only for the first picture', async () => {
    await fetch(`${service.url}/api/kits/${id}/picture.svg`);
    expect((await request('?size=100')).status).toBe(400);
    expect(hasLoadedSharp()).toBe(false);
    expect((await request()).status).toBe(200);
    expect(hasLoadedSharp()).toBe(true);
  });

  it.each([
    ['', 512],
    ['?size=128', 128],
    ['?size=256', 256],
    ['?size=512', 512],
    ['?size=1024', 1024],
  ])('returns the drawing as a square PNG with a transparent background: %s', async (query, size) => {
    const response = await request(query);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(response.headers.get('Content-Encoding')).toBeNull();
    const file = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('Content-Length')).toBe(String(file.length));
    expect(await sharp(file).metadata()).toMatchObject({
      format: 'png',
      width: size,
      height: size,
      hasAlpha: true,
    });
    const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    const pixelAt = (x: number, y: number) => {
      const at = 4 * (Math.floor(y * size) * size + Math.floor(x * size));
      return [...data.subarray(at, at + 4)];
    };
    for (const [x, y] of [
      [0, 0],
      [0.999, 0],
      [0, 0.999],
      [0.999, 0.999],
    ] as const) {
      expect(pixelAt(x, y)[3]).toBe(0);
    }
    // The belly is claret, #7F1734, up to its shading.
    const [red = 0, green = 0, blue = 0, alpha] = pixelAt(0.5, 0.7);
    expect(alpha).toBe(255);
    for (const [channel, expected] of [
      [red, 0x7f],
      [green, 0x17],
      [blue, 0x34],
    ] as const) {
      expect(Math.abs(channel - expected)).toBeLessThan(30);
    }
  });

  it('is cached like the SVG: immutable with the current hash, otherwise revalidated', async () => {
    for (const [query, caching] of [
      [`?size=128&v=${version}`, 'public, max-age=31536000, immutable'],
      ['?size=128&v=old', 'no-cache'],
      ['?size=128', 'no-cache'],
    ] as const) {
      const { headers } = await request(query);
      expect(headers.get('Cache-Control')).toBe(caching);
      const revalidated = await request(query, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
      expect([
        revalidated.status,
        await revalidated.text(),
        revalidated.headers.get('Cache-Control'),
      ]).toEqual([304, '', caching]);
    }
  });

  it('has a different ETag for each size and kit', async () => {
    const otherKit = await idOf(catalogue.db, 'kits', 'other');
    const responses = [await request(), await request('?size=128'), await request('', {}, otherKit)];
    expect(new Set(responses.map(({ headers }) => headers.get('ETag'))).size).toBe(3);
  });

  it('supports HEAD and range requests', async () => {
    const head = await request('?size=128', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('Content-Length'))).toBeGreaterThan(500);
    const part = await request('?size=128', { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  it.each([
    '?size=',
    '?size=100',
    '?size=0512',
    '?size=512.0',
    '?size=2048',
    '?size=128&size=256',
    '?v=a&v=b',
  ])('returns 400 for %s', async (query) => {
    const response = await request(query);
    expect([response.status, await response.json()]).toEqual([400, { detail: 'Invalid request parameters' }]);
  });

  it('returns 404 for a kit that does not exist, and 400 for an invalid id', async () => {
    const missing = await request('', {}, 999_999);
    expect([missing.status, await missing.json()]).toEqual([404, { detail: 'Kit with ID 999999 not found' }]);
    expect((await request('', {}, 0)).status).toBe(400);
  });

  it('requires no API key and is not rate limited', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      const { status, headers } = await request('?size=128');
      expect([status, headers.get('X-RateLimit-Limit'), headers.get('Access-Control-Allow-Origin')]).toEqual([
        200,
        null,
        '*',
      ]);
    }
  });
});
