import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { findFaultsAsShown } from './inspect-page.ts';
import { press, type } from './keyboard.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const FOUR_MINUTES = 240_000;
const PASSWORD = 'brass lantern 42';
const CLUBS = ['Málaga CF', 'Barcelona', 'Bayern München', 'Sevilla FC'];
const ROWS = 40;
const PAID = Array.from({ length: ROWS }, (_each, index) => 20 + index);

/** Writes a sheet as collectors would: without a brand, with a title and a total. */
function writeSheet(): string {
  const rows = PAID.map((price, index) => {
    const club = CLUBS[index % CLUBS.length];
    const season = `${2004 + (index % 16)}/${String(5 + (index % 16)).padStart(2, '0')}`;
    const kitType = ['Home', 'Away'][index % 2];
    return [index + 1, club, season, kitType, ['S', 'M', 'L', 'XL'][index % 4], '8/10', price].join(',');
  });
  const total = PAID.reduce((sum, price) => sum + price, 0);
  return ['My shirts', '#,Team,Year,H/A,Size,Cond.,Paid (€)', ...rows, `Total,,,,,,${total}`].join('\r\n');
}

/** Chromium at 400 % zoom lays a window of 1,280 × 1,024 pixels out like this. */
const ZOOMED = { width: 320, height: 256 };

const WINDOWS = [
  { name: 'on a phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'on a desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  { name: 'at a zoom of 400 %', viewport: ZOOMED, colorScheme: 'light' },
] as const;

describeWithBrowser('a collector who switches from a spreadsheet to the showcase', () => {
  const { showcase, newContext, open, problems } = useShowcase(SHOWCASE_LIMITS);

  async function expectNoFaults(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    expect(await findFaultsAsShown(page)).toEqual([]);
  }

  async function signUp(page: Page, username: string): Promise<void> {
    const before = showcase.readMail()?.link;
    await type(page, 'Username', username);
    await type(page, 'E-mail address', `${username}@example.org`);
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await eventually(() => {
      const mail = showcase.readMail();
      expect(mail?.link).not.toBe(before);
      return Promise.resolve();
    });
    await page.goto(showcase.readMail()?.link ?? '');
    await press(page, 'Verify my e-mail address');
    await type(page, 'Username or e-mail address', username);
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Your collection is empty/ }).waitFor();
    await expectNoFaults(page);
  }

  /** Imports the sheet without corrections. */
  async function importSheet(page: Page): Promise<void> {
    await press(page, /^Import/, 'link');
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('From a file').last().focus();
    await page.keyboard.press('Enter');
    const buffer = Buffer.from(writeSheet());
    await (await chooser).setFiles({ name: 'shirts.csv', mimeType: 'text/csv', buffer });
    await press(page, 'Upload and preview');
    await page.getByText(`${ROWS} new, 1 skipped.`).waitFor();
    await expectNoFaults(page);
    await press(page, `Add ${ROWS} items`);
    await page.getByText(`${ROWS} added`).waitFor();
    await expectNoFaults(page);
    await press(page, 'See them, newest first', 'link');
  }

  const readTotals = async (page: Page) =>
    (await page.getByLabel('Totals').innerText()).replaceAll(/\s+/g, ' ');

  async function seeTotals(page: Page): Promise<void> {
    const showSum = (prices: readonly number[]) => {
      const sum = prices.reduce((total, price) => total + price, 0);
      return `€${sum.toLocaleString('en-GB', { minimumFractionDigits: 2 })} ${prices.length} items`;
    };
    await eventually(async () => expect(await readTotals(page)).toContain(showSum(PAID)));
    const openSheet = page.getByRole('button', { name: 'Filters' });
    const isSheet = await openSheet.isVisible();
    if (isSheet) await press(page, /^Filters/);
    const select = page.getByRole('combobox', { name: 'Filter by club' });
    await select.locator('option', { hasText: 'Sevilla FC (10)' }).waitFor({ state: 'attached' });
    await select.focus();
    await page.keyboard.type('Sevilla');
    await page.waitForURL(/club=\d+/);
    if (isSheet) {
      await page.getByRole('button', { name: 'Show 10 items' }).focus();
      await page.keyboard.press('Enter');
    }
    const ofClub = PAID.filter((_price, index) => CLUBS[index % CLUBS.length] === 'Sevilla FC');
    await eventually(async () => expect(await readTotals(page)).toContain(showSum(ofClub)));
    await press(page, 'Table');
    await page.getByLabel('Order').first().focus();
    await page.keyboard.type('Highest price');
    await eventually(async () => {
      const [first] = await page.getByRole('row').filter({ hasText: '€' }).allInnerTexts();
      expect(first).toContain('€59.00');
    });
    await expectNoFaults(page);
  }

  async function addPhoto(page: Page): Promise<void> {
    await press(page, /^Sevilla/, 'link');
    await press(page, 'Edit', 'link');
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('Add photos').focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(await takePhoto('Red'));
    await page.getByLabel('Caption of photo 1').waitFor();
    await expectNoFaults(page);
    await press(page, 'Cancel', 'link');
    await page.getByRole('button', { name: 'Open Main photo' }).waitFor();
  }

  async function share(page: Page): Promise<void> {
    await press(page, /^Share/, 'button');
    await press(page, 'Create a link');
    const link = page.getByRole('link', { name: /\/s\// });
    await link.waitFor();
    await expectNoFaults(page);
    const visitor = await newContext();
    const shared = await visitor.newPage();
    await shared.goto(new URL((await link.getAttribute('href')) ?? '').pathname);
    await shared.getByRole('heading', { name: /Sevilla/ }).waitFor();
    await visitor.close();
  }

  /** Finds a kit by its brand, year, country and type, and adds it as a shirt. */
  async function findAndAdd(page: Page): Promise<void> {
    const search = page.getByRole('combobox', { name: 'Search the catalogue' });
    await search.focus();
    await page.keyboard.type('nike 1998 brazil home');
    await page.keyboard.press('Enter');
    await press(page, /^Brazil 1998 Home/, 'link');
    await page.getByRole('heading', { name: 'Brazil 1998 Home' }).waitFor();
    await expectNoFaults(page);
    const started = Date.now();
    await press(page, 'Add to my collection', 'link');
    await page.getByLabel('Size').first().focus();
    await page.keyboard.type('L');
    await type(page, 'Price', '45 €');
    await expectNoFaults(page);
    await press(page, 'Add to my collection');
    await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
    expect(Date.now() - started).toBeLessThan(60_000);
    await search.focus();
    await page.keyboard.type('brazil 1998');
    await page.keyboard.press('Enter');
    await page.getByText('In your collection').first().waitFor();
    await expectNoFaults(page);
  }

  it.each(WINDOWS)(
    'imports the sheet without corrections, sees the totals, shares a shirt and adds a kit: $name',
    async ({ name, viewport, colorScheme }) => {
      const context = await newContext({ viewport, colorScheme });
      const page = await open('/sign-up', context);
      await signUp(page, `collector-${WINDOWS.findIndex((window) => window.name === name)}`);
      await importSheet(page);
      await seeTotals(page);
      await addPhoto(page);
      await share(page);
      await findAndAdd(page);
      await context.close();
    },
    FOUR_MINUTES,
  );

  it('sees no error in the console', () => {
    expect(problems).toEqual([]);
  });
});
