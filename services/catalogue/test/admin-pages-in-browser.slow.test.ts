import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import { addOperator, PASSWORD, startWithAdmin } from './admin-browser.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import type { TestCatalogue } from './test-catalogue.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Folder for screenshots of the pages; optional. */
const PICTURES = process.env['ADMIN_PICTURES'];

const LOGO =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><circle cx='5' cy='5' r='5' fill='seagreen'/></svg>";

const PAGES = {
  overview: '/admin/',
  clubs: '/admin/clubs',
  'clubs-none': '/admin/clubs?q=zzzzzz',
  club: '/admin/clubs/1',
  'club-delete': '/admin/clubs/1/delete',
  'club-merge': '/admin/clubs/1/merge',
  'club-merge-preview': '/admin/clubs/1/merge?other=2',
  kits: '/admin/kits',
  kit: '/admin/kits/1',
  'kit-delete': '/admin/kits/1/delete',
  'kit-types': '/admin/kit-types',
  'kit-type': '/admin/kit-types/1',
  seasons: '/admin/seasons',
  'brand-new': '/admin/brands/new',
  'api-keys': '/admin/api-keys',
  'api-key-new': '/admin/api-keys/new',
  'api-key-revoke': '/admin/api-keys/1/revoke',
  scrapes: '/admin/scrapes',
  imports: '/admin/imports',
  'import-new': '/admin/imports/new',
  'kits-sorted': '/admin/kits?sort=name&design=Stripes',
  cache: '/admin/cache',
  'audit-log': '/admin/audit-log',
  'not-found': '/admin/nothing',
};

