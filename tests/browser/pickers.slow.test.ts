import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findSmallTargets } from './find-small-targets.ts';
import { findFaults, findFaultsAsShown } from './inspect-page.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

interface Item {
  id: number;
  [field: string]: unknown;
}

/** A club with the same name as another club. */
const NAMESAKE = { kind: 'club', slug: 'celtic-of-georgia', name: 'Celtic', country: 'GE' };

describeWithBrowser('the pickers of the item form', () => {
  const { newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS, [NAMESAKE]);
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  const open = (path: string) => openIn(path, collector);
  const picker = (page: Page, name: string) =>
    page.locator('main').getByRole('combobox', { name, exact: true });
  const options = (page: Page) => page.locator('main .combobox').getByRole('option');
  const highlighted = (page: Page) => page.locator('main .combobox').getByRole('option', { selected: true });
  const readItem = (id: number) => api.send<Item>('GET', `/api/items/${id}/`);
  /**
   * A name that matches a single record selects it once the catalogue has responded; the form's draft then
   * contains it.
   */
  const expectSeason = (page: Page) =>
    page.waitForFunction(() => Object.values(localStorage).some((text) => /"season":\d/.test(String(text))));
  const add = async (page: Page): Promise<Item> => {
    await page.getByRole('button', { name: 'Add to my collection' }).click();
    await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
    return readItem(Number(new URL(page.url()).searchParams.get('added')));
  };

  it(
    'distinguish records with equal names by country and crest, and save the chosen record',
    async () => {
      const page = await open('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('Hoops');
      const club = picker(page, 'Club');
      await club.fill('Celtic');
      await page.getByText('The catalogue has several of this name. Choose one from the list.').waitFor();
      const georgian = options(page).filter({ hasText: 'Georgia' });
      expect(await options(page).allInnerTexts()).toEqual(
        expect.arrayContaining(['Celtic\nUnited Kingdom', 'Celtic\nGeorgia']),
      );
      expect(await georgian.locator('img').count()).toBe(1);
      expect(await club.getAttribute('aria-expanded')).toBe('true');
      expect(await findFaults(page)).toEqual([]);
      await club.press('ArrowDown');
      while ((await highlighted(page).innerText()) !== (await georgian.innerText())) {
        await club.press('ArrowDown');
      }
      const id = await highlighted(page).getAttribute('id');
      expect(await club.getAttribute('aria-activedescendant')).toBe(id);
      await club.press('Enter');
      expect(await options(page).count()).toBe(0);
      await page.locator('.field-hint').getByText('Georgia', { exact: true }).waitFor();
      expect(await page.locator('.with-crest img').count()).toBe(1);
      expect(await findFaults(page)).toEqual([]);
      const item = await add(page);
      expect(item).toMatchObject({ club: expect.any(Number), labels: { club: 'Celtic' } });

      // Selects the other club by touch on a phone.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/items/${item.id}/edit`);
      await page.locator('.field-hint').getByText('Georgia', { exact: true }).waitFor();
      await club.fill('celtic');
      await options(page).filter({ hasText: 'United Kingdom' }).click();
      await page.locator('.field-hint').getByText('United Kingdom', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Hoops' }).waitFor();
      const changed = await readItem(item.id);
      expect(changed['club']).not.toBe(item['club']);
      expect(changed).toMatchObject({ club: expect.any(Number), club_text: '', labels: { club: 'Celtic' } });
      await page.close();
    },
    MINUTE,
  );

  it(
    'keep names that are not in the catalogue as typed, and suggest the most similar record',
    async () => {
      const page = await open('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('Unlisted');
      await picker(page, 'Club').fill('Quux Zyzzyva Town');
      const kept = 'Not in the catalogue. We’ll keep it exactly as you typed it.';
      await page.getByText(kept, { exact: true }).waitFor();
      const brand = picker(page, 'Brand');
      await brand.fill('adid');
      await page.getByText(`${kept} Did you mean adidas?`).waitFor();
      await options(page).first().waitFor();
      expect(await findFaultsAsShown(page)).toEqual([]);
      await brand.press('Escape');
      expect(await options(page).count()).toBe(0);
      expect(await brand.inputValue()).toBe('adid');
      await picker(page, 'Season').fill('1998-9');
      await options(page).first().waitFor();
      // Enter without a highlighted choice closes the list, and the form is not sent.
      await picker(page, 'Season').press('Enter');
      expect(await options(page).count()).toBe(0);
      expect(await picker(page, 'Season').inputValue()).toBe('1998-9');
      await picker(page, 'Season').fill('1998-99');
      await expectSeason(page);
      const item = await add(page);
      expect(item).toMatchObject({
        brand: null,
        brand_text: 'adid',
        club_text: 'Quux Zyzzyva Town',
        season: expect.any(Number),
        season_text: '',
      });
      await page.goto(`/items/${item.id}/edit`);
      await page.getByRole('button', { name: 'adidas', exact: true }).click();
      expect(await brand.inputValue()).toBe('adidas');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Unlisted' }).waitFor();
      expect(await readItem(item.id)).toMatchObject({ brand_text: '', labels: { brand: 'adidas' } });
      await page.close();
    },
    MINUTE,
  );

  it(
    'ignore Enter, Escape and arrow keys while an input method composes',
    async () => {
      const page = await open('/add?type=jersey');
      const club = picker(page, 'Club');
      await club.fill('málaga');
      await options(page).first().waitFor();
      await club.press('ArrowDown');
      const first = await highlighted(page).innerText();
      for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
        for (const key of ['ArrowDown', 'Escape', 'Enter']) {
          await club.dispatchEvent('keydown', { key, bubbles: true, ...composing });
        }
        expect(await highlighted(page).innerText()).toBe(first);
      }
      await club.press('Enter');
      expect(await options(page).count()).toBe(0);
      // Text in composition is not replaced by the name of a record.
      await club.dispatchEvent('compositionstart');
      await club.fill('málaga cf');
      await page.getByText('Did you mean Málaga CF?').waitFor();
      expect(await club.inputValue()).toBe('málaga cf');
      await club.dispatchEvent('compositionend');
      await page.locator('main .with-crest').waitFor();
      expect(await club.inputValue()).toBe('Málaga CF');
      await page.getByText('Details', { exact: true }).click();
      const tags = page.getByLabel('Tags');
      await tags.fill('決勝');
      await tags.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
      expect(await tags.inputValue()).toBe('決勝');
      await page.close();
    },
    MINUTE,
  );

  it(
    'suggest kits of the chosen club and season first, and fill the form from the chosen kit',
    async () => {
      const page = await open('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('World Cup');
      await picker(page, 'Club').fill('Croatia');
      await page.locator('main .with-crest').waitFor();
      await picker(page, 'Season').fill('1998');
      await expectSeason(page);
      await picker(page, 'Kit').fill('croatia 1998 aw');
      await options(page).filter({ hasText: 'Legia' }).first().waitFor();
      expect((await options(page).first().innerText()).split('\n')[0]).toMatch(/^Home · 1998/);
      expect(await options(page).first().innerText()).toContain('Croatia');
      expect(await findFaultsAsShown(page)).toEqual([]);

      // Without a club, the kit's label names the club.
      await picker(page, 'Club').fill('');
      await picker(page, 'Season').fill('');
      await picker(page, 'Kit').fill('malaga 2003-04 home');
      await options(page).filter({ hasText: 'Home · 2003-04' }).first().click();
      await page.locator('main .with-crest').waitFor();
      expect(await picker(page, 'Season').inputValue()).toBe('2003-04');
      expect(await picker(page, 'Brand').inputValue()).not.toBe('');
      const item = await add(page);
      expect(item).toMatchObject({
        name: 'World Cup',
        kit: expect.any(Number),
        club: expect.any(Number),
        main_color: expect.any(Number),
        labels: { season: '2003-04' },
      });
      await page.close();
    },
    MINUTE,
  );

  it(
    'have controls large enough for fingers, like the rest of the item form',
    async () => {
      const { id } = await api.send<Item>('POST', '/api/items/', {
        item_type: 'jersey',
        name: 'Small',
        tags: ['final', 'x'],
      });
      for (const path of ['/add', '/add?type=jersey', `/items/${id}/edit`, `/items/${id}`]) {
        const page = await open(path);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.setAttribute('open', '');
        });
        expect([path, await findSmallTargets(page)]).toEqual([path, []]);
        await page.close();
      }
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
