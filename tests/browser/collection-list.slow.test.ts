import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults, findFaultsAsShown } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

interface Club {
  id: number;
  name: string;
}

const EUR = (amount: number) => ({ amount: amount.toFixed(2), currency: 'EUR' });

const colour = (name: string) => ITEM_COLOURS.find((option) => option.name === name)?.id;
const size = (name: string) => SIZES.find((option) => option.name === name)?.id;

/**
 * Shirts of a club, of another one that is known by a kit, and of a club that the catalogue does not know.
 */
const listItems = (club: number) => [
  {
    club,
    price: EUR(50),
    estimated_value: EUR(80),
    size: size('L'),
    location: 'Attic',
    tags: ['final'],
  },
  { club, price: EUR(20), size: size('M'), player_name: 'Zidane', number: 5 },
  { club, price: { amount: '30.00', currency: 'GBP' }, estimated_value: EUR(100), size: size('M') },
  {
    kit: 7,
    price: EUR(200),
    estimated_value: EUR(150),
    size: size('XL'),
    is_private: true,
    main_color: colour('Blue'),
    secondary_colors: [],
  },
  { club_text: 'FC Dorfverein', main_color: colour('Red'), size_text: 'Youth 164' },
];

describeWithBrowser('the collection list', () => {
  const { newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  let api: CollectionApi;
  let club: Club;
  const open = (path: string) => openIn(path, collector);
  const names = (page: Page) =>
    page.getByRole('row').getByRole('rowheader').getByRole('link').allInnerTexts();
  const totals = async (page: Page) =>
    (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ').trim();

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
    const clubs = await api.send<{ results: Club[] }>('GET', '/archive/clubs/search/?keyword=barcelona');
    club = clubs.results.find(({ name }) => name === 'FC Barcelona') ?? { id: 0, name: '' };
  });

  it(
    'shows three ways to start an empty collection, and no search',
    async () => {
      const page = await open('/collection');
      await page.getByRole('heading', { name: /^Your collection is empty/ }).waitFor();
      const ways = page.getByRole('region', { name: /^Your collection is empty/ }).getByRole('link');
      const addresses = await Promise.all((await ways.all()).map((link) => link.getAttribute('href')));
      expect(addresses).toEqual(['/collection/import', '/add', '/collection/import#archive']);
      expect(await page.getByRole('button', { name: 'Select several' }).count()).toBe(0);
      expect(await page.getByLabel('Search this collection').count()).toBe(0);
      expect(await findFaults(page)).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'shows the chosen columns in a table, keeps them after a reload, and sorts by its headings',
    async () => {
      for (const [index, fields] of listItems(club.id).entries()) {
        await api.send('POST', '/api/items/', { item_type: 'jersey', name: `Shirt ${index + 1}`, ...fields });
      }
      const page = await open('/collection');
      await page.getByRole('button', { name: 'Table' }).click();
      expect(await page.getByRole('columnheader', { name: 'Place' }).count()).toBe(0);
      await page.getByText('Columns', { exact: true }).first().click();
      const columns = page.getByRole('group', { name: 'Columns' }).last();
      await columns.getByLabel('Place').check();
      await columns.getByLabel('Tags').check();
      await columns.getByLabel('Condition').uncheck();
      await page.getByRole('row', { name: /Shirt 1 .*Attic.* €50\.00 .*€80\.00 .*final/ }).waitFor();
      expect(await page.getByRole('columnheader', { name: 'Condition' }).count()).toBe(0);

      await page.getByRole('button', { name: 'Price' }).click();
      const sorted = page.getByRole('columnheader', { name: 'Price' });
      await eventually(async () => expect((await names(page))[0]).toBe('Shirt 3'));
      expect(await sorted.getAttribute('aria-sort')).toBe('descending');
      // By currency, then by amount; items without a price come last.
      expect(await names(page)).toEqual([3, 4, 1, 2, 5].map((number) => `Shirt ${number}`));
      await page.getByRole('button', { name: 'Price' }).click();
      await eventually(async () => expect((await names(page))[0]).toBe('Shirt 2'));
      expect(await sorted.getAttribute('aria-sort')).toBe('ascending');
      expect(new URL(page.url()).search).toBe('?ordering=price');
      expect(await findFaults(page)).toEqual([]);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
      await page.getByRole('columnheader', { name: 'Place' }).waitFor();
      await page.getByRole('link', { name: 'Shirt 2' }).click();
      await page.getByRole('heading', { name: 'Shirt 2' }).waitFor();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByRole('heading', { name: 'Shirt 1' }).waitFor();
      await page.getByRole('link', { name: 'Back to my collection' }).click();
      await page.waitForURL('/collection?ordering=price');
      await page.getByRole('row', { name: /Shirt 1/ }).waitFor();
      await page.close();
    },
    2 * MINUTE,
  );

  it(
    'filters with counts, and totals what the filters and the search leave',
    async () => {
      const page = await open('/collection');
      await eventually(async () =>
        expect(await totals(page)).toBe(
          'Paid €270.00 3 items £30.00 1 item Worth €330.00 3 items Gain -€20.00 2 items',
        ),
      );
      const select = page.getByRole('combobox', { name: 'Club' });
      await select.selectOption(`${club.name} (3)`);
      await page.getByText('3 items', { exact: true }).first().waitFor();
      expect(new URL(page.url()).search).toBe(`?club=${club.id}`);
      await eventually(async () =>
        expect(await totals(page)).toBe(
          'Paid €70.00 2 items £30.00 1 item Worth €180.00 2 items Gain +€30.00 1 item',
        ),
      );
      // Counts of other fields follow the filter; those of the field itself do not.
      const sizes = page.getByRole('combobox', { name: 'Size' });
      await eventually(async () =>
        expect(await sizes.locator('option').allInnerTexts()).toEqual(['Size: any', 'M (2)', 'L (1)']),
      );
      expect(await select.locator('option').count()).toBe(4);
      await page.getByLabel('Search this collection').fill('zidane 5');
      await eventually(async () => expect(await totals(page)).toBe('Paid €20.00 1 item Worth – Gain –'));
      await page.reload();
      const chip = page.getByRole('button', { name: `Remove the filter Club: ${club.name}` });
      await chip.waitFor();

      await page.getByLabel('Search this collection').fill('nothing like it');
      await page.getByText('No item matches “nothing like it”.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Clear the search' }).click();
      await page.getByRole('link', { name: /Shirt 2/ }).waitFor();
      await chip.click();
      await page.waitForURL('/collection');

      await page.setViewportSize({ width: 1280, height: 900 });
      await select.selectOption('FC Dorfverein (1)');
      await page.waitForURL('/collection?search=FC+Dorfverein');
      await page.getByRole('link', { name: /Shirt 5/ }).waitFor();
      await page.close();
    },
    2 * MINUTE,
  );

  it(
    'finds items by club alias, size, colour and number',
    async () => {
      const page = await open('/collection');
      for (const [words, expectedNames] of [
        ['barça', ['Shirt 3', 'Shirt 2', 'Shirt 1']],
        ['xl', ['Shirt 4']],
        ['red', ['Shirt 5']],
        ['zidane 5', ['Shirt 2']],
      ] as const) {
        await page.getByLabel('Search this collection').fill(words);
        await eventually(async () => expect([words, await names(page)]).toEqual([words, expectedNames]));
      }
      await page.close();
    },
    MINUTE,
  );

  it(
    'opens the filters in a sheet on phones, whose button shows the number of matching items',
    async () => {
      const page = await open('/collection');
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Filters', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('button', { name: 'Show 5 items' }).waitFor();
      await sheet.getByRole('combobox', { name: 'Size' }).selectOption('M (2)');
      await sheet.getByRole('combobox', { name: 'Privacy' }).selectOption('Public (2)');
      await sheet.getByRole('button', { name: 'Show 2 items' }).waitFor();
      expect(await findFaultsAsShown(page)).toEqual([]);
      await sheet.getByRole('button', { name: 'Show 2 items' }).click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
      await page.getByRole('button', { name: 'Remove the filter Size: M' }).waitFor();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await page.waitForURL('/collection');
      await page.close();
    },
    MINUTE,
  );

  it(
    'offers visitors no private filter, column or total',
    async () => {
      const { token } = await api.send<{ token: string }>('POST', '/api/shares/', { scope: 'collection' });
      // On their own page, collectors see their private items too.
      for (const [path, count] of [
        [`/s/${token}`, '4 items'],
        ['/u/mr.smith', '5 items'],
      ] as const) {
        const page = await open(path);
        await page.getByText(count, { exact: true }).first().waitFor();
        await page.getByRole('combobox', { name: 'Size' }).selectOption('M (2)');
        await page.getByText('2 items', { exact: true }).first().waitFor();
        expect(await page.getByRole('combobox', { name: /place|privacy/ }).count()).toBe(0);
        expect(await page.getByLabel('Totals').count()).toBe(0);
        await page.getByRole('button', { name: 'Table' }).click();
        await page.getByRole('columnheader', { name: 'Club' }).waitFor();
        expect(await page.getByRole('columnheader', { name: /^(?:Place|Price|Value)$/ }).count()).toBe(0);
        expect(await findFaults(page)).toEqual([]);
        await page.close();
      }
    },
    MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
