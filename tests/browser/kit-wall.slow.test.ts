import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults, findFaultsAsShown } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const CLUB = 2;

interface CatalogueKit {
  id: number;
  name: string;
  main_img_url: string;
}

describeWithBrowser('the kit screens of the showcase', () => {
  const { showcase, newContext, newCollector, open, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: { context: BrowserContext; api: CollectionApi };
  let kit: CatalogueKit;

  /** The newest home kit of the club. */
  async function readKit(): Promise<CatalogueKit> {
    const config = (await (await fetch(`${showcase.url}/config.json`)).json()) as { catalogue: string };
    const query = `club=${CLUB}&type=1&ordering=-season&page_size=1`;
    const kits = (await (await fetch(`${config.catalogue}/api/kits?${query}`)).json()) as CatalogueKit[];
    if (!kits[0]) throw new Error(`club ${CLUB} has no kit`);
    return kits[0];
  }

  beforeAll(async () => {
    collector = await newCollector('mr.smith');
    await (await open('/collection', collector.context)).close();
    kit = await readKit();
  });

  const cardOf = (page: Page) => page.locator(`.wall a[href="/kits/${kit.id}"]`);
  const expectMark = (page: Page, isOwned: boolean) =>
    cardOf(page)
      .filter({ [isOwned ? 'hasText' : 'hasNotText']: 'In your collection' })
      .waitFor();

  it(
    'mark a kit as owned on every screen while the collection has an item of it',
    async () => {
      const page = await open(`/kits?club=${CLUB}&ordering=-season`, collector.context);
      await expectMark(page, false);
      await cardOf(page).click();
      await page.getByRole('link', { name: 'Add to my collection' }).click();
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Add another' }).waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.goBack();
      await expectMark(page, true);
      expect(await findFaults(page)).toEqual([]);
      await page.goto(`/clubs/${CLUB}`);
      await expectMark(page, true);
      await page.goto(`/search?q=${encodeURIComponent(kit.name)}`);
      await expectMark(page, true);
      await page.goto(`/add?q=${encodeURIComponent(kit.name)}`);
      await page.getByRole('link', { name: /In your collection$/ }).waitFor();

      await page.goto(`/kits/${kit.id}`);
      await page.getByRole('link', { name: 'In your collection' }).click();
      await page.waitForURL(/\/items\/\d+$/);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL('/collection');
      await page.goBack();
      await page.goBack();
      await page.getByRole('link', { name: 'Add to my collection' }).waitFor();
      await page.close();
    },
    2 * MINUTE,
  );

  it(
    "show the kit's picture, marked as a catalogue picture, on items without photos",
    async () => {
      const { api, context } = collector;
      const shirt = { item_type: 'jersey', name: 'Without a photo', kit: kit.id };
      const { id } = await api.send<{ id: number }>('POST', '/api/items/', shirt);
      await api.send('POST', '/api/items/', { ...shirt, is_draft: true });
      const { token } = await api.send<{ token: string }>('POST', '/api/shares/', { scope: 'collection' });
      const visitor = await newContext();
      const screens = [
        ['/', context],
        ['/collection', context],
        ['/collection/drafts', context],
        [`/items/${id}`, context],
        ['/u/mr.smith', context],
        [`/s/${token}`, visitor],
        [`/s/${token}/items/${id}`, visitor],
      ] as const;
      for (const [path, window] of screens) {
        const page = await open(path, window);
        const picture = page.locator('.picture').filter({ hasText: 'Catalogue picture' }).first();
        expect(await picture.locator('img').getAttribute('src')).toBe(kit.main_img_url);
        expect(await findFaultsAsShown(page)).toEqual([]);
        await page.close();
      }
      await visitor.close();
    },
    2 * MINUTE,
  );

  it(
    'show the kit data of the wall immediately, and load more kits when scrolled into view',
    async () => {
      const page = await open(`/kits?club=${CLUB}&type=1`, await newContext());
      const card = page.locator('.wall a.card').first();
      const name = await card.locator('.card-title').innerText();
      const brand = (await card.locator('.card-detail').innerText()).split(' · ')[1] ?? '';
      const picture = await card.locator('img').getAttribute('src');
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(/\/api\/kits\/\d+$/, async (route) => {
        await released;
        await route.continue();
      });
      await card.click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.locator('.facts').getByText(brand).waitFor();
      expect(await page.locator('.picture.large img').getAttribute('src')).toBe(picture);
      expect(await page.getByText('Worn in').count()).toBe(0);
      release();
      await page.getByText('Worn in').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.wall a.card').count()).toBe(0);
      await page.locator('.wall').scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 500);
      await page.locator('.wall a.card').first().waitFor();
      await page.context().close();
    },
    MINUTE,
  );

  it(
    'filter by type and second colour and sort, and keep filters and order in the address',
    async () => {
      const page = await open('/kits', await newContext());
      const readCount = async () =>
        Number((await page.locator('.page-header .count').innerText()).replaceAll(/\D/g, ''));
      const goalkeepers = page.getByRole('button', { name: /^Goalkeeper, / });
      const count = Number((await goalkeepers.getAttribute('aria-label'))?.replaceAll(/\D/g, ''));
      await goalkeepers.click();
      await eventually(async () => expect(await readCount()).toBe(count));
      await page.getByRole('combobox', { name: 'Second colour' }).selectOption('Black');
      await eventually(async () => expect(await readCount()).toBeLessThan(count));
      await page.getByRole('combobox', { name: 'Order' }).selectOption('By name');
      await page.waitForURL(/\?type=\d+&secondary_color=Black&ordering=name$/);
      await page.reload();
      await page.locator('.wall a.card').first().waitFor();
      const names = await page.locator('.wall .card-title').allInnerTexts();
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !name.endsWith('GK'))).toEqual([]);
      expect(names[0]?.localeCompare(names.at(-1) ?? '')).toBeLessThan(0);
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await page.waitForURL('/kits?ordering=name');
      await page.goto('/kits?primary_color=Nonsense');
      await page.getByRole('link', { name: 'Remove all filters' }).click();
      await page.locator('.wall a.card').first().waitFor();
      // The browser reports the request with the unknown colour.
      problems.length = 0;
      await page.context().close();
    },
    MINUTE,
  );

  it(
    'open the filters in a sheet on phones, and offer a link that skips to the kits',
    async () => {
      const page = await open('/kits', await newContext({ viewport: { width: 390, height: 844 } }));
      expect(await page.getByText('Colour', { exact: true }).count()).toBe(0);
      const total = await page.locator('.page-header .count').innerText();
      await page.getByRole('button', { name: 'Filters' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('button', { name: /^Red, / }).click();
      const show = sheet.getByRole('button', { name: /^Show [\d,]+ kits$/ });
      await eventually(async () => expect(await show.innerText()).not.toBe(`Show ${total}`));
      // The visible text of an icon is its accessible name.
      for (const icon of await sheet.locator('.icon-choice').all()) {
        expect(await icon.innerText()).toMatch(/\w/);
      }
      expect(await findFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      const text = await show.innerText();
      await show.click();
      expect(await sheet.count()).toBe(0);
      expect(`Show ${await page.locator('.page-header .count').innerText()}`).toBe(text);
      await page.getByRole('button', { name: 'Filters (1)' }).waitFor();

      const skip = page.getByRole('link', { name: 'Skip to the kits' });
      await skip.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.locator('.wall a.card:focus').waitFor();
      await page.context().close();
    },
    MINUTE,
  );

  it(
    'restore the scroll position after going back from a kit',
    async () => {
      const page = await open('/kits', await newContext());
      const card = page.locator('.wall a.card').nth(40);
      await card.scrollIntoViewIfNeeded();
      const before = await page.evaluate<number>('window.scrollY');
      await card.click();
      await page.getByRole('link', { name: 'Add to my collection' }).waitFor();
      expect(await page.evaluate<number>('window.scrollY')).toBe(0);
      await page.goBack();
      await eventually(async () => {
        expect(Math.abs((await page.evaluate<number>('window.scrollY')) - before)).toBeLessThan(200);
      });
      await page.context().close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
