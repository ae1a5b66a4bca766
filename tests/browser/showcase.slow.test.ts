import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { openCollectionApi } from './collection-api.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import { findFaults } from './inspect-page.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const PASSWORD = 'brass lantern 42';

describeWithBrowser('the showcase', () => {
  const { showcase, newContext, open: openIn, problems } = useShowcase();
  /** Signed in by the first test. */
  let collector: BrowserContext;

  beforeAll(async () => {
    collector = await newContext();
  });

  const open = (path: string, context = collector) => openIn(path, context);

  it(
    'guides a collector from sign-up and verification to an item with photos',
    async () => {
      const page = await open('/sign-up');
      await page.getByLabel('Username').fill('mr.smith');
      await page.getByLabel('E-mail').fill('smith@example.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
      let key: string | undefined;
      await eventually(async () => {
        key = showcase.readMail()?.key;
        expect(key).toBeDefined();
      });
      await page.getByLabel('Key').fill(key ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('link', { name: 'Add a shirt' }).click();
      await page.getByLabel('Which kit is it?').fill('malaga 2003');
      await page
        .getByRole('link', { name: /Málaga.*2003/ })
        .first()
        .click();
      await page.getByLabel('Size').selectOption('L');
      await page.getByLabel('Name on the back').fill('Dely Valdés');
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Red'), await takePhoto('Navy')]);
      await eventually(async () => expect(await page.getByText('Not uploaded yet').count()).toBe(2));
      // XMLHttpRequest alone reports progress.
      const uploads: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/photos/')) uploads.push(request.resourceType());
      });
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
      await page.getByRole('link', { name: 'My collection', exact: true }).last().click();
      await page
        .getByRole('link', { name: /Málaga/ })
        .first()
        .click();
      await page.getByText('Dely Valdés').waitFor();
      await eventually(async () => expect(await page.locator('.gallery img').count()).toBe(2));
      await page.close();
    },
    MINUTE,
  );

  it(
    'shares a collection through a link with a password, which opens without an account',
    async () => {
      const page = await open('/collection/share');
      await page.getByLabel('Title').fill('The blue and white shelf');
      await page.getByLabel('Password').fill('open sesame');
      await page.getByRole('button', { name: 'Create a link' }).click();
      const link = await page.getByRole('link', { name: /\/s\// }).getAttribute('href');
      const sharedPath = new URL(link ?? '').pathname;
      await page.getByText('with a password').waitFor();
      // Simulates plain HTTP, where the clipboard is unavailable.
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Copied to the clipboard.').waitFor();
      await page.getByLabel('Title').fill('');
      await page.getByLabel('Title').press('Control+V');
      expect(await page.getByLabel('Title').inputValue()).toBe(link);
      await page.getByLabel('Expires on (optional)').fill('2099-12-31');
      await page.getByLabel('Title').fill('For a while');
      await page.getByRole('button', { name: 'Create a link' }).dblclick();
      await page.getByText(/until Dec 31, 2099, with a password/).waitFor();
      const links = page.getByRole('region', { name: 'Your links' }).getByRole('listitem');
      expect(await links.count()).toBe(2);
      await page.getByRole('button', { name: /^Change the link “For a while”/ }).click();
      const changed = links.filter({ has: page.getByRole('button', { name: 'Save' }) });
      await changed.getByLabel('Title').fill('For ever');
      await changed.getByLabel('Expires on (optional)').fill('');
      await changed.getByLabel('Remove the password').check();
      expect(await findFaults(page)).toEqual([]);
      await changed.getByRole('button', { name: 'Save' }).click();
      const ended = links.filter({ hasText: 'For ever' });
      expect(await ended.innerText()).not.toMatch(/until|password/);
      await ended.getByRole('button', { name: 'Stop sharing the link' }).click();
      await ended.waitFor({ state: 'detached' });
      await page.close();

      const visitor = await newContext();
      const shared = await visitor.newPage();
      await shared.goto(sharedPath);
      await shared.getByLabel('Password').fill('wrong');
      await shared.getByRole('button', { name: 'Open' }).click();
      await shared.locator('.field-error').waitFor();
      await shared.getByLabel('Password').fill('open sesame');
      await shared.getByRole('button', { name: 'Open' }).click();
      await shared.getByRole('heading', { name: 'The blue and white shelf' }).waitFor();
      await shared.getByRole('link', { name: /Málaga/ }).click();
      await eventually(async () => expect(await shared.locator('.gallery img').count()).toBe(2));
      await shared.goto(sharedPath);
      await shared.getByRole('heading', { name: 'The blue and white shelf' }).waitFor();
      expect(await findFaults(shared)).toEqual([]);
      await visitor.close();
    },
    MINUTE,
  );

  it(
    'keeps the form when an item cannot be saved, and resumes a failed photo upload',
    async () => {
      const page = await open('/add?kit=1');
      await page.getByLabel('Size').selectOption('M');
      await page.getByText('Details', { exact: true }).click();
      await page.getByLabel('Description').fill('From the attic.');
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Green')]);
      await page.getByText('Not uploaded yet').waitFor();
      await page.route('**/api/items/', (route) => route.abort());
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByText('The service cannot be reached.').waitFor();
      expect(await page.locator('.photo-list img').count()).toBe(1);
      await page.unroute('**/api/items/');

      await page.route('**/api/photos/', (route) => route.abort());
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByText('but not all of its photos').waitFor();
      await page.unroute('**/api/photos/');
      await page.reload();
      await page.getByText('but not all of its photos').waitFor();
      await page.getByText('Not uploaded yet').waitFor();
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
      await page.goto('/collection?search=attic');
      await eventually(async () => expect(await page.locator('.wall .card').count()).toBe(1));
      await page.locator('.wall .card').click();
      await page.getByText('From the attic.').waitFor();
      await eventually(async () => expect(await page.locator('.gallery img').count()).toBe(1));
      const requests: string[] = [];
      page.on('request', (request) =>
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`),
      );
      const itemPath = new URL(page.url()).pathname;
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'My collection' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(requests).toContain(`DELETE /api${itemPath}/`);
      expect(requests).not.toContain(`GET /api${itemPath}/`);

      await page.goto('/add?kit=2');
      await page.getByText('Details', { exact: true }).click();
      await page.getByLabel('Description').fill('Not finished.');
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Navy'), await takePhoto('Red')]);
      await page.getByRole('button', { name: 'Remove photo 1' }).click();
      await eventually(async () => expect(await page.locator('.photo-list img').count()).toBe(1));
      await page.reload();
      await eventually(async () =>
        expect(await page.getByLabel('Description').inputValue()).toBe('Not finished.'),
      );
      await eventually(async () => expect(await page.locator('.photo-list img').count()).toBe(1));
      // The aborted requests are reported by the browser.
      problems.length = 0;
      await page.close();
    },
    MINUTE,
  );

  it(
    'requests a code at sign-in when two-factor sign-in is on',
    async () => {
      const [code = ''] = await enableSecondFactor(await openCollectionApi(collector, showcase.url));
      const visitor = await newContext();
      const page = await visitor.newPage();
      await page.goto('/collection/statistics');
      await page.getByLabel('Username').fill('mr.smith');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Code').fill('000000');
      await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.field-error, .problem').first().waitFor();
      await page.getByLabel('Code').fill(code);
      await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Types' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/collection/statistics');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      await visitor.close();
    },
    MINUTE,
  );

  it(
    'supports searching with the keyboard only',
    async () => {
      const page = await open('/', await newContext());
      const box = page.getByRole('combobox', { name: /Search/ });
      await box.focus();
      await page.keyboard.type('bayren');
      await page.getByRole('option').first().waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      const active = await box.getAttribute('aria-activedescendant');
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Escape');
      expect(await box.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/(clubs|kits)\/\d+$/);
      await page.locator('main:focus').waitFor();
    },
    MINUTE,
  );

  it(
    'shows the results of a corrected keyword, and names the correction',
    async () => {
      const page = await open('/', await newContext());
      await page.getByRole('combobox', { name: /Search/ }).fill('barzelona home');
      await page.keyboard.press('Enter');
      await page.waitForURL('/search?q=barzelona+home');
      const status = page.locator('main').getByRole('status').filter({ hasText: 'Showing results for' });
      await page
        .getByRole('link', { name: /^FC Barcelona .* Home/ })
        .first()
        .waitFor();
      await status.getByRole('link', { name: 'barcelona home' }).click();
      await page.getByRole('heading', { name: 'Results for “barcelona home”' }).waitFor();
      await page
        .getByRole('link', { name: /^FC Barcelona .* Home/ })
        .first()
        .waitFor();
      expect(await page.getByText('Showing results for').count()).toBe(0);
      const box = page.getByRole('combobox', { name: /Search/ });
      expect(await box.inputValue()).toBe('barcelona home');
      await page.goBack();
      await page.getByRole('heading', { name: 'Results for “barzelona home”' }).waitFor();
      expect(await box.inputValue()).toBe('barzelona home');

      const adding = await open('/add');
      await adding.getByLabel('Which kit is it?').fill('barzelona home');
      await adding.getByRole('link', { name: 'barcelona home' }).click();
      await adding
        .getByRole('link', { name: /^FC Barcelona .* Home/ })
        .first()
        .waitFor();
      expect(await adding.getByLabel('Which kit is it?').inputValue()).toBe('barcelona home');
      await page.context().close();
      await adding.close();
    },
    MINUTE,
  );

  it(
    'keeps wall filters in the URL with matching counts, and loads more kits while scrolling',
    async () => {
      const page = await open('/kits', await newContext());
      const choose = async (value: string) => {
        const button = page.getByRole('button', { name: new RegExp(`^${value}, \\d+ kits$`) });
        const count = Number(/\d+/.exec((await button.getAttribute('aria-label')) ?? '')?.[0]);
        await button.click();
        await page
          .getByRole('status')
          .filter({ hasText: `${count.toLocaleString('en')} kits` })
          .waitFor();
        return count;
      };
      await choose('Red');
      expect(await choose('Stripes')).toBeGreaterThan(24);
      await page.waitForURL('/kits?primary_color=Red&design=Stripes');
      // The wall may grow after a scroll, until the kits of the last filter are there.
      await eventually(async () => {
        await page.locator('.load-more').scrollIntoViewIfNeeded();
        expect(await page.locator('.wall .card').count()).toBeGreaterThan(24);
      });
      await choose('Match');
      const { y } = (await page.locator('.wall .card').first().boundingBox()) ?? {};
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(900);
      await page.goBack();
      await page.waitForURL('/kits?primary_color=Red&design=Stripes');
      await page.goBack();
      expect(page.url()).toMatch(/\?primary_color=Red$/);
    },
    MINUTE,
  );

  it(
    'says that the browser is offline, and shows the screen once it is online',
    async () => {
      const context = await newContext();
      const page = await open('/kits', context);
      const red = page.getByRole('button', { name: /^Red, / });
      await red.waitFor();
      await context.setOffline(true);
      await red.click();
      await page.getByText('You are offline. Try again when you are connected.').waitFor();
      await context.setOffline(false);
      await page.locator('.wall a.card').first().waitFor();

      // The script of this screen has not been loaded yet.
      await context.setOffline(true);
      await page.locator('.wall a.card').first().click();
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor();
      expect(await findFaults(page)).toEqual([]);
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Add to my collection' }).waitFor();

      await page.route('**/config.json', (route) => route.abort());
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
      await context.close();
      // The browser reports the requests that failed.
      problems.length = 0;
    },
    MINUTE,
  );

  it.each(['/kits/999999', '/clubs/999999'])(
    'shows "Not found" for %s',
    async (path) => {
      const context = await newContext();
      const page = await context.newPage();
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
      expect(await page.getByText('You can go on at').count()).toBe(0);
      expect(await page.title()).toBe('Not found · Kitroom');
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(await findFaults(page)).toEqual([]);
      await context.close();
    },
    MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
