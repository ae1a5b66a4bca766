import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser, startBrowser } from '@kitroom/testing/test-browser';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { crawlSite } from './crawl-site.ts';
import { takePhoto } from './take-photo.ts';
import { PROXIES, serveShowcaseByNginx, type Ports } from './three-paths.ts';

const TWO_MINUTES = 120_000;
const PASSWORD = 'brass lantern 42';
const STAFF = 'sam-of-staff';

const SITES = [
  '/showcase/',
  '/catalogue/',
  '/collection/',
  '/catalogue/admin/',
  '/collection/admin/',
  '/collection/accounts/',
];
/** Maximum number of pages opened per site, each with a different path (numbers count as equal). */
const PAGES_MAX = 6;

describeWithBrowser('both services and the showcase under three paths of one host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-paths-'));
  const databases: TestDatabase[] = [];
  const stops: Array<() => Promise<unknown>> = [];
  let ports: Ports;
  let host: string;
  let browser: Browser;

  beforeAll(async () => {
    databases.push(await createEmptyDatabase(), await createEmptyDatabase());
    const reserve = [reserveTestPort(), reserveTestPort(), reserveTestPort(), reserveTestPort()] as const;
    const [proxy, catalogue, collection, showcase] = await Promise.all(reserve);
    ports = { proxy, catalogue, collection, showcase };
    host = `http://127.0.0.1:${proxy}`;
    const shared = {
      TRUST_PROXY: 'loopback',
      SHOWCASE_URL: `${host}/showcase/`,
      SECRET_KEY: 'a secret of the tests, of more than 32 characters',
      RATE_LIMIT_REQUESTS: '100000',
      THROTTLE_ANON: '100000/3600',
      THROTTLE_USER: '100000/3600',
    };
    const catalogueEnv = {
      ...shared,
      PORT: String(catalogue),
      DATABASE_URL: databases[0]?.url ?? '',
      PUBLIC_URL: `${host}/catalogue/`,
      ADMIN_PASSWORD: PASSWORD,
      ARCHIVE_BASE_URL: 'http://127.0.0.1:1',
    };
    const collectionEnv = {
      ...shared,
      PORT: String(collection),
      DATABASE_URL: databases[1]?.url ?? '',
      PUBLIC_URL: `${host}/collection/`,
      SHARE_URL: `${host}/showcase/s`,
      CATALOGUE_URL: `${host}/catalogue`,
      MEDIA_ROOT: join(folder, 'media'),
      MAIL_ROOT: join(folder, 'mail'),
      ADMIN_REQUIRE_MFA: 'false',
      DEBUG: 'true',
    };
    await run('catalogue', ['migrate'], catalogueEnv);
    await run('catalogue', ['import', '-'], catalogueEnv, `${[...writeDemoCatalogue()].join('\n')}\n`);
    await run('collection', ['migrate'], collectionEnv);
    const staff = ['--username', STAFF, '--email', 'sam@example.org', '--password', PASSWORD];
    await run('collection', ['users', 'create', ...staff, '--verified', '--staff'], collectionEnv);
    const [site, first, second] = await Promise.all([
      serveShowcaseByNginx(ports),
      startTestService('catalogue', catalogueEnv),
      startTestService('collection', collectionEnv),
    ]);
    stops.push(site.stop, first.kill, second.kill);
    browser = await startBrowser();
  }, TWO_MINUTES);

  afterAll(async () => {
    await browser?.close();
    for (const stop of stops) await stop();
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe.each(Object.entries(PROXIES))('behind %s', (name, start) => {
    let proxy: Awaited<ReturnType<typeof start>>;
    const username = `ada-behind-${name.toLowerCase()}`;
    const problems: string[] = [];
    let context: BrowserContext;

    beforeAll(async () => {
      proxy = await start(ports);
      context = await openContext(problems);
    });

    beforeEach(() => {
      problems.length = 0;
    });

    afterAll(async () => {
      await context?.close();
      await proxy?.stop();
    });

    it(
      'let a visitor sign up, add an item with a photo, and share the collection in the showcase',
      async () => {
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(`${host}/showcase`);
        expect(page.url()).toBe(`${host}/showcase/`);
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByRole('link', { name: 'Create an account' }).click();
        await page.getByLabel('Username', { exact: true }).fill(username);
        await page.getByLabel('E-mail address').fill(`${username}@example.org`);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
        const link = await readLink(username);
        expect(link).toContain(`${host}/showcase/account/verify-email/?key=`);
        await page.goto(link);
        await page.getByRole('button', { name: 'Verify my e-mail address' }).click();
        await page.getByLabel('Username or e-mail address').fill(username);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.getByText('Sign out').waitFor();

        await page.goto(`${host}/showcase/kits/7`);
        await page.reload();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.goto(`${host}/showcase/add?kit=7`);
        await page.getByLabel('Add photos').setInputFiles([await takePhoto('Red')]);
        await page.getByRole('img', { name: 'Photo 1' }).waitFor();
        await page.getByRole('button', { name: 'Add to my collection' }).click();
        await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();

        await page.goto(`${host}/showcase/collection/share`);
        await page.getByLabel('Title').fill('My shelf');
        await page.getByRole('button', { name: 'Create a link' }).click();
        const shared = await page.getByRole('link', { name: /\/s\// }).getAttribute('href');
        expect(shared).toContain(`${host}/showcase/s/`);
        const visitor = await openContext(problems);
        const visitorPage = await visitor.newPage();
        await visitorPage.goto(shared ?? '');
        await visitorPage.getByRole('heading', { name: 'My shelf' }).waitFor();
        await visitorPage.reload();
        const photo = visitorPage.locator('main img').first();
        await photo.waitFor();
        await eventually(async () =>
          expect(await visitorPage.evaluate(`document.querySelector('main img').naturalWidth > 0`)).toBe(
            true,
          ),
        );
        expect(await photo.getAttribute('src')).toContain(`${host}/collection/media/`);
        await visitor.close();
        await page.close();
        expect(problems).toEqual([]);
      },
      TWO_MINUTES,
    );

    it(
      'contain no link, form, style or script of either service outside the three paths',
      async () => {
        const staff = await openContext(problems);
        const page = await staff.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(`${host}/catalogue/admin/`);
        await page.getByLabel('Name').fill('admin');
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Overview' }).waitFor();
        await page.goto(`${host}/collection/admin/`);
        await page.getByLabel('Username or e-mail address').fill(STAFF);
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Overview' }).waitFor();
        const cookies = (await staff.cookies()).map(({ name: cookie, path }) => `${cookie} ${path}`);
        expect(cookies.toSorted()).toEqual([
          'kitroom_catalogue_admin /catalogue/admin',
          'kitroom_session /collection',
        ]);
        for (const site of SITES) {
          const opened = await crawl(page, site);
          expect([site, opened.size]).toEqual([site, PAGES_MAX]);
        }
        await staff.close();
        expect(problems).toEqual([]);
      },
      TWO_MINUTES,
    );

    it(
      'suggest names, save a kit and sign out in the catalogue administration',
      async () => {
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(`${host}/catalogue/admin/kits/7`);
        await page.getByLabel('Name').fill('admin');
        await page.getByLabel('Password').fill(PASSWORD);
        await page.getByRole('button', { name: 'Sign in' }).click();
        expect(new URL(page.url()).pathname).toBe('/catalogue/admin/kits/7');
        const club = page.locator('[data-suggest]').first();
        await club.click();
        await club.fill('barc');
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('Escape');
        await page.reload();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('status').waitFor();
        await page.getByRole('button', { name: 'Sign out' }).click();
        // Loaded before it is closed: Chromium may never close a page that is navigating.
        await page.waitForURL(({ pathname }) => pathname === '/catalogue/admin/sign-in');
        await page.close();
        expect(problems).toEqual([]);
      },
      TWO_MINUTES,
    );

    it.each(['/catalogue/api/docs', '/collection/api/docs/'])(
      'show the documentation at %s, whose requests reach the service',
      async (path) => {
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        await page.goto(host + path);
        await page.locator('.opblock').first().waitFor();
        const service = path.split('/')[1] ?? '';
        expect(await page.locator('.servers option').allTextContents()).toEqual([`${host}/${service}`]);
        const health = page.locator('#operations-health-getHealth, [id$="-getHealth"]').first();
        await health.click();
        await health.getByRole('button', { name: 'Try it out' }).click();
        await health.getByRole('button', { name: 'Execute' }).click();
        await health.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
        await page.close();
        expect(problems).toEqual([]);
      },
      TWO_MINUTES,
    );
  });

  /** Opens a new browser context whose pages report failures. */
  async function openContext(problems: string[]): Promise<BrowserContext> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    });
    context.on('page', (page) => {
      page.on('pageerror', ({ message }) => problems.push(`${page.url()}: ${message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
      });
      page.on('response', (response) => {
        const { pathname, protocol } = new URL(response.url());
        if (protocol !== 'http:') return;
        const isOutside = !/^\/(?:$|catalogue\/|collection\/|showcase(?:\/|$))/.test(pathname);
        if (isOutside || response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
      });
    });
    return context;
  }

  /** Opens pages of a site; they must refer only to addresses below the three paths. */
  async function crawl(page: Page, site: string): Promise<Set<string>> {
    // The start page of the account pages leads to the showcase.
    const start = `${host}${site === '/collection/accounts/' ? `${site}email` : site}`;
    const { kinds, problems } = await crawlSite(page, start, { site, sites: SITES, most: PAGES_MAX });
    expect(problems).toEqual([]);
    return kinds;
  }

  async function readLink(username: string): Promise<string> {
    let link = '';
    await eventually(async () => {
      const files = readdirSync(join(folder, 'mail')).filter((file) => !file.startsWith('.'));
      const mails = files.map((file) => readFileSync(join(folder, 'mail', file), 'utf8'));
      const mail = mails.find((text) => text.includes(username)) ?? '';
      link = /https?:\/\/\S+[?&]key=[\w-]+/.exec(mail)?.[0] ?? '';
      expect(link).not.toBe('');
    });
    return link;
  }
});

async function run(
  service: 'catalogue' | 'collection',
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<void> {
  const { status, stderr } = await runServiceCommand(service, args, { env, input });
  if (status !== 0) throw new Error(`${service} ${args.join(' ')} failed: ${stderr}`);
}
