import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { readPaints, recordPaints, type Paints } from './observe-paints.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const FIRST_LOAD_MAX_BYTES = 150_000;
const PHONE = { width: 390, height: 844 };

/** Lighthouse's slow 4G network, and a processor at half speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** A poor mobile connection on which the styles alone take a second. */
const SLOWEST_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const FIRST_PAINT_MAX_MS = 2000;
const CPU_SLOWDOWN = 2;
/** "Good" of the Core Web Vitals. The machine may be busy with other tests: the fastest load counts. */
const LARGEST_PAINT_MAX_MS = 2500;
const LOADS_MAX = 6;

async function load(page: Page, path: string): Promise<Paints> {
  await page.goto(path);
  // A busy machine may run the scripts long after the last of them has arrived.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction('window.paints.largestMs > 0');
  return readPaints(page);
}

describeWithBrowser('loading the showcase', () => {
  const { newContext } = useShowcase();

  it.each(['/', '/kits', '/kits?design=Stripes', '/clubs', '/kits/7', '/clubs/1', '/search?q=malaga'])(
    'loads less than 150 kB of gzipped scripts: %s',
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

  it.each(['/', '/kits', '/kits/7'])(
    'paints the largest content of %s within 2.5 seconds on a slow network',
    async (path) => {
      let fastest = Infinity;
      for (let loads = 0; loads < LOADS_MAX && fastest >= LARGEST_PAINT_MAX_MS; loads += 1) {
        // A new browser context with an empty cache.
        const context = await newContext({ viewport: PHONE });
        const page = await context.newPage();
        const devTools = await context.newCDPSession(page);
        await devTools.send('Network.enable');
        await devTools.send('Network.emulateNetworkConditions', NETWORK);
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
        await recordPaints(page);
        const { largestMs } = await load(page, path);
        expect(largestMs).toBeGreaterThan(0);
        fastest = Math.min(fastest, largestMs);
        await context.close();
      }
      expect(fastest).toBeLessThan(LARGEST_PAINT_MAX_MS);
    },
    2 * MINUTE,
  );

  it(
    'paints first within two seconds on a very slow network',
    async () => {
      let fastest = Infinity;
      for (let loads = 0; loads < LOADS_MAX && fastest >= FIRST_PAINT_MAX_MS; loads += 1) {
        const context = await newContext({ viewport: PHONE });
        const page = await context.newPage();
        const devTools = await context.newCDPSession(page);
        await devTools.send('Network.enable');
        await devTools.send('Network.emulateNetworkConditions', SLOWEST_NETWORK);
        await recordPaints(page);
        const { firstMs } = await load(page, '/');
        expect(firstMs).toBeGreaterThan(0);
        fastest = Math.min(fastest, firstMs);
        await context.close();
      }
      expect(fastest).toBeLessThan(FIRST_PAINT_MAX_MS);
    },
    2 * MINUTE,
  );
});
