import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
/** Longer than the screens take to load, and than the pauses after which the client retries by itself. */
const WINDOW_SECONDS = 20;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

describeWithBrowser('the page before its scripts load', () => {
  const { newContext } = useShowcase();

  it.each(['/', '/kits/7', '/collection'])(
    'shows the name and "Loading …", and then the screen with the same header: %s',
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

describeWithBrowser('the showcase at a rate limit', () => {
  const { showcase, newContext, newCollector, open } = useShowcase({
    RATE_LIMIT_REQUESTS: '20',
    RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
    THROTTLE_USER: `20/${WINDOW_SECONDS}`,
  });

  /** Sends requests until one is refused. */
  async function reachLimit(send: () => Promise<boolean>): Promise<void> {
    while (await send());
  }

  it(
    'keeps the loaded kits and the notice in view on phones and desktops, and then loads more kits',
    async () => {
      const context = await newContext({ viewport: PHONE });
      const page = await open('/kits', context);
      const cards = page.locator('.wall a.card');
      const { catalogue } = (await (await page.request.get(`${showcase.url}/config.json`)).json()) as {
        catalogue: string;
      };
      await reachLimit(async () => (await page.request.get(`${catalogue}/api/kits`)).ok());
      const before = await cards.count();
      await scrollToEnd(page);
      const notice = page.getByText(/You can go on at/);
      await notice.waitFor();
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await scrollToEnd(page);
        expect(await isInView(notice)).toBe(true);
        expect(await cards.count()).toBe(before);
      }
      await cards.nth(before).waitFor({ timeout: 2 * WINDOW_SECONDS * 1000 });
      await notice.waitFor({ state: 'hidden' });
      await context.close();
    },
    2 * MINUTE,
  );

  it(
    'shows the name of an item from the list, and completes the screen by itself',
    async () => {
      const { context, api } = await newCollector('patience');
      await api.send('POST', '/api/items/', { item_type: 'jersey', name: 'Waiting', size: 5 });
      const page = await open('/collection', context);
      await reachLimit(() =>
        api.send('GET', '/api/items/').then(
          () => true,
          () => false,
        ),
      );
      await page.locator('.wall a.card').click();
      const notice = page.getByText(/You can go on at/);
      await notice.waitFor();
      await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
      await scrollToEnd(page);
      expect(await isInView(notice)).toBe(true);
      await page.getByRole('link', { name: 'Edit' }).waitFor({ timeout: 2 * WINDOW_SECONDS * 1000 });
      await context.close();
    },
    2 * MINUTE,
  );
});

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
}

/** Whether an element is in the window, and nothing is above it. */
function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === shown;
  });
}

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((shown) => getComputedStyle(shown).color);
}
