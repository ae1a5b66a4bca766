import { expect, it } from '@jest/globals';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { Locator } from 'playwright-core';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

describeWithBrowser('the page before its scripts have arrived', () => {
  const { newContext } = useShowcase();

  it.each(['/', '/kits/7', '/collection'])(
    'shows the name and that it is loading, and is replaced by the screen: %s',
    async (path) => {
      const context = await newContext({ viewport: PHONE, colorScheme: 'dark' });
      const page = await context.newPage();
      let send = () => {};
      const held = new Promise<void>((resolve) => (send = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByText('Loading …').waitFor();
      const shell = page.locator('header .wordmark');
      const heightOf = async () => (await page.locator('.header').boundingBox())?.height;
      const [height, colour] = [await heightOf(), await colourOf(shell)];
      send();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([await heightOf(), await colourOf(shell)]).toEqual([height, colour]);
      await context.close();
    },
    MINUTE,
  );
});

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((shown) => getComputedStyle(shown).color);
}
