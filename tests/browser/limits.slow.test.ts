import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
/** Longer than the pauses after which the client retries by itself. */
const WINDOW_SECONDS = 20;
const SHORT_PAUSE_SECONDS = 4;

describeWithBrowser('the showcase beyond a rate limit', () => {
  const { showcase, newContext, newCollector, open } = useShowcase({
    RATE_LIMIT_REQUESTS: '1',
    RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS),
    THROTTLE_USER: `6/${WINDOW_SECONDS}`,
  });

  /** Waits for the page's notice, and checks its waiting time. */
  async function expectNotice(page: Page, seconds = WINDOW_SECONDS): Promise<void> {
    const notice = page.getByText(/You can go on at/);
    const [time = ''] = /\d+:\d\d:\d\d [AP]M/.exec(await notice.innerText()) ?? [];
    const [now, until] = await page.evaluate<[number, number]>(
      `[Date.now(), Date.parse(new Date().toDateString() + ' ${time}')]`,
    );
    expect(until - now).toBeGreaterThan(-1000);
    expect(until - now).toBeLessThan((seconds + 3) * 1000);
  }

  it(
    'says until when a screen waits, and then shows its content without a reload',
    async () => {
      const context = await newContext();
      const page = await context.newPage();
      // Kits and facets: two requests.
      await page.goto('/kits');
      await expectNotice(page);
      await page.locator('.wall a.card').nth(10).waitFor();
      await page
        .getByRole('status')
        .filter({ hasText: /^[\d,]+ kits$/ })
        .waitFor();
      await context.close();
    },
    MINUTE,
  );

  it(
    'says until when it waits while the client waits out a short pause',
    async () => {
      const context = await newContext();
      const page = await context.newPage();
      await page.route(
        '**/api/kits/7',
        (route) =>
          route.fulfill({
            status: 403,
            headers: {
              'Access-Control-Allow-Origin': showcase.url,
              'Access-Control-Expose-Headers': 'Retry-After',
              'Retry-After': String(SHORT_PAUSE_SECONDS),
            },
            json: { detail: 'Rate limit exceeded' },
          }),
        { times: 1 },
      );
      await page.route(/\/api\/clubs\//, (route) => route.abort());
      await page.goto('/kits/7');
      await expectNotice(page, SHORT_PAUSE_SECONDS);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await context.close();
    },
    MINUTE,
  );

  it(
    'saves an item by itself after the rate limit window ends',
    async () => {
      const { context, api } = await newCollector('mr.smith');
      const shirt = { item_type: 'jersey', name: 'Plain', brand_text: 'Handmade', size: 5 };
      const { id } = await api.send<{ id: number }>('POST', '/api/items/', shirt);
      const page = await open(`/items/${id}/edit`, context);
      await page.getByLabel('Name', { exact: true }).fill('Patient');
      const isAllowed = () =>
        api.send('GET', '/api/items/').then(
          () => true,
          () => false,
        );
      while (await isAllowed());
      await page.getByRole('button', { name: 'Save' }).click();
      await expectNotice(page);
      await page.getByRole('heading', { level: 1, name: 'Patient' }).waitFor({ timeout: 30_000 });
      await context.close();
    },
    MINUTE,
  );
});
