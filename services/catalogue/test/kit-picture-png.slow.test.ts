import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { DESIGNS } from '@kitroom/shared';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const SIZE = 256;
const KITS = 130;

const catalogue = useCatalogue();
let service: TestService;

beforeAll(async () => {
  await catalogue.load(
    kitLines(
      Array.from({ length: KITS }, (_, at) => ({
        club: `Club ${at}`,
        slug: `kit-${at}`,
        design: DESIGNS[at % DESIGNS.length] ?? null,
        primary_color: 'Claret',
        secondary_colors: ['Sky blue', 'Yellow'],
        type: at % 3 === 0 ? 'Home' : 'GK Home',
      })),
    ),
  );
  service = await startTestService('catalogue', { DATABASE_URL: catalogue.databaseUrl, WORKER: 'false' });
});

afterAll(() => service.kill());

const addressOf = (id: number, file: string) => `${service.url}/api/kits/${id}/picture.${file}`;

/** The pixels of a picture on white, so that transparent ones are comparable. */
function pixelsOf(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).flatten({ background: 'white' }).removeAlpha().raw().toBuffer();
}

describeWithBrowser('GET /api/kits/{kit_id}/picture.png', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  it.each(DESIGNS.map((design, at) => [design, at + 1] as const))(
    'matches the SVG as a browser renders it: %s',
    async (_design, id) => {
      const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
      await page.setContent(
        `<style>body { margin: 0 }</style><img width="${SIZE}" height="${SIZE}" src="${addressOf(id, 'svg')}">`,
        { waitUntil: 'networkidle' },
      );
      const shown = await pixelsOf(await page.screenshot());
      await page.close();
      const png = await fetch(addressOf(id, `png?size=${SIZE}`));
      const rendered = await pixelsOf(new Uint8Array(await png.arrayBuffer()));
      expect(rendered.length).toBe(shown.length);
      const differences = rendered.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0);
      expect(differences / rendered.length).toBeLessThan(3);
    },
  );
});

describe('concurrent requests for kit pictures', () => {
  it('are rejected with 503 when too many are waiting, while other requests are served', async () => {
    const requests = Array.from({ length: KITS }, (_, at) => fetch(addressOf(at + 1, 'png?size=512')));
    const settled = Promise.all(requests).then(() => 'pictures');
    const list = fetch(`${service.url}/api/kits?page_size=5`).then(({ status }) => status);
    expect(await Promise.race([settled, list])).toBe(200);
    const responses = await Promise.all(requests);
    const rejected = responses.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected.length).toBeLessThan(KITS - 100);
    for (const response of rejected) {
      expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
      expect(await response.json()).toEqual({
        detail: 'Too many pictures are waiting to be rendered. Please try again later.',
      });
    }
    const served = responses.filter(({ status }) => status === 200);
    expect(served.length + rejected.length).toBe(KITS);
    await Promise.all(served.map((response) => response.arrayBuffer()));
  }, 180_000);
});
