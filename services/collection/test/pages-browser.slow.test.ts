import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { startMailServer, type MailServer } from './mail-server.ts';
import { newName } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { codeOf, forgetUsedCode } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, waitForRenditions } from './test-photos.ts';
import { photograph } from './test-pictures.ts';
import { addUser, PASSWORD, signIn } from './test-users.ts';

const LOOKS = [
  { name: 'phone-light', width: 360, colorScheme: 'light' },
  { name: 'phone-dark', width: 360, colorScheme: 'dark' },
  { name: 'desk-light', width: 1440, colorScheme: 'light' },
  { name: 'desk-dark', width: 1440, colorScheme: 'dark' },
] as const;

const BROWSER_MS = 180_000;

describeWithBrowser('the HTML pages in a browser', () => {
  let database: TestDatabase;
  let mail: MailServer;
  let collection: TestCollection;
  let browser: Browser;

  beforeAll(async () => {
    [database, mail, browser] = await Promise.all([
      createCollectionDatabase(),
      startMailServer(),
      startBrowser(),
    ]);
    // Links in e-mails contain the port, which is known only after the service has listened.
    const first = await startTestCollection(database);
    await first.close();
    collection = await startTestCollection(database, { SMTP_URL: mail.url, PORT: new URL(first.url).port });
  }, BROWSER_MS);

  afterAll(async () => {
    await browser.close();
    await collection.close();
    await Promise.all([database.drop(), mail.close()]);
  });

  /** Checks a page in every look: it fits the window's width, and axe reports no serious violation. */
  async function inspect(page: Page, name: string): Promise<void> {
    for (const look of LOOKS) {
      await page.setViewportSize({ width: look.width, height: 800 });
      await page.emulateMedia({ colorScheme: look.colorScheme });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([name, look.name, width <= look.width]).toEqual([name, look.name, true]);
      expect([name, look.name, await findFaults(page)]).toEqual([name, look.name, []]);
      await takePicture(page, `${name}-${look.name}`);
    }
  }

  it(
    'lead from the sign-up through the mail to multi-factor sign-in, without serious axe violations',
    async () => {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 400')) {
          problems.push(message.text());
        }
      });
      const username = newName('ada');
      const email = `${username}@example.org`;
      const go = (path: string) => page.goto(`${collection.url}${path}`);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

      await go('/accounts/signup');
      await inspect(page, 'sign-up');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill('1234567');
      await press('Create account');
      await inspect(page, 'sign-up-refused');
      await page.getByLabel('Password').fill(PASSWORD);
      await press('Create account');
      await inspect(page, 'sign-in');

      const { link = '' } = await mail.lastMailTo(email);
      await page.goto(link);
      await inspect(page, 'verify');
      await press('Verify my e-mail address');
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(PASSWORD);
      await press('Sign in');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account');
      await inspect(page, 'start');

      // Adds another session to end, and a token to delete.
      await openBrowser(collection).signIn(username);
      await signIn(collection, username);
      for (const path of ['email', 'password/change', 'social', 'sessions', 'tokens', 'delete']) {
        await go(`/accounts/${path}`);
        await inspect(page, path.replace('/', '-'));
      }

      await go('/accounts/mfa');
      await press('Set it up');
      await inspect(page, 'mfa-set-up');
      const secret = ((await page.locator('main code').first().textContent()) ?? '').replaceAll(' ', '');
      await page.getByLabel('Code').fill(await codeOf(secret));
      await press('Turn it on');
      expect(await page.locator('.codes li').count()).toBe(10);
      await inspect(page, 'mfa-codes');
      await go('/accounts/mfa');
      await inspect(page, 'mfa-on');
      // The sign-in was without a code, which is required now.
      await go('/accounts/mfa/remove');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Confirm that it is you');
      await inspect(page, 'confirm');

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(PASSWORD);
      await press('Sign in');
      await inspect(page, 'code');
      const { id } = await collection.db('users').where({ username }).first();
      await forgetUsedCode(collection, id);
      await page.getByLabel('Code').fill(await codeOf(secret));
      await press('Sign in');
      expect(new URL(page.url()).pathname).toBe('/accounts/');
      expect(problems).toEqual([]);
      await page.close();
    },
    BROWSER_MS,
  );

  it(
    'show all admin pages to staff, without serious axe violations',
    async () => {
      const staff = await addUser(collection, newName('staff'), { isStaff: true });
      const collector = await createUserClient(collection, { name: 'Málaga <b>fan</b>' });
      const item = await addItem(collection, collector, { name: 'Málaga CF home shirt 2012-13' });
      const photo = await collector.upload(await photograph(800, 600), { content_type: 1, object_id: item });
      await waitForRenditions(collector, photo.id);
      const page = await browser.newPage();
      await page.goto(`${collection.url}/admin/`);
      await page.getByLabel('Username').fill(staff.username);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(new URL(page.url()).pathname).toBe('/admin/');

      await page.goto(`${collection.url}/admin/users/${collector.id}`);
      await page.getByRole('link', { name: 'Make staff' }).click();
      await inspect(page, 'admin-make-staff');
      await page.getByRole('button', { name: 'Make staff' }).click();
      await inspect(page, 'admin-user-flash');
      for (const path of [
        '',
        'users',
        `users/${collector.id}/block`,
        'tokens',
        'items',
        `items/${item}`,
        `items/${item}/delete`,
        'photos',
        `photos/${photo.id}`,
        'jobs',
        'audit-log',
        'nothing',
      ]) {
        await page.goto(`${collection.url}/admin/${path}`);
        await inspect(page, `admin-${path.replaceAll(/\d+/g, 'n').replaceAll('/', '-') || 'overview'}`);
      }
      const thumbnail = await page.goto(`${collection.url}/admin/photos`).then(() =>
        page
          .locator('.gallery img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      );
      expect(thumbnail).toBe(100);
      await page.close();
    },
    BROWSER_MS,
  );

  it(
    'keep the words of actions in the audit log on one line, even next to long names',
    async () => {
      const staff = await addUser(collection, `${newName()}-${'x'.repeat(100)}`, { isStaff: true });
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(`${collection.url}/admin/`);
      await page.getByLabel('Username').fill(staff.username);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const { username: actor } = staff;
      const entry = { actor, subject: 'user', label: 'y'.repeat(150), after: { email: 'z'.repeat(80) } };
      const actions = ['unmake staff', 'sign-in refused', 'verify'];
      await collection.db('audit_log').insert(actions.map((action) => ({ ...entry, action })));
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${collection.url}/admin/audit-log?actor=${actor}`);
        const cells = page.locator('td[data-label=Action] > div');
        const texts = await cells.allTextContents();
        expect([width, texts]).toEqual([width, expect.arrayContaining(actions)]);
        expect([width, await cells.evaluateAll(findBrokenWords)]).toEqual([width, []]);
      }
      await page.close();
    },
    BROWSER_MS,
  );

  async function findFaults(page: Page): Promise<string[]> {
    if (await page.evaluate('window.axe === undefined')) {
      await page.evaluate(`(() => { const module = undefined; ${axe.source} })()`);
    }
    const { violations } = await page.evaluate<{ violations: Fault[] }>('window.axe.run()');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html: text }) => text).join(' ')}`);
  }
});

/** The words that are broken across lines, except after a hyphen. */
function findBrokenWords(cells: Element[]): string[] {
  return cells.flatMap(({ firstChild: text }) =>
    [...(text?.textContent ?? '').matchAll(/[^\s-]+/g)]
      .filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1;
      })
      .map(([word]) => word),
  );
}

interface Fault {
  id: string;
  impact: string;
  nodes: Array<{ html: string }>;
}

/** Saves a screenshot to the folder in KITROOM_TEST_PICTURES, if it is set. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['KITROOM_TEST_PICTURES'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
