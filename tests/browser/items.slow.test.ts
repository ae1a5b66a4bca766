import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

interface Item {
  id: number;
  name: string;
  [field: string]: unknown;
}

describeWithBrowser('the item screens of the showcase', () => {
  const { newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  const open = (path: string) => openIn(path, collector);
  const readItem = (id: number) => api.send<Item>('GET', `/api/items/${id}/`);
  const addItem = (fields: object) =>
    api.send<Item>('POST', '/api/items/', { item_type: 'jersey', brand: 1, size: 5, ...fields });
  const countItems = async (query: string) => (await api.send<Item[]>('GET', `/api/items/?${query}`)).length;
  const idOf = (page: Page) => Number(/\/items\/(\d+)/.exec(page.url())?.[1]);

  it(
    'change every field of an item, including private fields',
    async () => {
      const { id } = await addItem({ name: 'Plain', kit: 7, condition: 5 });
      const page = await open(`/items/${id}`);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('Cup final');
      await page.getByLabel('Wear (grade)').selectOption('Very good');
      await page.getByLabel('Name on the back').fill('Joaquín');
      await page.getByLabel('Number', { exact: true }).fill('17');
      await page.getByLabel('Signed').check();
      await page.getByLabel('Country').selectOption('Spain');
      for (const tag of ['final', 'framed']) {
        await page.getByLabel('Tags').fill(tag);
        await page.getByLabel('Tags').press('Enter');
      }
      await page.getByLabel('Where it is kept').fill('Hallway');
      await page.getByLabel('Acquired on').fill('2019-04-26');
      await page.getByLabel('Price', { exact: true }).fill('85,50');
      await page.getByLabel('Estimated value', { exact: true }).fill('120');
      await page.getByLabel('Currency of estimated value').selectOption('GBP');
      await page.getByLabel('Notes').fill('Bought from a friend.');
      await page.getByLabel('Season').fill('1998-99');
      await page.getByLabel('Brand').fill('Nike');
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Cup final' }).waitFor();
      await page.getByText('£120.00').first().waitFor();
      const line = page.locator('.value-chart path');
      expect(await line.getAttribute('d')).toMatch(/^M[\d.]+,([\d.]+)L[\d.]+,\1$/);
      expect(await page.getByText('Nike').count()).toBe(1);
      expect(await readItem(id)).toMatchObject({
        name: 'Cup final',
        detailed_condition: 'VERY_GOOD',
        player_name: 'Joaquín',
        number: 17,
        is_signed: true,
        country: 'ES',
        tags: ['final', 'framed'],
        location: 'Hallway',
        acquired_on: '2019-04-26',
        price: { amount: '85.50', currency: 'EUR' },
        estimated_value: { amount: '120.00', currency: 'GBP' },
        notes: 'Bought from a friend.',
        kit: 7,
        condition: 5,
        labels: { season: '1998-99', brand: 'Nike' },
      });
      expect(await findFaults(page)).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'show both versions of an item that was changed elsewhere, and save or delete the chosen one',
    async () => {
      const { id } = await addItem({ name: 'Plain' });
      const page = await open(`/items/${id}/edit`);
      const name = page.getByLabel('Name', { exact: true });
      const row = (field: string) =>
        page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
      const cells = (field: string) => row(field).getByRole('cell').allInnerTexts();
      await name.fill('Mine');
      await page.getByLabel('Notes').fill('Typed here.');
      await page.getByLabel('Tags').fill('final');
      await page.getByLabel('Tags').press('Enter');
      await page.getByLabel('Tags').fill('framed');
      await api.send('PATCH', `/api/items/${id}/`, { name: 'Theirs', location: 'Attic' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page
        .getByRole('heading', { name: 'This item was changed somewhere else in the meantime' })
        .waitFor();
      expect(await cells('Name')).toEqual(['Theirs', 'Mine']);
      expect(await cells('Notes')).toEqual(['–', 'Typed here.']);
      // The value that was changed only there is in both.
      expect(await row('Where it is kept').count()).toBe(0);
      expect((await readItem(id)).name).toBe('Theirs');
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue with mine' }).click();
      expect(await name.inputValue()).toBe('Mine');
      await page.getByRole('button', { name: 'Remove the tag framed' }).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
      const merged = { name: 'Mine', notes: 'Typed here.', location: 'Attic', tags: ['final', 'framed'] };
      expect(await readItem(id)).toMatchObject(merged);

      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await name.fill('Mine again');
      await api.send('PATCH', `/api/items/${id}/`, { name: 'Theirs again' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Continue with the saved one' }).click();
      expect(await name.inputValue()).toBe('Theirs again');
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('heading', { level: 1, name: 'Theirs again' }).waitFor();

      await api.send('PATCH', `/api/items/${id}/`, { name: 'Not to be deleted' });
      page.on('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('This item has changed since you read it.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Not to be deleted' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'My collection' }).waitFor();
      expect(await countItems('search=deleted')).toBe(0);
      // The browser reports the status 412.
      problems.length = 0;
      await page.close();
    },
    MINUTE,
  );

  it(
    'add items of all six types without a kit, only once on a double click',
    async () => {
      for (const [type, kind] of [
        ['jersey', ''],
        ['shorts', ''],
        ['outerwear', 'jacket'],
        ['tracksuit', ''],
        ['pants', ''],
        ['other', 'cap'],
      ] as const) {
        const page = await open(`/add?type=${type}`);
        await page.getByLabel('Name', { exact: true }).fill(`My ${type}`);
        await page.getByLabel('Brand').fill('Adidas');
        if (kind) await page.getByLabel('Kind').selectOption(kind);
        if (type !== 'other') await page.getByLabel('Size').selectOption('M');
        await page.getByRole('button', { name: 'Add to my collection' }).dblclick();
        await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
        await page.close();
        expect([type, await countItems(`search=My+${type}&item_type=${type}`)]).toEqual([type, 1]);
      }
    },
    2 * MINUTE,
  );

  it(
    'list drafts with their missing fields until they are added, and turn an item into a draft',
    async () => {
      const page = await open('/add?type=outerwear');
      await page.getByText('Details', { exact: true }).click();
      await page.getByLabel('Description').fill('Photo first.');
      await page.getByRole('button', { name: 'Save as draft' }).click();
      await page.getByText('Missing: name').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Outerwear without a name' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Rain jacket');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'Rain jacket' }).waitFor();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByRole('heading', { level: 1, name: 'Rain jacket' }).waitFor();
      await page.goto('/collection/drafts');
      await page.getByText('You have no drafts.').waitFor();

      const { id } = await addItem({ name: 'Not yet' });
      await page.goto(`/items/${id}/edit`);
      await page.getByRole('button', { name: 'Make it a draft' }).click();
      await page.getByRole('heading', { level: 1, name: 'Not yet' }).waitFor();
      await page.goto('/collection/drafts');
      await page.getByRole('link', { name: 'Not yet Ready to be added' }).waitFor();
      expect((await readItem(id))['is_draft']).toBe(true);
      await page.close();
    },
    MINUTE,
  );

  it(
    'link to the previous and next items of the list, and duplicate an item once on a double click',
    async () => {
      for (const name of ['Row A', 'Row B', 'Row C']) await addItem({ name });
      const page = await open('/collection?search=row&ordering=name');
      await page.getByRole('link', { name: 'Row B' }).click();
      await page.getByRole('heading', { name: 'Row B' }).waitFor();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByRole('heading', { name: 'Row C' }).waitFor();
      await page.getByRole('link', { name: 'Previous' }).click();
      await page.getByRole('link', { name: 'Previous' }).click();
      await page.getByRole('heading', { name: 'Row A' }).waitFor();
      await page.getByRole('link', { name: 'Back to my collection' }).click();
      await page.waitForURL('/collection?search=row&ordering=name');
      await page.getByRole('link', { name: 'Row C' }).click();
      const id = idOf(page);
      await page.getByRole('button', { name: 'Duplicate' }).dblclick();
      await page.waitForURL(/\/edit$/);
      expect(idOf(page)).not.toBe(id);
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Row C');
      expect(await countItems('search=row+c')).toBe(2);
      await page.close();
    },
    MINUTE,
  );

  it(
    'ask for confirmation before unsaved changes are discarded',
    async () => {
      const { id } = await addItem({ name: 'Unsaved' });
      const page = await open(`/items/${id}`);
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('Changed');
      const dialogs: string[] = [];
      let accepts = false;
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.type());
        void (accepts ? dialog.accept() : dialog.dismiss());
      });
      await page.getByRole('link', { name: 'Cancel' }).click();
      const search = page.getByRole('combobox', { name: /Search/ });
      await search.fill('malaga');
      await search.press('Enter');
      await page.evaluate('history.back()');
      await eventually(async () => expect(dialogs).toHaveLength(3));
      await page.waitForURL(/\/edit$/);
      await page.close({ runBeforeUnload: true });
      await eventually(async () =>
        expect(dialogs).toEqual(['confirm', 'confirm', 'confirm', 'beforeunload']),
      );
      expect(page.url()).toMatch(/\/edit$/);
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Changed');
      accepts = true;
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'Unsaved' }).waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'change and delete several items together after showing their number',
    async () => {
      for (const name of ['Batch one', 'Batch two', 'Batch three']) await addItem({ name, condition: 8 });
      const page = await open('/collection?search=batch');
      await page.getByRole('button', { name: 'Select several' }).click();
      await page.getByRole('checkbox', { name: /Batch one/ }).check();
      await page.getByRole('checkbox', { name: /Batch two/ }).check();
      await page.getByText('2 items selected').waitFor();
      await page.getByLabel('Condition, 1 to 10').fill('3');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This changes 2 items.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      expect(await countItems('search=batch&condition=3')).toBe(0);
      await page.getByRole('button', { name: 'Change 2 items' }).dblclick();
      await page.getByText('2 items changed.').waitFor();
      expect(await countItems('search=batch&condition=3')).toBe(2);

      await page.getByRole('button', { name: 'Select all 3' }).click();
      await page.getByLabel('What to do').selectOption('Add a tag');
      await page.getByLabel('Tag', { exact: true }).fill('spare');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Change 3 items' }).click();
      await page.getByText('3 items changed.').waitFor();
      expect(await countItems('tag=spare')).toBe(3);
      await page.getByRole('checkbox', { name: /Batch one/ }).check();
      await page.getByLabel('What to do').selectOption('Remove a tag');
      await page.getByLabel('Tag', { exact: true }).fill('spare');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Change 1 item' }).click();
      await page.getByText('1 item changed.').waitFor();
      expect(await countItems('tag=spare')).toBe(2);

      const { id } = await addItem({
        name: 'Batch full',
        tags: Array.from({ length: 20 }, (_, nth) => `${nth}`),
      });
      await page.reload();
      await page.getByRole('button', { name: 'Select several' }).click();
      await page.getByRole('button', { name: 'Select all 4' }).click();
      await page.getByLabel('What to do').selectOption('Add a tag');
      await page.getByLabel('Tag', { exact: true }).fill('framed');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Nothing was changed: 1 item cannot be changed.').waitFor();
      expect(await page.getByRole('link', { name: `Item ${id}` }).getAttribute('href')).toBe(`/items/${id}`);
      await api.send('PATCH', `/api/items/${id}/`, { name: 'Full' });
      await page.reload();
      await page.getByRole('button', { name: 'Select several' }).click();

      await page.getByRole('button', { name: 'Select all 3' }).click();
      await page.getByLabel('What to do').selectOption('Delete');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('This deletes 3 items with their photos, permanently.').waitFor();
      await page.getByRole('button', { name: 'Delete 3 items' }).click();
      await page.getByText('3 items deleted.').waitFor();
      expect(await countItems('search=batch')).toBe(0);
      await page.close();
    },
    MINUTE,
  );

  it(
    'keep the typed values when the session ends, and save them after a new sign-in',
    async () => {
      const { id } = await addItem({ name: 'Signed out' });
      const page = await open(`/items/${id}/edit`);
      await page.getByLabel('Notes').fill('Typed before the session ended.');
      const cookies = await collector.cookies();
      await collector.clearCookies();
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
      await dialog.getByLabel('Password').fill('brass lantern 42');
      expect(await findFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Notes').inputValue()).toBe('Typed before the session ended.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Typed before the session ended.').waitFor();
      problems.length = 0;
      // The API of the other tests requires a fresh session.
      await collector.clearCookies();
      await collector.addCookies(cookies);
      await page.close();
    },
    MINUTE,
  );

  it(
    'chart the items in natural order, and link each bar to its items',
    async () => {
      const page = await open('/collection/statistics');
      const names = (title: string) =>
        page.getByRole('table', { name: title }).getByRole('rowheader').allInnerTexts();
      const conditions = (await names('Condition')).map(Number);
      expect(conditions.length).toBeGreaterThan(1);
      expect(conditions).toEqual(conditions.toSorted((a, b) => b - a));
      const decades = await names('Decades');
      expect(decades).toEqual(decades.toSorted());
      expect(await names('Types')).toContain('Shirt');
      const firstRow = (title: string) => page.getByRole('table', { name: title }).getByRole('row').first();
      const row = firstRow('Decades');
      const count = Number(await row.locator('.chart-count').innerText());
      // The link covers the bar.
      await row.locator('.chart-bar').click({ force: true });
      await page.getByRole('button', { name: `Remove the filter Decade: ${decades[0]}` }).waitFor();
      await eventually(async () => expect(await page.locator('.wall .card').count()).toBe(count));
      await page.goBack();
      await page
        .getByRole('link', { name: /^\w+ \d{4}: \d+$/ })
        .last()
        .click();
      await page.getByRole('button', { name: /^Remove the filter Added in/ }).click();
      await page.waitForURL('/collection');

      await page.goto('/collection/statistics');
      const clubLink = firstRow('Clubs').getByRole('link');
      const club = await clubLink.innerText();
      await clubLink.click();
      const clubFilter = page.getByRole('button', { name: `Remove the filter Club: ${club}` });
      await clubFilter.waitFor();
      await page.getByLabel('Search this collection').fill('nothing like it');
      await page.getByText('No item matches “nothing like it”.').waitFor();
      expect(await clubFilter.count()).toBe(1);
      await page.close();
    },
    MINUTE,
  );

  it(
    'edit the profile and its picture in place',
    async () => {
      const page = await open('/profile');
      await page.getByLabel('Name', { exact: true }).fill('Mr. Smith');
      await page.getByLabel('Location').fill('Málaga');
      await page.getByLabel('About you').fill('Since 1986.');
      const isHidden = page.getByLabel('Hide my profile and my items from others');
      await isHidden.check();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Only you see your collection.').waitFor();
      await isHidden.uncheck();
      await page.locator('input[type=file]').setInputFiles(await takePhoto('Red'));
      await page.getByRole('img', { name: 'Your picture' }).waitFor();
      expect(await page.getByLabel('Location').inputValue()).toBe('Málaga');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'See your page' }).click();
      await page.getByRole('heading', { name: 'Mr. Smith' }).waitFor();
      await page.getByText('Since 1986.').waitFor();
      await page.getByText('This is your own page.').waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Remove the picture' }).click();
      await page.getByRole('img', { name: 'Your picture' }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: /^Account:/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      await page.close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
