import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

/** As a German spreadsheet program saves it. `FCB` is two clubs, and no club is called `Die Löwen`. */
const TABLE = [
  'Verein;Marke;Größe;Name;Zustand;Wert für mich',
  'FCB;Nike;L;Red;8;Attic',
  'FCB;Nike;M;Light blue;8;Attic',
  'FCB;Nike;XL;Also red;8;Cellar',
  'Málaga CF;adidas;L;Blue;14;Cellar',
  'Málaga CF;adidas;M;Unwanted;8;Cellar',
  'Die Löwen;Nike;M;Lions;8;Attic',
].join('\r\n');

describeWithBrowser('the import and export screens of the showcase', () => {
  const { newCollector, open, problems } = useShowcase();
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
    await page.getByLabel('From a file').last().setInputFiles(file);
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByRole('status').getByText('Waiting for your review').waitFor();
  }

  async function download(page: Page, name: string | RegExp) {
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    return readFile(await (await started).path());
  }

  const readNames = async () => {
    const { results } = await api.send<{ results: Array<{ name: string }> }>(
      'GET',
      '/api/collections/me/items/',
    );
    return results.map(({ name }) => name).toSorted();
  };

  it(
    'import a table after its columns, names and rows are corrected, and undo it except for changed items',
    async () => {
      const page = await open('/collection/import', collector);
      expect(await findFaults(page)).toEqual([]);
      // XMLHttpRequest alone reports progress.
      const uploads: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/imports/'))
          uploads.push(request.resourceType());
      });
      await chooseFile(page, 'Trikots.csv', TABLE);
      expect(uploads).toEqual(['xhr']);
      await page.getByText('2 new, 3 ambiguous, 1 invalid.').waitFor();
      await page.getByText(/^Wert für mich \(6 rows\): Kept in the notes: no field/).waitFor();

      await page.getByText('Columns and options').click();
      expect(await page.getByLabel('Größe').inputValue()).toBe('size');
      await page.getByLabel('Wert für mich').selectOption('location');
      await page.getByRole('button', { name: 'Apply these settings' }).click();
      await page.getByText('Attic · Cellar').waitFor();
      expect(await findFaults(page)).toEqual([]);

      await page.getByRole('button', { name: /^ambiguous/ }).click();
      await page.waitForURL(/\?status=ambiguous$/);
      await page.getByLabel('Which club is “FCB”?').nth(1).selectOption({ label: 'FC Bayern München' });
      await page.getByRole('button', { name: 'Only in row 2' }).click();
      await page.getByText('3 new, 2 ambiguous, 1 invalid.').waitFor();
      await page.getByLabel('Which club is “FCB”?').first().selectOption({ label: 'FC Barcelona' });
      await page.getByRole('button', { name: 'In all rows with “FCB”' }).first().click();
      await page.getByText('5 new, 1 invalid.').waitFor();

      await page.getByRole('button', { name: /^new/ }).click();
      await page.getByRole('button', { name: 'Row 6 in detail' }).click();
      const lions = page.locator('tbody').filter({ hasText: 'Lions' });
      await lions.getByLabel('No club found for “Die Löwen”. Search for it').fill('sevila');
      await lions.getByLabel('Which club is “Die Löwen”?').selectOption({ label: 'Sevilla FC, Spain' });
      await page.getByRole('button', { name: 'In all rows with “Die Löwen”' }).click();
      await page
        .getByRole('cell', { name: /^changed: Sevilla FC/ })
        .first()
        .waitFor();

      await page.getByRole('button', { name: /^all/ }).click();
      await page.getByRole('button', { name: 'Skip row 5' }).click();
      await page.getByText('4 new, 1 skipped, 1 invalid.').waitFor();

      await page.getByRole('button', { name: 'Add 4 items' }).click();
      await page.getByText('4 added').waitFor();
      await page.getByText('1 skipped').waitFor();
      expect(await findFaults(page)).toEqual([]);
      expect(await readNames()).toEqual(['Also red', 'Light blue', 'Lions', 'Red']);
      const failed = String(await download(page, 'Download the 1 row not imported'));
      expect(failed.split('\r\n')[1]).toMatch(/^Málaga CF,adidas,L,Blue,14,Cellar,condition: /);

      await page.getByRole('link', { name: 'Also red' }).click();
      await page.waitForURL(/\/items\/\d+$/);
      const id = page.url().split('/').at(-1);
      await api.send('PATCH', `/api/items/${id}/`, { description: 'Mine.' });
      await page.goBack();
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('These items were kept, because you have changed them:').waitFor();
      await page.getByText('3 rows undone.').waitFor();
      expect(await page.locator('.links').innerText()).toContain('Also red');
      expect(await readNames()).toEqual(['Also red']);

      await page.getByRole('button', { name: 'Remove from this list' }).click();
      await page.getByText('None yet.').waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'list an import that was left in review, and discard it',
    async () => {
      const page = await open('/collection/import', collector);
      await chooseFile(page, 'later.csv', TABLE);
      await page.getByRole('link', { name: 'Import' }).click();
      await page.getByText('2 new, 3 ambiguous, 1 invalid').waitFor();
      await page.getByRole('link', { name: 'later.csv' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByText('None yet.').waitFor();
      expect(await api.send('GET', '/api/imports/')).toEqual([]);
      await page.close();
    },
    MINUTE,
  );

  it(
    'show an error for a file that is not a table',
    async () => {
      const page = await open('/collection/import', collector);
      const file = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('\u0000\u0001\u0002') };
      await page.getByLabel('From a file').last().setInputFiles(file);
      await page.getByRole('button', { name: 'Upload and preview' }).click();
      await page.locator('.problem, .field-error').first().waitFor();
      expect(await page.locator('.problem, .field-error').first().innerText()).not.toBe('');
      await page.close();
    },
    MINUTE,
  );

  it(
    'move a collection with photos into another account as a ZIP',
    async () => {
      const item = await api.send<{ id: number }>('POST', '/api/items/', {
        item_type: 'jersey',
        name: 'Woollen',
        size: 5,
        brand: 1,
        condition: 8,
        tags: ['wool'],
      });
      await api.addPhoto(item.id, await takePhoto('Red'));
      const exported = await open('/collection/export', collector);
      expect(await findFaults(exported)).toEqual([]);
      await exported.getByRole('button', { name: 'Make a ZIP' }).click();
      await exported.getByText(/^Ready until/).waitFor();
      await exported.reload();
      const zip = await download(exported, /^Download the ZIP/);
      expect(zip.subarray(0, 2).toString()).toBe('PK');

      const { context: otherContext, api: otherApi } = await newCollector('mrs.smith');
      const imported = await open('/collection/import', otherContext);
      await chooseFile(imported, 'my-collection.zip', zip);
      await imported.getByRole('button', { name: 'Add 2 items' }).click();
      await imported.getByText('2 added').waitFor();
      await imported.getByRole('link', { name: 'See my collection' }).click();
      await imported.getByRole('link', { name: /Woollen/ }).waitFor();
      const items = await otherApi.send<Array<{ tags: string[]; main_photo: string | null }>>(
        'GET',
        '/api/items/?search=woollen',
      );
      expect(items).toMatchObject([{ tags: ['wool'] }]);
      await imported.locator('.card', { hasText: 'Woollen' }).locator('img').waitFor();
      await exported.close();
      await imported.close();
    },
    MINUTE,
  );

  it(
    'offer the collection as CSV and NDJSON downloads',
    async () => {
      const page = await open('/collection/export', collector);
      const table = String(await download(page, 'Download as CSV'));
      expect(table.charCodeAt(0)).toBe(0xfeff);
      expect(table).toContain('Also red');
      const lines = String(await download(page, 'Download as NDJSON'))
        .trim()
        .split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { name: string }).name).toSorted()).toEqual([
        'Also red',
        'Woollen',
      ]);
      await page.close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});
