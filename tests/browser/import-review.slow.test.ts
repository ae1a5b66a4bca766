import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

/** Fields of a kit that the sheet of this test needs. */
interface Kit {
  team: { name: string };
  season: { year: string };
  type: { name: string; category: string };
}

/** Writes a sheet as collectors would, without a brand. `Box` matches no field, and `-` means no value. */
function writeSheet(kits: readonly Kit[]): string {
  const rows = kits.map(({ team, season, type }, index) => [
    index + 1,
    team.name,
    season.year,
    type.name,
    'L',
    '8/10',
    45 + index,
    index % 4 === 0 ? '-' : `B${index}`,
  ]);
  const head = '#,Team,Year,H/A,Size,Cond.,Paid (€),Box No';
  return ['My shirts', head, ...rows.map((row) => row.join(','))].join('\r\n');
}

/** Three rows have an invalid condition, one has an invalid number, and all prices lack a currency. */
const UNCLEAR = [
  'Shirt,Club,Size,Condition,Number,Paid',
  'First,Sevilla FC,L,14,7,45',
  'Second,Sevilla FC,L,15,8,50',
  'Third,Sevilla FC,M,16,9,55',
  'Fourth,Sevilla FC,M,8,9000,60',
  'Fifth,Sevilla FC,M,8,10,65',
  ...Array.from({ length: 10 }, (_, index) => `Good ${index},Sevilla FC,L,8,${index},${20 + index}`),
].join('\n');

describeWithBrowser('the import review', () => {
  const { newCollector, open, problems, showcase } = useShowcase();
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  async function upload(page: Page, name: string, content: string): Promise<void> {
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
    await page.getByLabel('From a file').last().setInputFiles(file);
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByRole('status').getByText('Waiting for your review').waitFor();
    await page.getByRole('region', { name: 'Rows and what they become' }).waitFor();
  }

  /** Lists controls that are too small to touch, in CSS pixels. */
  const listSmallTargets = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.review :is(a, button, input, select, summary)')].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isChecked = element.matches('.check input');
        return isChecked || (width >= 24 && height >= 24) ? [] : [element.outerHTML.slice(0, 120)];
      }),
    );

  it(
    'adds 40 rows without a brand on a phone, and says how each cell was used',
    async () => {
      const { catalogue } = (await (await collector.request.get(`${showcase.url}/config.json`)).json()) as {
        catalogue: string;
      };
      const listed = await collector.request.get(
        `${catalogue}/api/kits?category=match&expand=true&page_size=40`,
      );
      const kits = (await listed.json()) as Kit[];
      expect(kits).toHaveLength(40);
      const page = await open('/collection/import', collector);
      await page.setViewportSize({ width: 390, height: 844 });
      await upload(page, 'shirts.csv', writeSheet(kits));
      await page.getByText('40 new.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await listSmallTargets(page)).toEqual([]);
      expect(await page.locator('.review-row').count()).toBe(40);
      // A row takes a few lines, not a card.
      expect((await page.locator('.review').boundingBox())?.height).toBeLessThan(40 * 90);
      const headings = await page.locator('.review thead th').allInnerTexts();
      const names = headings.map((text) => text.replaceAll(/\s+/g, ' '));
      expect(names.slice(0, 6)).toEqual([
        'Item',
        'Team → Club',
        'Year → Season',
        'H/A → Kit type (home, away …)',
        'Size → Size',
        'Brand filled in',
      ]);
      await page
        .getByRole('cell', { name: /^filled in: / })
        .first()
        .waitFor();
      await page
        .getByRole('cell', { name: /^kept in the notes: 1/ })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Row 2 in detail' }).click();
      await page.getByText('Filled in from the catalogue.').first().waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add 40 items' }).click();
      await page.getByText('40 added').waitFor();
      await page.getByRole('link', { name: 'See them, newest first' }).click();
      await page.waitForURL(/\/collection$/);
      const { count } = await api.send<{ count: number }>('GET', '/api/collections/me/items/');
      expect(count).toBe(40);
      await page.close();
    },
    2 * MINUTE,
  );

  it(
    'offers each invalid row the field to correct, and links from the outcome to the imported items',
    async () => {
      const page = await open('/collection/import', collector);
      await upload(page, 'unclear.csv', UNCLEAR);
      await page.getByText('15 invalid.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });

      // The currency is requested only once.
      const first = page.locator('tbody').filter({ hasText: 'First' });
      await first.getByLabel('Which currency?').selectOption('GBP');
      await first.getByRole('button', { name: 'Set' }).first().click();
      await page.getByText('11 new, 4 invalid.').waitFor();
      await first.getByText('£45.00').waitFor();

      await page.getByRole('button', { name: 'Skip row 3' }).click();
      await page.getByText('11 new, 1 skipped, 3 invalid.').waitFor();
      await first.getByLabel('Condition of row 1').selectOption('7');
      await first.getByLabel('Also for the other row').check();
      await first.getByRole('button', { name: 'Set' }).click();
      await page.getByText('13 new, 1 skipped, 1 invalid.').waitFor();
      await page
        .getByText('You have set this value')
        .or(first.getByTitle('You have set this value.'))
        .first()
        .waitFor();

      await page.getByText('Columns and options').click();
      await page
        .getByLabel('Field', { exact: true })
        .or(page.getByLabel('Another field'))
        .selectOption('brand');
      await page.getByLabel('Brand', { exact: true }).fill('Nike');
      await page.getByLabel('Another field').selectOption('location');
      await page.getByLabel('Where it is kept', { exact: true }).fill('Attic');
      await page.getByLabel('Keep invalid rows as drafts').check();
      expect(await findFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Apply these settings' }).click();
      await page.getByText('14 new, 1 skipped.').waitFor();
      await page.getByRole('cell', { name: /Attic/ }).first().waitFor();

      await page.getByRole('button', { name: 'Add 14 items' }).click();
      await page.getByRole('list', { name: 'Outcome' }).waitFor();
      const outcome = await page.getByRole('list', { name: 'Outcome' }).getByRole('listitem').allInnerTexts();
      expect(outcome.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
        '13 added See them, newest first',
        '1 kept as drafts (number) Complete them',
        '1 skipped Show the rows',
      ]);
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show the rows that are skipped' }).click();
      await page.waitForURL(/\?status=skipped$/);
      await page.getByRole('rowheader', { name: /Third/ }).waitFor();
      await page.getByRole('link', { name: 'Complete them' }).click();
      await page.waitForURL(/\/collection\/drafts$/);
      await page.getByText('Fourth').first().waitFor();
      const items = await api.send<Array<{ condition: number; location: string; price: unknown }>>(
        'GET',
        '/api/items/?search=First',
      );
      expect(items).toMatchObject([
        { condition: 7, location: 'Attic', price: { amount: '45.00', currency: 'GBP' } },
      ]);
      await page.close();
    },
    2 * MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
