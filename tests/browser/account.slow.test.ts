import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { findFaults } from './inspect-page.ts';
import { press, tabTo, type } from './keyboard.ts';
import { requireConfirmation } from './require-confirmation.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const [PASSWORD, CHANGED, RESET] = ['brass lantern 42', 'copper kettle 77', 'silver ladle 15'];
const USERNAME = 'mrs.jones';

describeWithBrowser('the account screens of the showcase', () => {
  const { showcase, newContext, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  /** Secret of the authenticator app. */
  let secret = '';

  beforeAll(async () => {
    collector = await newContext();
  });

  const open = (path: string, context = collector) => openIn(path, context);

  async function newestLink(before: string | undefined): Promise<string> {
    let link: string | undefined;
    await eventually(async () => {
      link = showcase.readMail()?.link;
      expect(link).not.toBe(before);
    });
    return link ?? '';
  }

  const section = (page: Page, name: string) => page.getByRole('region', { name });

  it(
    'create an account by keyboard and verify its address once through the mailed link',
    async () => {
      const page = await open('/sign-up');
      await tabTo(page, 'textbox', 'Username');
      await page.keyboard.type(USERNAME);
      await tabTo(page, 'textbox', 'E-mail address');
      await page.keyboard.type('jones@example.org');
      await type(page, 'Password', '1234567');
      await page.keyboard.press('Enter');
      await page.getByText('This password is too short.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      expect(await page.getByLabel('Username').inputValue()).toBe(USERNAME);
      await type(page, 'Password', PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
      expect(await findFaults(page)).toEqual([]);

      const link = await newestLink(undefined);
      expect(link).toMatch(new RegExp(`^${showcase.url}/account/verify-email/\\?key=`));
      await page.goto(link);
      await page.getByRole('heading', { name: 'Verify your e-mail address' }).waitFor();
      expect(await page.locator('main').innerText()).not.toContain(new URL(link).searchParams.get('key'));
      await press(page, 'Verify my e-mail address');
      await page.getByText('The e-mail address is verified.').waitFor();
      await page.goto(link);
      await press(page, 'Verify my e-mail address');
      await page.getByText(/This key is invalid/).waitFor();
      await page.close();
      problems.length = 0;
    },
    MINUTE,
  );

  it(
    'set a new password through the mailed link and return to the collection',
    async () => {
      const before = showcase.readMail()?.link;
      const page = await open('/sign-in');
      await tabTo(page, 'link', 'Forgotten your password?');
      await page.keyboard.press('Enter');
      await tabTo(page, 'textbox', 'E-mail address');
      await page.keyboard.type('jones@example.org');
      await page.keyboard.press('Enter');
      await page.getByText('If an account has this address, a mail is on its way.').waitFor();
      const link = await newestLink(before);
      expect(link).toMatch(new RegExp(`^${showcase.url}/account/password/reset/confirm/\\?key=`));
      await page.goto(link);
      await type(page, 'New password', USERNAME);
      await page.keyboard.press('Enter');
      await page.getByText('The password is too similar to the username.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await type(page, 'New password', RESET);
      await page.keyboard.press('Enter');
      await page.getByText('Your new password is set').waitFor();
      await type(page, 'Username or e-mail address', 'jones@example.org');
      await type(page, 'Password', RESET);
      await page.keyboard.press('Enter');
      // The page from which the visitor signed up.
      await page.getByRole('heading', { name: 'My collection', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/collection');
      await page.waitForLoadState('networkidle');
      expect(await findFaults(page)).toEqual([]);
      await page.close();
      problems.length = 0;
    },
    MINUTE,
  );

  it(
    'change the address and password after a confirmation in place, and sign out other browsers',
    async () => {
      const page = await open('/account');
      // Simulates an old sign-in, after which the API requires a confirmation.
      await requireConfirmation(page, 'PATCH', '**/api/accounts/profile/', showcase.url);
      await type(page, 'New e-mail address', 'new@example.org');
      await press(page, 'Change the address');
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      expect(await findFaults(page)).toEqual([]);
      const confirmation = page.getByRole('region', { name: 'Confirm that it is you' });
      await confirmation.getByLabel('Your password').focus();
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The password is not correct.').waitFor();
      await confirmation.getByLabel('Your password').fill(RESET);
      await page.keyboard.press('Enter');
      await page.getByText('new@example.org will replace it').waitFor();
      await press(page, 'Keep the old address');
      await eventually(async () => expect(await page.getByText('will replace it').count()).toBe(0));

      const otherContext = await newContext();
      const otherPage = await open('/sign-in?next=/account', otherContext);
      await type(otherPage, 'Username or e-mail address', USERNAME);
      await type(otherPage, 'Password', RESET);
      await otherPage.keyboard.press('Enter');
      await otherPage.getByRole('heading', { name: 'Account', level: 1 }).waitFor();

      await type(page, 'Current password', RESET);
      await type(page, 'New password', CHANGED);
      await page.keyboard.press('Enter');
      await page.getByText('you are signed out everywhere else').waitFor();
      await otherPage.reload();
      await otherPage.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await otherContext.close();
      await page.close();
      problems.length = 0;
    },
    MINUTE,
  );

  it(
    'turn on two-factor sign-in with a QR code, and show recovery codes once',
    async () => {
      const page = await open('/account');
      await press(page, 'Set it up');
      const code = page.getByRole('img', { name: 'QR code of the secret below' });
      await eventually(async () =>
        expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
      );
      expect(await findFaults(page)).toEqual([]);
      secret = (await section(page, 'Two-factor authentication').locator('code').innerText()).replaceAll(
        ' ',
        '',
      );
      await type(page, 'Code', await generate({ secret }));
      await page.keyboard.press('Enter');
      await page.getByText('Keep these recovery codes').waitFor();
      const codes = await page.getByRole('list', { name: 'Recovery codes' }).locator('code').allInnerTexts();
      expect(codes).toHaveLength(10);
      expect(await findFaults(page)).toEqual([]);
      await press(page, 'I have saved them');
      await page.getByText('Two-factor authentication is on').waitFor();
      expect(await page.locator('main').innerText()).not.toContain(codes[0]);
      // New recovery codes require a confirmation with a code, which this browser has not sent yet.
      await press(page, 'New recovery codes …');
      await section(page, 'Two-factor authentication').getByLabel('Your password').fill(CHANGED);
      await press(page, 'Make new codes');
      const confirmation = page.getByRole('region', { name: 'Confirm that it is you' });
      await confirmation.getByLabel('Your password').fill(CHANGED);
      await confirmation.getByLabel('Code').fill(codes[0] ?? '');
      await press(page, 'Confirm');
      await page.getByText('Keep these recovery codes').waitFor();
      await page.close();
      problems.length = 0;
    },
    MINUTE,
  );

  it(
    'list the current session, and create and delete an API token',
    async () => {
      const page = await open('/account');
      const sessions = section(page, 'Sessions');
      await sessions.getByText('This browser').waitFor();
      expect(await sessions.getByRole('listitem').count()).toBe(1);
      const token = section(page, 'API token');
      await token.getByLabel('Your password').fill(CHANGED);
      await press(page, 'Create a token');
      expect(await token.locator('code').innerText()).toMatch(/^[\w-]{20,}$/);
      await press(page, 'Delete the token');
      await token.getByRole('button', { name: 'Create a token' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await findFaults(page)).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'download the archive of the account, and delete the account so that it cannot sign in',
    async () => {
      const page = await open('/account');
      const started = page.waitForEvent('download');
      await tabTo(page, 'link', 'Download everything');
      await page.keyboard.press('Enter');
      const zip = await readFile(await (await started).path());
      expect(zip.subarray(0, 2).toString()).toBe('PK');
      const deletion = section(page, 'Delete the account');
      await deletion.getByLabel('Your password').fill(CHANGED);
      await press(page, 'Delete my account permanently');
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
      await page.getByText(`Everything that Kitroom kept about ${USERNAME} is deleted:`).waitFor();
      await page.getByText('0 items with their photos').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.goto('/sign-in');
      await type(page, 'Username or e-mail address', USERNAME);
      await type(page, 'Password', CHANGED);
      await page.keyboard.press('Enter');
      await page.getByText('Wrong username or password.').waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'link to the account pages of the service when the service is on another site',
    async () => {
      const context = await newContext();
      const page = await context.newPage();
      // A different site from that of the service, which listens at localhost.
      await page.goto(showcase.url.replace('localhost', '127.0.0.1').concat('/account'));
      await page.getByText('are on different sites').waitFor();
      expect(await findFaults(page)).toEqual([]);
      const link = await page.getByRole('link', { name: 'Password', exact: true }).getAttribute('href');
      expect(link).toMatch(/^http:\/\/localhost:\d+\/accounts\/password\/change$/);
      await page.goto(link ?? '');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await context.close();
    },
    MINUTE,
  );

  it(
    'return to the showcase after a sign-in with the form of the service',
    async () => {
      await showcase.addCollector({ username: 'mr.brown', password: PASSWORD });
      const context = await newContext();
      const page = await open('/account/password/reset', context);
      const config = (await (await context.request.get('/config.json')).json()) as { collection: string };
      await page.goto(`${config.collection}/accounts/login`);
      await type(page, 'Username or e-mail address', 'mr.brown');
      await type(page, 'Password', PASSWORD);
      // The policy of the page must allow the redirect to another origin.
      await page.keyboard.press('Enter');
      await page.waitForURL(`${showcase.url}/account`);
      await page.getByText('You are signed in as mr.brown.').waitFor();
      expect(await page.title()).toBe('Account · Kitroom');
      await context.close();
    },
    MINUTE,
  );
});
