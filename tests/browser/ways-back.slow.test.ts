import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { enableSecondFactor } from './enable-second-factor.ts';
import { findFaults } from './inspect-page.ts';
import { press, type } from './keyboard.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const PASSWORD = 'brass lantern 42';
const MINUTE = 60_000;

describeWithBrowser('the navigation of the showcase', () => {
  const { showcase, newContext, newCollector, open } = useShowcase(SHOWCASE_LIMITS);

  it(
    'returns from the mailed verification link to the form that the visitor had opened',
    async () => {
      const context = await newContext();
      const page = await open('/add?kit=7', context);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await type(page, 'Username', 'mr.jones');
      await type(page, 'E-mail address', 'jones@example.org');
      await type(page, 'Password', PASSWORD);
      await press(page, 'Show password');
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
      await press(page, 'Create account');
      const link = await eventually(async () => {
        const mail = showcase.readMail();
        expect(mail).toBeDefined();
        return mail?.link ?? '';
      });
      expect(await page.getByRole('link', { name: 'Sign in' }).last().getAttribute('href')).toContain(
        'kit%3D7',
      );
      const fromMail = await context.newPage();
      await fromMail.goto(link);
      await fromMail.getByRole('button', { name: 'Verify my e-mail address' }).click();
      await fromMail.getByText('Sign in to continue.').waitFor();
      expect(await findFaults(fromMail)).toEqual([]);
      await type(fromMail, 'Username or e-mail address', 'jones@example.org');
      await type(fromMail, 'Password', 'wrong');
      await press(fromMail, 'Sign in');
      await fromMail.getByText('Wrong username or password.').waitFor();
      await type(fromMail, 'Password', PASSWORD);
      await press(fromMail, 'Sign in');
      await fromMail.waitForURL('/add?kit=7');
      await context.close();
    },
    MINUTE,
  );

  it(
    'reports a wrong code, and offers a link on screens that do not exist or have invalid filters',
    async () => {
      const { context, api } = await newCollector('mr.smith');
      await enableSecondFactor(api);
      const visitor = await newContext();
      const page = await open('/sign-in', visitor);
      await type(page, 'Username or e-mail address', 'mr.smith');
      await type(page, 'Password', PASSWORD);
      await press(page, 'Sign in');
      await type(page, 'Code', '000000');
      await press(page, 'Sign in');
      await page.getByText('The code is wrong or has expired.').waitFor();

      for (const path of ['/clubs/abc', '/kits/0', '/clubs/99999', '/nowhere']) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'Not found' }).waitFor();
        await page.getByRole('link', { name: 'look at all kits' }).waitFor();
      }
      for (const path of ['/s/ended', '/s/ended/items/7']) {
        await page.goto(path);
        await page.getByText(/(?:never valid|link has ended)\. Ask the person who sent it\.$/).waitFor();
        expect(await findFaults(page)).toEqual([]);
      }
      for (const [path, window] of [
        ['/kits?primary_color=Nonsense', visitor],
        ['/collection?condition=77', context],
      ] as const) {
        const list = await open(path, window);
        await list.getByText('A filter in this address has a value that does not exist.').waitFor();
        expect(await findFaults(list)).toEqual([]);
        await list.getByRole('link', { name: 'Remove all filters' }).click();
        await list.waitForURL(path.replace(/\?.*/, ''));
        await eventually(async () => expect(await list.locator('.problem').count()).toBe(0));
      }
    },
    MINUTE,
  );

  it('serves share link pages with noindex and a preview image, and without the token', async () => {
    const { request } = await newContext();
    const page = await (await request.get('/s/secret-token')).text();
    expect(page).toContain('<meta name="robots" content="noindex" />');
    expect(page).toContain('<meta property="og:title" content="A shared football shirt collection" />');
    const [, preview = ''] = /og:image" content="([^"]+)"/.exec(page) ?? [];
    expect(preview).toMatch(new RegExp(`^${showcase.url}/`));
    const file = resolve(import.meta.dirname, '../../packages/showcase/public/preview.jpg');
    expect(await (await request.get(preview)).body()).toEqual(readFileSync(file));
    expect(page).not.toContain('secret-token');
    expect(await (await request.get('/')).text()).not.toContain('noindex');
  });

  it(
    'returns from editing an item to its place in the list',
    async () => {
      const { context, api } = await newCollector('mr.brown');
      for (const name of ['A red one', 'B red one', 'Blue', 'C red one']) {
        const { id } = await api.send<{ id: number }>('POST', '/api/items/', { item_type: 'jersey', name });
        if (name === 'B red one') {
          for (const colour of ['Red', 'Blue'] as const) await api.addPhoto(id, await takePhoto(colour));
        }
      }
      const page = await open('/collection?search=red&ordering=-name', context);
      await page.getByRole('link', { name: /B red one/ }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page
        .getByLabel('Caption of photo 1')
        .fill('A caption of more than a dozen letters, which is shown as a whole');
      for (const button of await page.locator('.photo-actions > .link-button').all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      const caption = page.getByLabel('Caption of photo 1');
      expect(await caption.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThanOrEqual(1);
      await caption.blur();
      await page.getByLabel('Name', { exact: true }).fill('B red one, changed');
      page.once('dialog', (dialog) => void dialog.dismiss());
      await page.getByRole('link', { name: 'Cancel' }).click();
      expect(new URL(page.url()).pathname).toMatch(/edit$/);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'B red one, changed' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'Next', exact: true }).click();
      await page.getByRole('heading', { name: 'A red one' }).waitFor();
      await page.getByRole('link', { name: 'Previous', exact: true }).click();
      await page.getByRole('link', { name: 'Previous', exact: true }).click();
      await page.getByRole('heading', { name: 'C red one' }).waitFor();
      await page.getByRole('link', { name: 'Back to my collection' }).click();
      await page.waitForURL('/collection?search=red&ordering=-name');
      await context.close();
    },
    MINUTE,
  );
});
