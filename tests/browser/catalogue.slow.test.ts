import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

describeWithBrowser('the catalogue lists of the showcase', () => {
  const { newContext, open, problems } = useShowcase();

  /** Returns the number of kits in a text. */
  const countKits = (text: string) => Number(/([\d,]+) kits?/.exec(text)?.[1]?.replace(',', ''));

  /** Waits until the wall says that it has this many kits. */
  const expectCount = (page: Page, count: number) =>
    page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${count.toLocaleString('en')} kits?$`) })
      .waitFor();

  it.each([
    ['Countries', 'spain', /^\/kits\?country=ES$/],
    ['Competitions', 'premier league', /^\/kits\?competition=\d+$/],
    ['Brands', 'nike', /^\/kits\?brand=\d+$/],
  ])(
    'link from %s, filtered by name, to as many kits as the list shows',
    async (list, name, path) => {
      const page = await open('/', await newContext());
      await page.locator('main').getByRole('link', { name: list }).click();
      await page.getByRole('heading', { level: 1, name: list }).waitFor();
      await page.getByRole('searchbox', { name: 'Filter by name' }).fill(name);
      await page.waitForURL(/keyword=/);
      const link = page
        .getByRole('region', { name: list })
        .getByRole('link', { name: new RegExp(name, 'i') });
      await eventually(async () => expect(await page.locator('.record').count()).toBe(await link.count()));
      const count = countKits(await link.first().innerText());
      await link.first().click();
      await page.waitForURL((url) => path.test(url.pathname + url.search));
      await expectCount(page, count);
      await page.context().close();
    },
    MINUTE,
  );

  it(
    'load clubs page by page, sort them by kits, and link each to its screen',
    async () => {
      const page = await open('/clubs', await newContext());
      const clubs = page.locator('.record');
      expect(await clubs.count()).toBe(100);
      await eventually(async () => {
        await page.locator('.load-more').scrollIntoViewIfNeeded();
        expect(await clubs.count()).toBeGreaterThan(150);
      });
      await page.getByRole('combobox', { name: 'Order' }).selectOption('Most kits first');
      await eventually(async () => {
        const counts = (await clubs.allInnerTexts()).map(countKits);
        expect(counts).toEqual(counts.toSorted((left, right) => right - left));
      });
      const name = (await clubs.first().locator('.record-name').innerText()).trim();
      await clubs.first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.context().close();
    },
    MINUTE,
  );

  it(
    'say that no name matches',
    async () => {
      const page = await open('/brands?keyword=qqqq', await newContext());
      await page.getByText('No name matches.').waitFor();
      expect(await page.locator('.record').count()).toBe(0);
      await page.context().close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