const VIEWS = [
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

describeWithBrowser('the admin pages in a browser', () => {
  let catalogue: TestCatalogue;
  let browser: Browser;

  beforeAll(async () => {
    [catalogue, browser] = await Promise.all([startWithAdmin(), startBrowser()]);
    await catalogue.load([
      recordLine('competition', 'La Liga', { country: 'ES' }),
      ...kitLines([
        { club: 'Málaga CF', competitions: ['la-liga-kits'], design: 'Stripes', primary_color: 'Sky blue' },
        {
          club: 'Málaga CF',
          type: 'Away',
          season: '2023-24',
          secondary_colors: ['White', 'Navy'],
          rating: 4.42,
        },
        { club: 'Malaga' },
        { club: 'Borussia Mönchengladbach', type: 'Goalkeeper Home', brand: 'Puma' },
      ]),
      recordLine('club', 'Málaga CF', { country: 'ES', id_archive: 412, logo: LOGO }),
    ]);
    await addOperator(catalogue, 'Olga Operator');
    await addOperator(catalogue, 'Olga');
    await catalogue.db.raw(`
      insert into api_keys (name, key_hash, revoked_at) values ('Front end', 'a', null), ('Old app', 'b', now());
      insert into scrapes (userid, status, pages_scraped, entries, error, finished_at) values
        (1042, 'failed', 3, 60, 'The archive responded with status 500. Gave up after 5 attempts.', now()),
        (77, 'ready', 12, 240, null, now()), (5, 'processing', 2, 40, null, null);
    `);
  });

  afterAll(async () => {
    await browser?.close();
    await catalogue?.close();
  });

  async function open(view: (typeof VIEWS)[number]): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({
      baseURL: catalogue.url,
      viewport: { width: view.width, height: 800 },
      colorScheme: view.colorScheme,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto('/admin/');
    return { context, page };
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Name').fill('Olga Operator');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** Expects no axe violations, and no content wider than the window. */
  async function examine(page: Page, name: string, view: (typeof VIEWS)[number]): Promise<void> {
    // Evaluated through the debugger, as the page's policy blocks injected scripts.
    const violations = await page.evaluate(
      `(async () => (await axe.run()).violations.map(({ id, impact, nodes }) => impact + ' ' + id + ' ' + nodes.map((node) => node.html).join(' ')))()`,
    );
    expect([name, violations]).toEqual([name, []]);
    const excess = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([name, excess]).toEqual([name, 0]);
    if (PICTURES !== undefined) {
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({
        path: join(PICTURES, `${name}-${view.width}-${view.colorScheme}.png`),
        fullPage: true,
      });
    }
  }

  it.each(VIEWS)(
    'show no axe violations or horizontal overflow at $width pixels, $colorScheme',
    async (view) => {
      const { context, page } = await open(view);
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await context.addInitScript({ path: AXE });
      await page.goto('/admin/');
      await examine(page, 'sign-in', view);
      await page.getByLabel('Name').fill('Nobody');
      await page.getByLabel('Password').fill('wrong horse battery');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await examine(page, 'sign-in-refused', view);
      await signIn(page);
      problems.length = 0;
      await page.goto('/admin/brands/new');
      await page.getByRole('button', { name: 'Create the brand' }).click();
      await examine(page, 'brand-refused', view);
      await page.goto('/admin/brands/1');
      await page.getByLabel('Name').fill(`adidas ${view.width} ${view.colorScheme}`);
      await page.getByRole('button', { name: 'Save' }).click();
      await examine(page, 'brand-saved', view);
      await page.goto('/admin/kits/1');
      await page.getByLabel('Kit type').fill('Hoem');
      await page.getByRole('button', { name: 'Save' }).click();
      await examine(page, 'kit-type-prompt', view);
      await page.getByRole('button', { name: 'Home', exact: true }).click();
      await page.getByRole('status').waitFor();
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path);
        await examine(page, name, view);
      }
      // Chromium logs responses with 400 or 404 by itself.
      expect(problems.filter((text) => !/status of (400|404)/.test(text))).toEqual([]);
      await context.close();
    },
    120_000,
  );

  it('can be operated with the keyboard only', async () => {
    const { context, page } = await open(VIEWS[2]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Olga');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto('/admin/seasons/new');
    await page.getByLabel('Season').focus();
    await page.keyboard.type('20xx');
    await page.keyboard.press('Enter');
    // The error has the focus, and links to its field.
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.name')).toBe('year');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2031');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Created the season 2031.');
    await context.close();
  });

  it('support the search shortcut, suggestions while typing, selection of all rows and uploads', async () => {
    const { context, page } = await open(VIEWS[2]);
    await context.addInitScript({ path: AXE });
    await signIn(page);
    await page.goto('/admin/kits');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.name')).toBe('q');
    await page.keyboard.type('a/b');
    expect(await page.getByLabel('Find kits').inputValue()).toBe('a/b');
    await page.getByLabel('Club', { exact: true }).pressSequentially('mala');
    await page.getByRole('option', { name: 'Málaga CF' }).click();
    expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Málaga CF');
    await page.goto('/admin/kits/1');
    // The search tolerates a mistake, and the keyboard suffices.
    await page.getByLabel('Club', { exact: true }).fill('borusia');
    await page.getByRole('option', { name: 'Borussia Mönchengladbach' }).waitFor();
    await examine(page, 'kit-suggestions', VIEWS[2]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Borussia Mönchengladbach');
    expect(await page.locator('.suggestions [role=option]').count()).toBe(0);
    await page.getByLabel('Add to competitions').pressSequentially('la l');
    await page.getByRole('option', { name: 'La Liga' }).click();
    expect(await page.getByLabel('Competitions (optional)').inputValue()).toBe('La Liga');
    await page.keyboard.type('Nowhere Cup');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Competitions (optional)').inputValue()).toBe('La Liga\nNowhere Cup');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('There is no competition “Nowhere Cup”.').first().waitFor();
    await examine(page, 'kit-refused', VIEWS[2]);
    await page.goto('/admin/kits');
    await page.getByLabel('All on this page').check();
    await page.getByRole('button', { name: 'Delete chosen…' }).click();
    await page.getByRole('heading', { name: /^Delete \d+ kits\?$/ }).waitFor();
    await page.goto('/admin/kits/1');
    await page.getByLabel('Add to secondary colours').fill('Red');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Secondary colours (optional)').inputValue()).toMatch(/(^|, )Red$/);
    await page.goto('/admin/imports/new');
    const content = '{"kind":"brand","slug":"from-a-file","name":"From a file"}\n';
    await page.getByLabel('File').setInputFiles({
      name: 'brands.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(content),
    });
    await page.getByRole('button', { name: 'Upload and import' }).click();
    await page.getByText('The file is imported.').waitFor();
    await context.close();
  });
});
