import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

describeWithBrowser('the home and search screens of the showcase', () => {
  const { newContext, newCollector, open, problems } = useShowcase(SHOWCASE_LIMITS);
  let visitor: BrowserContext;
  let collector: { context: BrowserContext; api: CollectionApi };

  beforeAll(async () => {
    visitor = await newContext();
    collector = await newCollector('mr.smith');
  });

  it(
    'invite visitors, and say that the pictures are drawn',
    async () => {
      const page = await open('/', visitor);
      await page
        .getByRole('heading', { level: 1, name: /^Kitroom is a catalogue of football kits/ })
        .waitFor();
      await page.getByText('They are not photos.').waitFor();
      expect(await page.locator('.wall a.card').count()).toBe(6);
      await page.getByRole('link', { name: 'Sky blue' }).click();
      await page.waitForURL('/kits?primary_color=Sky+blue');
      await page.goBack();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.waitForURL('/sign-up');
      await page.goBack();
      await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
      await page.getByText('Sign in or create an account to import your spreadsheet.').waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'redirect filters in the address of the home screen to the kit wall',
    async () => {
      const page = await open('/?design=Stripes&primary_color=Red', visitor);
      expect(new URL(page.url()).pathname).toBe('/kits');
      await page.getByRole('button', { name: /^Stripes, / }).waitFor();
      expect(new URL(page.url()).search).toBe('?design=Stripes&primary_color=Red');
      await page.close();
    },
    MINUTE,
  );

  it(
    'say why a visitor has to sign in to add a kit',
    async () => {
      const page = await open('/kits/7', visitor);
      await page.getByRole('link', { name: 'Add to my collection' }).click();
      await page.getByText('to add this to your own collection.').waitFor();
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.waitForURL(/sign-up/);
      expect(await page.getByText('to add this to your own collection.').count()).toBe(1);
      await page.close();
    },
    MINUTE,
  );

  it(
    'show collectors the number and total price of their items, and the newest items',
    async () => {
      await (await open('/collection', collector.context)).close();
      const empty = await open('/', collector.context);
      await empty.getByText('Your collection is empty.').waitFor();
      expect(await findFaults(empty)).toEqual([]);
      const shirt = { item_type: 'jersey', brand: 1, size: 5, condition: 8 };
      const price = { price: { amount: '85.00', currency: 'EUR' } };
      for (let number = 1; number <= 7; number += 1) {
        await collector.api.send('POST', '/api/items/', { ...shirt, ...price, name: `Shirt ${number}` });
      }
      const page = await open('/', collector.context);
      await page.getByRole('link', { name: '7 items' }).waitFor();
      await page.getByText('€595.00').waitFor();
      const titles = await page.locator('.row .card-title').allInnerTexts();
      expect(titles).toEqual([7, 6, 5, 4, 3, 2].map((number) => `Shirt ${number}`));
      await page.getByRole('link', { name: 'Add an item' }).click();
      await page.waitForURL('/add');
      await page.close();
    },
    MINUTE,
  );

  it.each([
    ['nike', /^Nike/, 'All kits of Nike', /^\/kits\?brand=\d+$/],
    ['premier league', /^Premier League/, 'All kits of Premier League', /^\/kits\?competition=\d+$/],
    ['bayern', /^FC Bayern München/, 'All kits of FC Bayern München', /^\/kits\?club=\d+$/],
    ['2003-04', /^2003-04/, 'All kits of 2003-04', /^\/kits\?season=\d+$/],
  ])(
    'show the records that match %s first, and link to all of their kits',
    async (keyword, record, all, path) => {
      const page = await open('/', visitor);
      await page.getByRole('combobox', { name: /Search/ }).fill(keyword);
      await page.keyboard.press('Enter');
      await page.locator('.record').filter({ hasText: record }).first().waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('link', { name: all, exact: true }).click();
      await page.waitForURL((url) => path.test(url.pathname + url.search));
      await page.locator('.wall a.card').first().waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'link from a search for a club and a kit type to the kit wall with both filters',
    async () => {
      const page = await open('/search?q=spurs+home', visitor);
      await page.locator('.wall a.card').first().waitFor();
      await page.getByRole('link', { name: 'All home kits of Tottenham Hotspur' }).click();
      const chosen = page.getByRole('combobox', { name: 'Club' }).locator('option:checked');
      await chosen.filter({ hasText: 'Tottenham Hotspur' }).waitFor({ state: 'attached' });
      const names = await page.locator('.wall a.card .card-title').allInnerTexts();
      expect(names.length).toBeGreaterThan(10);
      expect(names.filter((name) => !/^Tottenham Hotspur .* Home/.test(name))).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'show kits that match only some of the words only on request',
    async () => {
      const page = await open('/search?q=ajx+1995+home', visitor);
      await page.getByText('Nothing matches “ajx 1995 home”.').waitFor();
      expect(await page.locator('.wall').count()).toBe(0);
      await page.getByRole('link', { name: 'Show kits that match only some of the words' }).click();
      await page.getByRole('heading', { name: 'Kits that match only some of the words' }).waitFor();
      await page.locator('.wall a.card').first().waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'offer the nearest names when nothing matches',
    async () => {
      const page = await open('/search?q=ajx', visitor);
      await page.getByText('Nothing matches “ajx”.').waitFor();
      await page.getByRole('heading', { name: 'Nearest names' }).waitFor();
      expect(await page.locator('.record').count()).toBeGreaterThan(0);
      await page.close();
    },
    MINUTE,
  );

  it(
    'suggest kits with the type and season first, which phones show in full',
    async () => {
      const page = await open('/', visitor);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('combobox', { name: /Search/ }).fill('psg 2019');
      const option = page.getByRole('option', { name: /^Home · 2019-20/ }).first();
      await option.waitFor();
      expect(await option.innerText()).toBe('Home · 2019-20\nParis Saint-Germain');
      await page.close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
