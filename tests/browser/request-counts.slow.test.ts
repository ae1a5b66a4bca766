import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { countRequests } from './count-requests.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const KITS = 60;
const SCROLLS = 10;
const PAGE_SIZE = 48;
const REQUESTS_MAX = 100;

describeWithBrowser('the requests that the showcase sends', () => {
  // The services' own limits.
  const { newCollector, open, problems } = useShowcase();

  it(
    'stay within the rate limit while a collector opens 60 kits, scrolls, filters and searches',
    async () => {
      const { context, api } = await newCollector('mr.smith');
      await api.send('POST', '/api/items/', { item_type: 'jersey', name: 'Red', kit: 7 });
      await (await open('/collection', context)).close();
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const { counted, settle } = countRequests(page);
      await page.goto('/kits');
      await page.locator('.wall a.card').first().waitFor();

      await scrollToPage(page, 2);
      for (let index = 0; index < KITS; index += 1) await openKitAndReturn(page, index);
      for (let scrolls = 2; scrolls <= SCROLLS; scrolls += 1) await scrollToPage(page, scrolls + 1);
      for (const value of ['Home', 'Red', 'Stripes', 'Match', 'Home']) {
        const query = new URL(page.url()).search;
        await page.getByRole('button', { name: new RegExp(`^${value}, `) }).click();
        await page.waitForURL((url) => url.search !== query);
        await page.locator('.wall[aria-busy=false]').waitFor();
      }
      for (const keyword of ['bayern home', 'nike', 'malaga 2003', 'pink', 'spurs away']) {
        await page.getByRole('combobox', { name: 'Search the catalogue' }).fill(keyword);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: `Results for “${keyword}”` }).waitFor();
        await page.locator('.wall a.card, .record').first().waitFor();
      }
      await settle();

      // Suggestions have a separate limit.
      const limited = counted.filter((request) => !request.includes('/api/suggest?'));
      expect(limited.length).toBeGreaterThan(KITS + SCROLLS);
      expect(limited.length).toBeLessThanOrEqual(REQUESTS_MAX);
      expect(limited.filter((request) => request.includes('/collections/me/kits/'))).toHaveLength(1);
      expect(await page.getByText('You can go on at').count()).toBe(0);
      await context.close();
    },
    4 * MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});

/** Scrolls to the end of the wall, which loads this page of it. */
async function scrollToPage(page: Page, number: number): Promise<void> {
  await page.locator('.load-more').scrollIntoViewIfNeeded();
  const last = page.locator('.wall a.card').nth(number * PAGE_SIZE - 1);
  await last.waitFor();
}

/** Opens a kit of the wall, waits until it is loaded completely, and goes back. */
async function openKitAndReturn(page: Page, index: number): Promise<void> {
  const card = page.locator('.wall a.card').nth(index);
  const path = await card.getAttribute('href');
  const read = page.waitForResponse((response) => response.url().endsWith(`/api${path}`));
  await card.click();
  expect(await (await read).finished()).toBeNull();
  await page.waitForURL((url) => url.pathname === path);
  await page.goBack();
  await card.waitFor();
}
