import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findSmallTargets } from './find-small-targets.ts';
import { findFaults } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

interface Item {
  id: number;
  name: string;
  [field: string]: unknown;
}

describeWithBrowser('batch changes in the showcase', () => {
  const { newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  const open = (path: string) => openIn(path, collector);
  const addItem = (fields: object) =>
    api.send<Item>('POST', '/api/items/', { item_type: 'jersey', ...fields });
  const listItems = (search: string, query = '') =>
    api.send<Item[]>('GET', `/api/items/?search=${search}&ordering=name${query}`);

  /** Chooses an action, enters its value, and confirms it for this many items. */
  async function change(page: Page, action: string, enter: () => Promise<unknown>, count: string) {
    await page.getByLabel('What to do').selectOption(action);
    await enter();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(`This changes ${count}.`).waitFor();
    await page.getByRole('button', { name: `Change ${count}` }).click();
    await page.getByText(`${count} changed.`).waitFor();
  }

  it(
    'set brand, size, place, privacy and a tag on exactly the items that the confirmation counted',
    async () => {
      for (const name of ['Several one', 'Several two', 'Several three']) await addItem({ name });
      const page = await open('/collection?search=several');
      await page.getByRole('button', { name: 'Select several' }).click();
      const changeAll = async (action: string, enter: () => Promise<unknown>) => {
        await page.getByRole('button', { name: 'Select all 3' }).click();
        await change(page, action, enter, '3 items');
      };
      await changeAll('Set the brand', async () => {
        await page.getByLabel('Brand', { exact: true }).last().fill('umb');
        await page.getByRole('option', { name: 'Umbro' }).click();
      });
      await changeAll('Set the size', () =>
        page.getByLabel('Size', { exact: true }).last().selectOption('XL'),
      );
      await changeAll('Set the place', () => page.getByLabel('Where it is kept').fill('Box 7'));
      await changeAll('Set who sees them', () => page.getByLabel('Who sees them').selectOption('Only me'));
      await changeAll('Add a tag', () => page.getByLabel('Tag', { exact: true }).last().fill('Paris, 2006'));
      for (const item of await listItems('several')) {
        expect(item).toMatchObject({
          labels: { brand: 'Umbro', size: 'XL' },
          location: 'Box 7',
          is_private: true,
          tags: ['Paris, 2006'],
        });
      }
      // Items that are selected later are not part of the counted selection.
      const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(name) });
      await box('Several one').check();
      await page.getByLabel('What to do').selectOption('Set the size');
      await page.getByLabel('Size', { exact: true }).last().selectOption('Other size …');
      await page.getByLabel('Which size?').fill('164');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This changes 1 item.').waitFor();
      await box('Several two').check();
      expect(await findFaults(page)).toEqual([]);
      expect(await findSmallTargets(page)).toEqual([]);
      await page.getByRole('button', { name: 'Change 1 item' }).click();
      await page.getByText('1 item changed.').waitFor();
      const sizes = (await listItems('several')).map(({ size_text: text }) => text);
      expect(sizes).toEqual(['164', '', '']);
      await page.close();
    },
    MINUTE,
  );

  it(
    'change nothing while an item is invalid, and change the rest after "Leave them out"',
    async () => {
      const [shirt] = [
        await addItem({ name: 'Mixed shirt' }),
        await addItem({ item_type: 'other', name: 'Mixed pin' }),
      ];
      const page = await open('/collection?search=mixed');
      await page.getByRole('button', { name: 'Select several' }).click();
      for (const name of [/Mixed shirt/, /Mixed pin/]) await page.getByRole('checkbox', { name }).check();
      await page.getByLabel('What to do').selectOption('Set the size');
      await page.getByLabel('Size', { exact: true }).last().selectOption('L');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Nothing was changed: 1 item cannot be changed.').waitFor();
      await page.getByText(': Size: ').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Leave them out' }).click();
      await page.getByText('1 item selected').waitFor();
      await change(
        page,
        'Set the size',
        () => page.getByLabel('Size', { exact: true }).last().selectOption('L'),
        '1 item',
      );
      expect(await api.send('GET', `/api/items/${shirt?.id}/`)).toMatchObject({ labels: { size: 'L' } });
      // The browser reports the status 400.
      problems.length = 0;
      await page.close();
    },
    MINUTE,
  );

  it(
    'delete items only through a distinct button that is not focused',
    async () => {
      for (const name of ['Gone one', 'Gone two']) await addItem({ name });
      const page = await open('/collection?search=gone');
      await page.getByRole('button', { name: 'Select several' }).click();
      await page.getByRole('button', { name: 'Select all 2' }).click();
      await page.getByLabel('What to do').selectOption('Delete');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This deletes 2 items with their photos, permanently.').waitFor();
      const button = page.getByRole('button', { name: 'Delete 2 items' });
      const look = (name: string) =>
        page.getByRole('button', { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await look('Delete 2 items')).not.toBe(await look('Cancel'));
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(false);
      await page.keyboard.press('Enter');
      await button.waitFor({ state: 'detached' });
      expect(await listItems('gone')).toHaveLength(2);
      await page.getByRole('button', { name: 'Continue' }).click();
      await button.click();
      await page.getByText('2 items deleted.').waitFor();
      expect(await listItems('gone')).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'list drafts with their missing fields, change them together, and add the complete drafts',
    async () => {
      for (const name of ['Draft one', 'Draft two', '']) await addItem({ name, is_draft: true, size: 5 });
      const page = await open('/collection');
      await page.getByRole('link', { name: 'Drafts 3' }).click();
      await page.getByRole('link', { name: 'Shirt without a name Missing: name' }).waitFor();
      await page
        .getByRole('link', { name: 'Draft one Ready to be added Still empty: brand, club, season, photo' })
        .waitFor();
      await page.getByRole('button', { name: 'Select several' }).click();
      await page.getByRole('button', { name: 'Select all 3' }).click();
      await page.getByText('3 drafts selected').waitFor();
      await change(
        page,
        'Set the brand',
        async () => {
          await page.getByLabel('Brand', { exact: true }).fill('Home made');
          await page.getByText('Not in the catalogue.').waitFor();
        },
        '3 drafts',
      );
      expect(await findFaults(page)).toEqual([]);
      expect(await findSmallTargets(page)).toEqual([]);
      const box = (name: RegExp) => page.getByRole('checkbox', { name });
      await box(/Draft one/).check();
      await box(/Draft two/).check();
      await box(/without a name/).check();
      await page.getByLabel('What to do').selectOption('Add to my collection');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Nothing was changed: 1 draft cannot be changed.').waitFor();
      await page.getByRole('button', { name: 'Leave them out' }).click();
      await change(page, 'Add to my collection', () => Promise.resolve(), '2 drafts');
      await page.getByRole('link', { name: 'Drafts 1' }).waitFor();
      const added = await listItems('draft', '&is_draft=false');
      expect(added.map(({ name }) => name)).toEqual(['Draft one', 'Draft two']);
      expect(added[0]).toMatchObject({ brand_text: 'Home made' });
      problems.length = 0;
      await page.close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
