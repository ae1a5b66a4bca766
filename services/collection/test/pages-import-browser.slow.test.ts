import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import type { Browser, Page } from 'playwright-core';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { addCollector, PASSWORD } from './test-users.ts';

const ROWS = 500;
const BROWSER_MS = 180_000;
/** Each is the beginning of several clubs' names. */
const AMBIGUOUS = { Manchester: 'Manchester City', Ma: 'Manchester United', Club: 'Club 1' };
const IMPOSSIBLE_CONDITION = '14';

/** A table as a spreadsheet program of a German computer saves it. */
function writeTable(): string {
  const clubs = Object.keys(AMBIGUOUS);
  const rows = Array.from({ length: ROWS }, (_each, index) => {
    const club = index % 50 === 0 ? clubs[index % clubs.length] : `Club ${index}`;
    const condition = index % 100 === 7 ? IMPOSSIBLE_CONDITION : '8';
    return [club, 'Nike', 'L', `"Shirt ""${index}"""`, condition, '85,50'].join(';');
  });
  return `\uFEFF${['Verein;Ausrüster;Größe;Name;Zustand;Kaufpreis', ...rows].join('\r\n')}\r\n`;
}

describeWithBrowser('a table of 500 rows in a browser', () => {
  const service = useMatchingCollection();
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser();
  });

  afterAll(() => browser.close());

  async function signIn(username: string): Promise<Page> {
    const page = await browser.newPage({ baseURL: service.collection.url });
    await page.goto('/accounts/login');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    return page;
  }

  /** Chooses a file and waits for the review. */
  async function upload(page: Page, name: string, content: string): Promise<void> {
    await page.goto('/accounts/data/import');
    await page
      .getByLabel('A file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: 'Read the file' }).click();
    await settle(page);
  }

  /** Looks again until nothing works on the import. */
  async function settle(page: Page): Promise<void> {
    const again = page.getByRole('link', { name: 'Look again' });
    await eventually(async () => {
      if ((await again.count()) > 0) await again.click();
      expect(await again.count()).toBe(0);
    }, 60_000);
  }

  async function setCurrency(page: Page): Promise<void> {
    await page.getByLabel('For empty cells').fill('currency: EUR');
    await page.getByRole('button', { name: 'Read the rows anew' }).click();
    await settle(page);
  }

  const textOf = (page: Page) => page.locator('main').innerText();

  it(
    'goes in: ambiguous clubs are settled, and rows that are wrong are corrected and imported again',
    async () => {
      const user = await addCollector(service.collection);
      const page = await signIn(user.username);
      await upload(page, 'Trikots.csv', writeTable());
      expect(await textOf(page)).toContain('set the default of "currency"');
      await setCurrency(page);
      expect(await textOf(page)).toContain('485 new, 10 ambiguous, 5 invalid');

      for (const [text, name] of Object.entries(AMBIGUOUS)) {
        await page.getByRole('link', { name: 'ambiguous' }).click();
        await page
          .getByRole('button', { name: `${name} for ${text}`, exact: true })
          .first()
          .click();
        await settle(page);
      }
      expect(await textOf(page)).toContain('495 new, 5 invalid');
      await page.getByRole('button', { name: 'Add 495, update 0' }).click();
      await settle(page);
      expect(await textOf(page)).toContain('5 invalid, 495 added');

      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Rows that were not taken' }).click();
      const failed = await readFile(await (await downloading).path(), 'utf8');
      expect(failed.trim().split('\n')).toHaveLength(1 + 5);
      await upload(page, 'corrected.csv', failed.replaceAll(IMPOSSIBLE_CONDITION, '9'));
      await setCurrency(page);
      await page.getByRole('button', { name: 'Add 5, update 0' }).click();
      await settle(page);
      expect(await textOf(page)).toContain('5 added');

      const { headers } = await user.ask('/api/items/?page_size=1');
      expect(headers.get('X-Total-Count')).toBe(String(ROWS));
      const corrected = (await user.ask('/api/items/?condition=9')).body as Array<{ name: string }>;
      expect(corrected.map(({ name }) => name).toSorted()).toEqual(
        [7, 107, 207, 307, 407].map((index) => `Shirt "${index}"`).toSorted(),
      );
    },
    BROWSER_MS,
  );
});
