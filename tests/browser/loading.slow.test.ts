import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { BrowserContext, Page } from 'playwright-core';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const FIRST_LOAD_MAX_BYTES = 150_000;
const PHONE = { width: 390, height: 844 };

/** What Lighthouse calls a slow 4G network, and a processor at half its speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 2;
/** "Good" of the Core Web Vitals. The machine may be busy with other tests: the fastest load counts. */
const LARGEST_PAINT_MAX_MS = 2500;
const LOADS_MAX = 6;
/** Rounding shifts by parts of a pixel; anything that is seen is more. */
const SHIFT_MAX = 0.001;

interface Paints {
  largestMs: number;
  shift: number;
}

/** Records paints and shifts from the start of each page. */
async function observePaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints = { largestMs: 0, shift: 0 };
    Object.assign(window, { paints });
    const observe = (type: string, record: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
    observe('largest-contentful-paint', ({ startTime }) => (paints.largestMs = startTime));
    observe('layout-shift', ({ value = 0 }) => (paints.shift += value));
  });
}

async function load(page: Page, path: string): Promise<Paints> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page.evaluate<Paints>('window.paints');
}

describeWithBrowser('loading the showcase', () => {
  const { newContext, newCollector } = useShowcase();

  it.each(['/', '/?design=Stripes', '/kits/7', '/clubs/1', '/search?q=malaga'])(
    'takes at most 150 kB of scripts: %s',
    async (path) => {
      const context = await newContext();
      const page = await context.newPage();
      const scripts: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.body());
      });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
      await context.close();
    },
    MINUTE,
  );

  it.each(['/', '/kits/7'])(
    'paints the largest content of %s within 2.5 seconds on a slow network',
    async (path) => {
      let fastest = Infinity;
      for (let loads = 0; loads < LOADS_MAX && fastest >= LARGEST_PAINT_MAX_MS; loads += 1) {
        // A window of its own, with nothing in its cache.
        const context = await newContext({ viewport: PHONE });
        const page = await context.newPage();
        const devTools = await context.newCDPSession(page);
        await devTools.send('Network.enable');
        await devTools.send('Network.emulateNetworkConditions', NETWORK);
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
        await observePaints(page);
        const { largestMs } = await load(page, path);
        expect(largestMs).toBeGreaterThan(0);
        fastest = Math.min(fastest, largestMs);
        await context.close();
      }
      expect(fastest).toBeLessThan(LARGEST_PAINT_MAX_MS);
    },
    2 * MINUTE,
  );

  describe('moves nothing that is seen already', () => {
    let visitor: BrowserContext;
    let collector: BrowserContext;
    const made = { token: '', itemId: 0 };

    beforeAll(async () => {
      visitor = await newContext();
      const { context, api } = await newCollector('mr.smith');
      collector = context;
      const shirt = { item_type: 'jersey', name: 'Red', brand: 1, kit: 7, size: 5, condition: 8 };
      // The browser remembers that somebody has signed in here, as after the sign-in screen.
      await load(await context.newPage(), '/collection');
      made.itemId = (await api.send<{ id: number }>('POST', '/api/items/', shirt)).id;
      await api.addPhoto(made.itemId, await takePhoto('Red'));
      const link = { scope: 'collection', title: 'My shelf' };
      made.token = (await api.send<{ token: string }>('POST', '/api/shares/', link)).token;
    }, MINUTE);

    it.each<[string, (screen: typeof made) => string]>([
      ['wall', () => '/'],
      ['filtered wall', () => '/?design=Stripes&primary_color=Red'],
      ['search', () => '/search?q=barzelona'],
      ['kit', () => '/kits/7'],
      ['club', () => '/clubs/1'],
      ['sign-in', () => '/sign-in'],
      ['sign-up', () => '/sign-up'],
      ['shared collection', ({ token }) => `/s/${token}`],
      ['shared item', ({ token, itemId }) => `/s/${token}/items/${itemId}`],
      ['unknown address', () => '/nowhere'],
    ])(
      'on the screen for visitors: %s',
      async (_name, toPath) => {
        expect(await findShifts(visitor, toPath(made))).toEqual([]);
      },
      MINUTE,
    );

    it.each<[string, (screen: typeof made) => string]>([
      ['wall', () => '/'],
      ['my collection', () => '/collection'],
      ['statistics', () => '/collection/statistics'],
      ['share', () => '/collection/share'],
      ['import', () => '/collection/import'],
      ['export', () => '/collection/export'],
      ['find a kit', () => '/add'],
      ['add a shirt', () => '/add?kit=7'],
      ['item', ({ itemId }) => `/items/${itemId}`],
      ['public collection', () => '/u/mr.smith'],
      ['collectors', () => '/collectors'],
    ])(
      'on the screen for collectors: %s',
      async (_name, toPath) => {
        expect(await findShifts(collector, toPath(made))).toEqual([]);
      },
      MINUTE,
    );
  });
});

/** The widths at which something moved, with how much. */
async function findShifts(context: BrowserContext, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1280]) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 900 });
    await observePaints(page);
    const { shift } = await load(page, path);
    if (shift > SHIFT_MAX) found.push(`${shift} at ${width} pixels`);
    await page.close();
  }
  return found;
}
