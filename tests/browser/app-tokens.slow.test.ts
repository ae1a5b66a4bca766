import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { findFaults } from './inspect-page.ts';
import { press, type } from './keyboard.ts';
import { requireConfirmation } from './require-confirmation.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const PASSWORD = 'brass lantern 42';
const LINK = '/account/tokens?name=My+app&scope=write';

describeWithBrowser('the app tokens screen', () => {
  const { showcase, newContext, newCollector, open, problems } = useShowcase();

  const list = (page: Page) => page.getByRole('region', { name: 'Your app tokens' }).getByRole('listitem');

  /** The status and body of a request with a token, sent from a script of the page. */
  const currentToken = async (page: Page, token: string) => {
    const { collection } = await (await page.request.get('/config.json')).json();
    const response = await page.request.get(`${collection}/api/accounts/token/`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return { status: response.status(), body: await response.json() };
  };

  it(
    "creates the token of an app's link after sign-in, shows it once, and deletes it",
    async () => {
      await showcase.addCollector({ username: 'mr.jones', password: PASSWORD });
      const context = await newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await open(LINK, context);
      await type(page, 'Username or e-mail address', 'mr.jones');
      await type(page, 'Password', PASSWORD);
      await press(page, 'Sign in');
      await page.waitForURL(LINK);
      await page.getByLabel('Name of the app').waitFor();
      expect(await page.getByLabel('Name of the app').inputValue()).toBe('My app');
      expect(await page.getByLabel('What it may do').inputValue()).toBe('write');
      expect(await findFaults(page)).toEqual([]);

      await page.getByLabel('Expires on (optional)').fill('2099-02-03');
      await press(page, 'Create the token');
      await page.getByText('Copy this token into').waitFor();
      expect(await findFaults(page)).toEqual([]);
      const token = await page.locator('code').innerText();
      await press(page, 'Copy');
      await page.getByText('Copied to the clipboard.').waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
      const { body } = await currentToken(page, token);
      expect(body).toMatchObject({
        name: 'My app',
        scope: 'write',
        expires_at: expect.stringMatching(/^2099-02-0[34]/),
      });

      await page.waitForURL('/account/tokens');
      await press(page, 'I have copied it');
      expect(await page.getByLabel('Name of the app').inputValue()).toBe('');
      expect(await page.locator('body').innerText()).not.toContain(token);
      await page.reload();
      await eventually(async () => expect(await list(page).count()).toBe(1));
      expect(await list(page).innerText()).toMatch(
        /My app\s+Read and change, created .*, last used .*, expires .*2099/,
      );
      expect(await findFaults(page)).toEqual([]);
      await list(page).getByRole('button', { name: 'Delete' }).click();
      await page.getByText('None yet.').waitFor();
      expect((await currentToken(page, token)).status).toBe(401);
      expect(problems).toEqual([]);
      await context.close();
    },
    MINUTE,
  );

  it(
    'requests a confirmation in place, and then creates the token as filled in',
    async () => {
      const { context } = await newCollector('mr.smith');
      const page = await open(LINK, context);
      await requireConfirmation(page, 'POST', '**/api/accounts/tokens/', showcase.url);
      await press(page, 'Create the token');
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Copy this token into').waitFor();
      const { body } = await currentToken(page, await page.locator('code').innerText());
      expect(body).toMatchObject({ name: 'My app', scope: 'write', expires_at: null });
      await context.close();
    },
    MINUTE,
  );
});
