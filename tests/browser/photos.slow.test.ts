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

interface Photo {
  id: number;
  caption: string;
}

describeWithBrowser('the photo screens of the showcase', () => {
  const { newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  const open = (path: string) => openIn(path, collector);
  const addItem = (name: string) =>
    api.send<{ id: number }>('POST', '/api/items/', { item_type: 'jersey', name, brand: 1, size: 5 });
  const readPhotos = async (item: number) =>
    (await api.send<{ photos: Photo[] }>('GET', `/api/items/${item}/`)).photos;
  const readCaptions = async (item: number) => (await readPhotos(item)).map(({ caption }) => caption);

  it(
    'add, drop, caption, reorder, replace, remove, move and open photos of an item',
    async () => {
      const { id } = await addItem('Photographed');
      const page = await open(`/items/${id}/edit`);
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Red'), await takePhoto('Navy')]);
      await page.getByLabel('Caption of photo 2').fill('The back');
      await page.getByLabel('Caption of photo 2').press('Enter');
      await eventually(async () => expect((await readPhotos(id))[1]?.caption).toBe('The back'));
      await page.getByRole('button', { name: 'Make main: photo 2' }).click();
      await eventually(async () => expect(await readCaptions(id)).toEqual(['The back', '']));
      const shownCaptions = () =>
        page
          .getByLabel(/^Caption of/)
          .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
      const drag = async (from: number, to: number, expected: string[]) => {
        const card = (index: number) => page.locator('.photo-list li').nth(index);
        await card(from).dragTo(card(to));
        await eventually(async () => expect(await shownCaptions()).toEqual(expected));
        expect(await readCaptions(id)).toEqual(expected);
      };
      await eventually(async () => expect(await shownCaptions()).toEqual(['The back', '']));
      await drag(0, 1, ['', 'The back']);
      await drag(1, 0, ['The back', '']);
      await dropPhoto(page, await takePhoto('Green'));
      await eventually(async () => expect(await readPhotos(id)).toHaveLength(3));
      await page.getByLabel('Caption of photo 3').fill('Dropped');
      await page.getByLabel('Caption of photo 3').blur();
      await page.getByRole('button', { name: 'Move photo 3 forward' }).focus();
      await page.keyboard.press('Enter');
      await eventually(async () => expect(await readCaptions(id)).toEqual(['The back', 'Dropped', '']));
      expect(await findFaults(page)).toEqual([]);

      const replaced = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await page.getByLabel('Replace photo 1').setInputFiles(await takePhoto('Yellow'));
      expect((await replaced).status()).toBe(200);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Remove photo 3' }).click();
      await eventually(async () => expect(await readPhotos(id)).toHaveLength(2));
      await page.getByRole('button', { name: 'Remove photo 3' }).waitFor({ state: 'detached' });

      const { id: otherId } = await addItem('Photographed elsewhere');
      await page.getByLabel('Add photos').setInputFiles(await takePhoto('Green'));
      await page.getByRole('button', { name: 'Move to another item: photo 3' }).click();
      await page.getByLabel('To which item?').fill('elsewhere');
      await page.getByRole('button', { name: 'Photographed elsewhere' }).waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Photographed elsewhere' }).click();
      await page.getByRole('button', { name: 'Remove photo 3' }).waitFor({ state: 'detached' });
      expect(await readPhotos(otherId)).toHaveLength(1);

      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Open The back' }).click();
      await page.getByText('1 of 2 · The back').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.getByText('2 of 2 · Dropped').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.close();
    },
    2 * MINUTE,
  );

  it(
    'show both versions of a photo that was changed elsewhere, and keep the chosen one',
    async () => {
      const { id } = await addItem('Photographed twice');
      for (const colour of ['Red', 'Navy'] as const) await api.addPhoto(id, await takePhoto(colour));
      const changeElsewhere = async (index: number, fields: object) =>
        api.send('PATCH', `/api/photos/${(await readPhotos(id))[index]?.id}/`, fields);
      const page = await open(`/items/${id}/edit`);
      const caption = page.getByLabel('Caption of photo 1');
      const conflict = page.getByRole('region', {
        name: 'This photo was changed somewhere else in the meantime',
      });
      const cells = (row: string) =>
        conflict.getByRole('row', { name: row }).getByRole('cell').allInnerTexts();

      // Consecutive changes do not conflict with each other.
      await page.getByLabel('Caption of photo 2').fill('The back');
      await page.getByRole('button', { name: 'Make main: photo 2' }).click();
      await eventually(async () => expect(await readCaptions(id)).toEqual(['The back', '']));
      await eventually(async () => expect(await caption.inputValue()).toBe('The back'));
      expect(await conflict.count()).toBe(0);

      await changeElsewhere(0, { caption: 'Theirs' });
      await caption.fill('Mine');
      await caption.press('Enter');
      await page.keyboard.press('Tab');
      await conflict.waitFor();
      expect(await cells('Caption')).toEqual(['Theirs', 'Mine']);
      expect((await readPhotos(id))[0]?.caption).toBe('Theirs');
      expect(await findFaults(page)).toEqual([]);
      await conflict.getByRole('button', { name: 'Continue with mine' }).click();
      await eventually(async () => expect((await readPhotos(id))[0]?.caption).toBe('Mine'));
      await eventually(async () => expect(await caption.inputValue()).toBe('Mine'));
      expect(await conflict.count()).toBe(0);

      await changeElsewhere(0, { caption: 'To be kept' });
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Remove photo 1' }).click();
      await conflict.getByText('Removed').waitFor();
      await conflict.getByRole('button', { name: 'Continue with the saved one' }).click();
      expect(await caption.inputValue()).toBe('To be kept');

      await changeElsewhere(1, { caption: 'Other' });
      await page.getByRole('button', { name: 'Make main: photo 2' }).click();
      await conflict.waitFor();
      expect(await cells('Place')).toEqual(['2 of 2', '1 of 2']);
      await page.getByLabel('Notes').fill('Saved with photos that were changed elsewhere.');
      await conflict.getByRole('button', { name: 'Continue with mine' }).click();
      await eventually(async () => expect(await readCaptions(id)).toEqual(['Other', 'To be kept']));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved with photos that were changed elsewhere.').waitFor();

      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Notes').fill('Saved while only the photos were changed.');
      await changeElsewhere(0, { caption: 'Not seen by this form' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Photographed twice' }).waitFor();
      await page.getByText('Saved while only the photos were changed.').waitFor();
      expect(await readCaptions(id)).toEqual(['Not seen by this form', 'To be kept']);
      // The browser reports the status 412.
      problems.length = 0;
      await page.close();
    },
    2 * MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});

/** Drops a file as if it came from the desktop. */
async function dropPhoto(
  page: Page,
  photo: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const { name, mimeType: type, buffer } = photo;
  const dataTransfer = await page.evaluateHandle(
    ([content = '', fileName = '', fileType = '']) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type: fileType }));
      return transfer;
    },
    [buffer.toString('base64'), name, type],
  );
  for (const event of ['dragover', 'drop']) {
    await page.locator('.photos').dispatchEvent(event, { dataTransfer });
  }
}
