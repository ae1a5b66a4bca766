import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { generate } from 'otplib';
import type { Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { findFaultsAsShown, LOOKS } from './inspect-page.ts';
import { press, tabTo, type } from './keyboard.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const FIVE_MINUTES = 300_000;
const [PASSWORD, CHANGED] = ['brass lantern 42', 'copper kettle 77'];
const ROWS = 200;
/** How many items are made private. */
const HIDDEN = 2;

/**
 * Writes a sheet as a collector would, with clubs and brands of the demo catalogue in the collector's words.
 */
function writeSheet(): string {
  const clubs = ['Málaga CF', 'Barcelona', 'Bayern München', 'Sevilla FC'];
  const rows = Array.from({ length: ROWS }, (_each, index) => {
    const season = `${2004 + (index % 16)}/${String(5 + (index % 16)).padStart(2, '0')}`;
    const size = ['S', 'M', 'L', 'XL'][index % 4];
    const brand = ['Nike', 'adidas'][index % 2];
    return [`Shirt ${index + 1}`, clubs[index % clubs.length], season, brand, size, 6 + (index % 5)].join(
      ',',
    );
  });
  return ['Name,Club,Season,Brand,Size,Condition', ...rows].join('\r\n');
}

describeWithBrowser('a collector in the showcase, within the default rate limits', () => {
  const { showcase, newContext, open, problems } = useShowcase({
    // Both collectors share one address.
    THROTTLE_ANON: SHOWCASE_LIMITS.THROTTLE_ANON,
  });

  async function readNewestLink(before: string | undefined): Promise<string> {
    let link: string | undefined;
    await eventually(async () => {
      link = showcase.readMail()?.link;
      expect(link).not.toBe(before);
    });
    return link ?? '';
  }

  async function signUp(page: Page, username: string): Promise<void> {
    const before = showcase.readMail()?.link;
    await type(page, 'Username', username);
    await type(page, 'E-mail address', `${username}@example.org`);
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
    await page.goto(await readNewestLink(before));
    await press(page, 'Verify my e-mail address');
    await type(page, 'Username or e-mail address', username);
    await type(page, 'Password', PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My collection', level: 1 }).waitFor();
  }

  /** Imports the sheet, which needs no corrections. */
  async function importSheet(page: Page): Promise<void> {
    // The listener must exist before the key is pressed, so that the test receives the dialog.
    const chooser = page.waitForEvent('filechooser');
    await page.goto('/collection/import');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('From a file').last().focus();
    await page.keyboard.press('Enter');
    const buffer = Buffer.from(writeSheet());
    await (await chooser).setFiles({ name: 'shirts.csv', mimeType: 'text/csv', buffer });
    await press(page, 'Upload and preview');
    await page.getByRole('status').getByText('Waiting for your review').waitFor();
    await page.getByText(`${ROWS} new.`).waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
    await press(page, `Add ${ROWS} items`);
    await page.getByText(`${ROWS} added`).waitFor({ timeout: 60_000 });
    await press(page, 'See them, newest first', 'link');
  }

  /** Finds a shirt in the collection, and opens the form that changes it. */
  async function edit(page: Page, name: string): Promise<void> {
    await type(page, 'Search this collection', name);
    await press(page, new RegExp(`\\b${name}\\b`), 'link');
    await press(page, 'Edit', 'link');
    await page.getByRole('heading', { name: 'Edit' }).waitFor();
  }

  async function addPhoto(page: Page, name: string): Promise<void> {
    await edit(page, name);
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('Add photos').focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(await takePhoto('Red'));
    await page.getByLabel('Caption of photo 1').waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
    await press(page, 'Cancel', 'link');
    await page.getByRole('button', { name: 'Open Main photo' }).waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
    await page.goto('/collection');
  }

  async function correct(page: Page, name: string): Promise<void> {
    await edit(page, name);
    await type(page, 'Name', `${name}, corrected`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${name}, corrected` }).waitFor();
  }

  async function hide(page: Page, names: readonly string[]): Promise<void> {
    await page.goto('/collection?search=Shirt+19');
    await press(page, 'Select several');
    for (const name of names) {
      // The checkboxes follow the button, in any order.
      await page.getByRole('button', { name: 'Done' }).focus();
      await tabTo(page, 'checkbox', new RegExp(`\\b${name}\\b`));
      await page.keyboard.press('Space');
    }
    await page.getByText(`${names.length} items selected`).waitFor();
    await page.getByLabel('What to do').focus();
    await page.keyboard.type('Set who');
    await page.getByLabel('Who sees them').waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
    await press(page, 'Continue');
    await press(page, `Change ${names.length} items`);
    await page.getByText(`${names.length} items changed.`).waitFor();
  }

  async function share(page: Page): Promise<void> {
    await page.goto('/collection/share');
    await type(page, 'Title', 'My shelf');
    await press(page, 'Create a link');
    expect(await findFaultsAsShown(page)).toEqual([]);
    const link = await page.getByRole('link', { name: /\/s\// }).getAttribute('href');
    const visitor = await newContext();
    const shared = await visitor.newPage();
    await shared.goto(new URL(link ?? '').pathname);
    await shared.getByRole('heading', { name: 'My shelf' }).waitFor();
    await shared
      .getByText(`${ROWS - HIDDEN} items`)
      .first()
      .waitFor();
    await visitor.close();
  }

  /** Changes the password, and turns the second factor on. */
  async function secure(page: Page): Promise<void> {
    await page.goto('/account');
    await type(page, 'Current password', PASSWORD);
    await type(page, 'New password', CHANGED);
    await page.keyboard.press('Enter');
    await page.getByText('you are signed out everywhere else').waitFor();
    await press(page, 'Set it up');
    const factor = page.getByRole('region', { name: 'Two-factor authentication' });
    const secret = (await factor.locator('code').innerText()).replaceAll(' ', '');
    await type(page, 'Code', await generate({ secret }));
    await page.keyboard.press('Enter');
    await press(page, 'I have saved them');
    await factor.getByText('Two-factor authentication is on').waitFor();
    expect(await findFaultsAsShown(page)).toEqual([]);
  }

  async function exportAll(page: Page): Promise<void> {
    await page.goto('/collection/export');
    await press(page, 'Make a ZIP');
    await page.getByText(/^Ready until/).waitFor({ timeout: 60_000 });
    expect(await findFaultsAsShown(page)).toEqual([]);
    const started = page.waitForEvent('download');
    await press(page, /^Download the ZIP/, 'link');
    const zip = await readFile(await (await started).path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
  }

  async function deleteAccount(page: Page): Promise<void> {
    await page.goto('/account');
    const password = page.getByRole('region', { name: 'Delete the account' }).getByLabel('Your password');
    await password.focus();
    await page.keyboard.type(CHANGED);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await page.getByText(`${ROWS} items with their photos`).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  }

  it.each(LOOKS)(
    'imports a spreadsheet, secures the account, exports and deletes everything: $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      const context = await newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await open('/sign-up', context);
      const failed: string[] = [];
      page.on('response', (response) => {
        if (response.status() === 429) failed.push(response.url());
      });
      await signUp(page, `collector-${width}`);
      await importSheet(page);
      await addPhoto(page, 'Shirt 101');
      await correct(page, 'Shirt 104');
      await hide(page, ['Shirt 198', 'Shirt 199']);
      await share(page);
      await secure(page);
      await exportAll(page);
      await deleteAccount(page);
      expect(failed).toEqual([]);
      await context.close();
    },
    FIVE_MINUTES,
  );

  it('sees no error in the console', () => {
    expect(problems).toEqual([]);
  });
});
