import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { blockSiteData, dropCookies, fillSiteData } from './block-site-data.ts';
import type { CollectionApi } from './collection-api.ts';
import { findMisfits, findSmallTargets } from './inspect-page.ts';
import { SCREENS, type Subjects } from './screens.ts';
import { takePhoto } from './take-photo.ts';
import { translatePages } from './translate-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const LONG_WORD = 'Supercalifragilistic'.repeat(10);
const RIGHT_TO_LEFT = 'הפועל תל אביב';
const PHONE = { width: 390, height: 844 };
/** 1,280 × 1,024 pixels at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

describeWithBrowser('the showcase in unusual browsers and settings', () => {
  const { newContext, newCollector, open, problems } = useShowcase(SHOWCASE_LIMITS);
  const subjects: Subjects = { item: 0, import: 0, token: '', username: 'mr.smith' };
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector(subjects.username));
    const texts = { brand_text: LONG_WORD.slice(0, 100), club_text: LONG_WORD.slice(0, 100) };
    const written = {
      notes: LONG_WORD,
      description: LONG_WORD,
      location: LONG_WORD,
      tags: [LONG_WORD.slice(0, 40)],
    };
    const long = { item_type: 'jersey', size: 5, name: LONG_WORD, player_name: LONG_WORD.slice(0, 100) };
    const { id } = await api.send<{ id: number }>('POST', '/api/items/', { ...long, ...texts, ...written });
    subjects.item = id;
    await api.addPhoto(id, await takePhoto('Red'));
    const hebrew = { item_type: 'jersey', size: 5, name: RIGHT_TO_LEFT, club_text: RIGHT_TO_LEFT, kit: 7 };
    await api.send('POST', '/api/items/', hebrew);
    await api.send('POST', '/api/items/', { item_type: 'jersey', name: LONG_WORD, is_draft: true });
    const link = { scope: 'collection', title: LONG_WORD };
    subjects.token = (await api.send<{ token: string }>('POST', '/api/shares/', link)).token;
    const table = `Name,Club,Size,${LONG_WORD}\n${LONG_WORD},${LONG_WORD},L,${LONG_WORD}\nBlue,FCB,M,x`;
    subjects.import = await api.importTable(table);
    const profile = {
      name: LONG_WORD.slice(0, 150),
      biography: LONG_WORD,
      location: LONG_WORD.slice(0, 100),
    };
    await api.send('PATCH', '/api/accounts/profile/', profile);
    // The browser stores that a user has signed in here, as after the sign-in screen.
    await (await open('/collection', collector)).close();
  }, MINUTE);

  const openScreen = async (page: Page, path: string) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };

  it(
    'fits long words, right-to-left names and a zoom of 400 %, with touch targets of sufficient size',
    async () => {
      const faults: string[] = [];
      const [visitorsPage, collectorsPage] = [
        await (await newContext()).newPage(),
        await collector.newPage(),
      ];
      for (const { name, toPath, isSignedIn } of SCREENS) {
        const page = isSignedIn ? collectorsPage : visitorsPage;
        await page.setViewportSize(PHONE);
        await openScreen(page, toPath(subjects));
        const onPhone = [...(await findMisfits(page)), ...(await findSmallTargets(page))];
        await page.setViewportSize(ZOOMED);
        const zoomed = await findMisfits(page);
        if (
          await page
            .locator('header.header')
            .evaluate((header) => getComputedStyle(header).position === 'sticky')
        ) {
          zoomed.push('the header is sticky');
        }
        faults.push(
          ...onPhone.map((fault) => `${name}: ${fault}`),
          ...zoomed.map((fault) => `${name}, zoomed: ${fault}`),
        );
      }
      expect(faults).toEqual([]);
      await visitorsPage.context().close();
      await collectorsPage.close();
    },
    4 * MINUTE,
  );

  it(
    'shows right-to-left names in their own direction without reordering the text next to them',
    async () => {
      const page = await open('/collection', collector);
      const card = page.locator('.wall a.card').filter({ hasText: RIGHT_TO_LEFT });
      const line = card.locator('.card-detail .ellipsis');
      const [club, condition] = await line.evaluate((element) => {
        const { firstChild: text } = element;
        const measure = (from: number, to: number) => {
          const range = document.createRange();
          range.setStart(text as Text, from);
          range.setEnd(text as Text, to);
          return range.getBoundingClientRect().left;
        };
        const { length } = (text as Text).data;
        return [measure(1, 6), measure(length - 4, length)] as const;
      });
      expect(club).toBeLessThan(condition);
      await card.click();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
      const heading = page.getByRole('heading', { level: 1 });
      expect(await heading.evaluate((element) => getComputedStyle(element).unicodeBidi)).toBe('plaintext');
      await page.close();
    },
    MINUTE,
  );

  it.each(['/kits', 'edit'])(
    'keeps the focused element from being covered by the header: %s',
    async (path) => {
      const page = await open(path === 'edit' ? `/items/${subjects.item}/edit` : path, collector);
      await page.setViewportSize({ width: 1280, height: 700 });
      const hidden: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press(key);
          hidden.push(...(await findCovered(page)));
        }
      }
      expect(hidden).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'skips from the start of the kit wall to its kits, and of a collection to its items',
    async () => {
      for (const [path, name] of [
        ['/kits', 'Skip to the kits'],
        ['/collection', 'Skip to the items'],
      ] as const) {
        const page = await open(path, collector);
        await page.getByRole('link', { name }).focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        const isCard = () => page.evaluate(() => document.activeElement?.matches('.wall a.card'));
        expect(await isCard()).toBe(true);
        await page.close();
      }
    },
    MINUTE,
  );

  it(
    'filters, searches, and adds and deletes an item while the browser translates the page',
    async () => {
      const context = await newContext({ storageState: await collector.storageState() });
      await translatePages(context);
      const page = await open('/kits', context);
      const count = page.locator('.page-header .count');
      await expectText(count, /^[\d,]+ KITS$/);
      const before = await count.innerText();
      await page.getByRole('button', { name: /^Stripes, / }).click();
      await eventually(async () => expect(await count.innerText()).not.toBe(before));
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await eventually(async () => expect(await count.innerText()).toBe(before));

      const search = page.getByRole('combobox', { name: /Search/ });
      for (const keyword of ['psg', 'psg 2019', 'qqqq', 'ars']) {
        await search.fill(keyword);
        if (keyword === 'qqqq') await page.getByText('Nothing found.').waitFor();
        else
          await page
            .getByRole('option', { name: keyword === 'ars' ? /Arsenal/i : /Paris/i })
            .first()
            .waitFor();
      }
      await search.fill('malaga 2003');
      await search.press('Enter');
      await page
        .getByRole('link', { name: /Málaga/i })
        .first()
        .waitFor();

      await page.goto('/add?type=jersey');
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.locator('.field-error').first().waitFor();
      await page.getByLabel(/^name$/i).fill('Translated');
      await page.getByText(/^details$/i).click();
      await page.getByLabel(/^condition/i).fill('7');
      await expectText(page.locator('label').filter({ hasText: 'of 10' }), /^CONDITION: 7 OF 10$/);
      await page.getByLabel('Tags').fill('one');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Remove the tag one' }).click();
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();

      await page.getByRole('link', { name: 'See this item' }).click();
      await page.getByRole('heading', { level: 1, name: 'Translated' }).waitFor();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: /^delete$/i }).click();
      await page.waitForURL('/collection');
      await context.close();
    },
    2 * MINUTE,
  );

  it(
    'filters kits and adds an item with blocked site data, and says what the browser cannot keep',
    async () => {
      const context = await newContext({ storageState: await collector.storageState() });
      await blockSiteData(context);
      const page = await open('/kits', context);
      await page.getByRole('button', { name: /^Red, / }).click();
      await page.waitForURL(/primary_color=Red/);
      await page.goto('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('Forgotten');
      await page.getByText('This browser cannot keep what you type').waitFor();
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Navy')]);
      await page.getByText('This browser cannot keep files').waitFor();
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    MINUTE,
  );

  it(
    'signs in with full site data, and says on the item form what the browser cannot keep',
    async () => {
      const context = await newContext();
      await fillSiteData(context);
      const page = await open('/sign-in', context);
      await page.getByLabel('Username').fill(subjects.username);
      await page.getByLabel('Password', { exact: true }).fill('brass lantern 42');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('/collection');
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await page.goto('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('Forgotten');
      await page.getByText('This browser cannot keep what you type').waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    MINUTE,
  );

  it(
    'shows kits and shared items while cookies are blocked, and says that signing in needs one',
    async () => {
      const context = await newContext();
      await dropCookies(context);
      const page = await open('/kits/7', context);
      await page.getByRole('link', { name: 'Add to my collection' }).click();
      await page.getByText('Your browser blocks cookies, and signing in needs one.').waitFor();
      await page.goto(`/s/${subjects.token}`);
      await page.locator('.wall a.card').first().waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
    MINUTE,
  );

  it(
    'shows colours, choices, the focus, bars and notices in forced colours',
    async () => {
      const context = await newContext({
        storageState: await collector.storageState(),
        forcedColors: 'active',
      });
      const page = await open('/kits', context);
      const red = page.getByRole('button', { name: /^Red, / });
      const paper = await readStyle(page.locator('body'), 'background-color');
      expect(await readStyle(red.locator('.swatch'), 'background-color')).not.toBe(paper);
      await expectDifference(page, 'button.choice', () => page.locator('button.choice').first().click());
      await expectDifference(page, 'button.icon-choice', () =>
        page.locator('button.icon-choice').first().click(),
      );
      const search = page.getByRole('combobox', { name: /Search/ });
      await search.fill('arsenal');
      await page.getByRole('option').first().waitFor();
      await search.press('ArrowDown');
      const [chosen, otherOption] = [page.getByRole('option').first(), page.getByRole('option').nth(1)];
      expect(await readStyle(chosen, 'background-color')).not.toBe(
        await readStyle(otherOption, 'background-color'),
      );
      await page.getByRole('link', { name: 'Kits', exact: true }).focus();
      await page.keyboard.press('Tab');
      expect(await readStyle(page.locator(':focus'), 'outline-style')).toBe('solid');
      await context.setOffline(true);
      expect(await readStyle(page.getByText('You are offline. Everything'), 'border-style')).toBe('solid');
      await context.setOffline(false);
      await openScreen(page, '/collection/statistics');
      const bar = page.locator('.chart-bar span').first();
      expect(await readStyle(bar, 'background-color')).not.toBe(paper);
      await context.close();
    },
    MINUTE,
  );

  it(
    'ignores keys that belong to an input method, and suggests names for the composed word',
    async () => {
      const page = await open('/', collector);
      const devtools = await collector.newCDPSession(page);
      const search = page.getByRole('combobox', { name: /Search/ });
      await search.focus();
      await devtools.send('Input.imeSetComposition', { text: 'arsenal', selectionStart: 7, selectionEnd: 7 });
      await page
        .getByRole('option', { name: /Arsenal/ })
        .first()
        .waitFor();
      for (const key of ['ArrowDown', 'Enter']) {
        const code = { key, windowsVirtualKeyCode: 229 };
        await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...code });
        await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
      }
      expect(new URL(page.url()).pathname).toBe('/');
      expect(await page.getByRole('option', { selected: true }).count()).toBe(0);
      expect(await page.getByRole('option', { name: /Arsenal/ }).count()).toBeGreaterThan(0);
      await devtools.send('Input.insertText', { text: 'barcelona' });
      await page
        .getByRole('option', { name: /Barcelona/ })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('/search?q=barcelona');
      await page.close();
    },
    MINUTE,
  );

  it(
    'says on each screen that the browser is offline, keeps loaded kits, and recovers by itself',
    async () => {
      const context = await newContext({ storageState: await collector.storageState() });
      const page = await open('/kits', context);
      const cards = page.locator('.wall a.card');
      const first = await cards.first().innerText();
      let requests = 0;
      page.on('request', (request) => (requests += Number(request.resourceType() === 'fetch')));
      await context.setOffline(true);
      const notice = page.getByText('You are offline. Everything continues');
      await notice.waitFor();
      await cards.last().scrollIntoViewIfNeeded();
      await page.getByRole('combobox', { name: /Search/ }).fill('arsenal');
      await page.getByText('You are offline. Suggestions appear').waitFor();
      expect(await cards.first().innerText()).toBe(first);
      expect(requests).toBeLessThan(20);
      const known = await cards.count();
      await context.setOffline(false);
      await page
        .getByRole('option', { name: /Arsenal/ })
        .first()
        .waitFor();
      await eventually(async () => expect(await cards.count()).toBeGreaterThan(known));
      await notice.waitFor({ state: 'detached' });

      for (const { toPath, isSignedIn } of SCREENS.filter(({ name }) =>
        ['kit', 'club', 'item', 'statistics'].includes(name),
      )) {
        await openScreen(page, isSignedIn ? '/profile' : '/sign-up');
        await context.setOffline(true);
        // Navigates as links do, without loading the page.
        await page.evaluate((path) => {
          window.history.pushState({ idx: 1 }, '', path);
          window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
        }, toPath(subjects));
        // Several parts of a screen may show the error.
        await page
          .getByText(/You are offline. Try again/)
          .first()
          .waitFor();
        await context.setOffline(false);
        await page
          .getByText(/You are offline/)
          .first()
          .waitFor({ state: 'detached' });
        await page.locator('main h1').waitFor();
      }
      await context.close();
      // The browser reports the requests that failed.
      problems.length = 0;
    },
    2 * MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });
});

/** Returns the focused element if the header covers part of it. */
function findCovered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [header, focused] = [document.querySelector('.header'), document.activeElement];
    if (!header || !focused || focused === document.body || header.contains(focused)) return [];
    if (focused.matches('.skip-link')) return [];
    const [{ bottom }, box] = [header.getBoundingClientRect(), focused.getBoundingClientRect()];
    return box.top < bottom - 1 && box.bottom > 0 ? [`covered: ${focused.outerHTML.slice(0, 120)}`] : [];
  });
}

/** Waits until an element shows a text. */
const expectText = (element: Locator, text: RegExp) =>
  eventually(async () => expect(await element.evaluate(({ textContent }) => textContent)).toMatch(text));

const readStyle = (element: Locator, property: string) =>
  element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property);

/** Expects that a pressed button looks different from the others. */
async function expectDifference(page: Page, buttons: string, press: () => Promise<void>): Promise<void> {
  await press();
  const pressed = page.locator(`${buttons}[aria-pressed='true']`);
  await pressed.waitFor();
  const unpressed = page.locator(`${buttons}[aria-pressed='false']`).first();
  expect(await readStyle(pressed, 'background-color')).not.toBe(
    await readStyle(unpressed, 'background-color'),
  );
}
