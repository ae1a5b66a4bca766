import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { countRequests } from './count-requests.ts';
import { findFaults } from './inspect-page.ts';
import { readPaints, recordPaints } from './observe-paints.ts';
import { listRoutes, SCREENS, type Subjects } from './screens.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const REQUESTS_MAX = 3;
/** Rounding causes shifts by fractions of a pixel; visible shifts are larger. */
const SHIFT_MAX = 0.001;

describeWithBrowser('each screen of the showcase', () => {
  const { newContext, newCollector, open, problems } = useShowcase(SHOWCASE_LIMITS);
  const subjects: Subjects = { item: 0, import: 0, token: '', username: 'mr.smith' };
  let collector: BrowserContext;

  beforeAll(async () => {
    const { context, api } = await newCollector(subjects.username);
    collector = context;
    // The browser stores the sign-in options and that a user has signed in, as after the sign-in screen.
    await (await open('/account', context)).close();
    const shirt = { item_type: 'jersey', name: 'Red', brand: 1, kit: 7, size: 5, condition: 8 };
    const value = { estimated_value: { amount: '85.00', currency: 'EUR' }, notes: 'From a friend.' };
    subjects.item = (await api.send<{ id: number }>('POST', '/api/items/', { ...shirt, ...value })).id;
    await api.addPhoto(subjects.item, await takePhoto('Red'));
    await api.send('POST', '/api/items/', { item_type: 'outerwear', is_draft: true });
    const link = { scope: 'collection', title: 'My shelf' };
    subjects.token = (await api.send<{ token: string }>('POST', '/api/shares/', link)).token;
    subjects.import = await api.importTable('Name,Club,Brand,Size\nRed,Málaga CF,Nike,L\nBlue,FCB,Nike,M');
  }, MINUTE);

  /** Opens a window that has loaded no screen yet. */
  const openWindow = async (isSignedIn = false) =>
    newContext({
      viewport: { width: 390, height: 900 },
      ...(isSignedIn && { storageState: await collector.storageState() }),
    });

  it('is in the list of tested screens', () => {
    const paths = SCREENS.map(({ toPath }) => toPath(subjects).replace(/\?.*/, ''));
    const isListed = (route: string) => {
      const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
      return paths.some((path) => pattern.test(path));
    };
    expect(listRoutes().length).toBeGreaterThan(20);
    expect(listRoutes().filter((route) => !isListed(route))).toEqual([]);
  });

  it.each(SCREENS)(
    'sends at most three requests, none to go back, has no layout shift and no fault: $name',
    async ({ toPath, isSignedIn }) => {
      const context = await openWindow(isSignedIn);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await recordPaints(page);
      const { counted, settle } = countRequests(page);
      await page.goto(toPath(subjects));
      await settle();
      const title = page.getByRole('heading', { level: 1 });
      expect(await title.count()).toBe(1);
      const text = await title.innerText();
      expect(counted.length).toBeLessThanOrEqual(REQUESTS_MAX);
      expect((await readPaints(page)).shift).toBeLessThan(SHIFT_MAX);

      await leaveScreen(page);
      await settle();
      counted.length = 0;
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
      await settle();
      expect(counted).toEqual([]);
      expect(await findFaults(page)).toEqual([]);

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(toPath(subjects));
      await settle();
      expect((await readPaints(page)).shift).toBeLessThan(SHIFT_MAX);
      await context.close();
    },
    MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });
});

/** Opens another screen through a link, without loading the page again. */
async function leaveScreen(page: Page): Promise<void> {
  const before = page.url();
  const { pathname } = new URL(before);
  if (pathname === '/kits') await page.locator('.wall .card').first().click();
  else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Kits' }).click();
  await page.waitForURL((url) => url.href !== before);
}
