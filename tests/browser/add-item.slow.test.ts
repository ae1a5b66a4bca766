import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import type { CollectionApi } from './collection-api.ts';
import { findFaults } from './inspect-page.ts';
import { takePhoto } from './take-photo.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;
const MIB = 1024 * 1024;

interface Item {
  id: number;
  [field: string]: unknown;
}

describeWithBrowser('the form for a new item', () => {
  const { showcase, newCollector, open: openIn, problems } = useShowcase(SHOWCASE_LIMITS);
  let collector: BrowserContext;
  let api: CollectionApi;

  beforeAll(async () => {
    ({ context: collector, api } = await newCollector('mr.smith'));
  });

  const open = (path: string) => openIn(path, collector);
  const add = async (page: Page): Promise<Item> => {
    await page.getByRole('button', { name: 'Add to my collection' }).click();
    await page.getByRole('heading', { name: 'Added to your collection' }).waitFor();
    return api.send<Item>('GET', `/api/items/${new URL(page.url()).searchParams.get('added')}/`);
  };
  const topOf = async (page: Page, label: string | RegExp) =>
    (await page.getByLabel(label).first().boundingBox())?.y ?? Number.NaN;

  it(
    'is short for a kit, with photos first and the kit fields folded, and links to the next item',
    async () => {
      const page = await open('/add?kit=7');
      await page.setViewportSize({ width: 390, height: 844 });
      const { height = 0 } = (await page.locator('main form').boundingBox()) ?? {};
      expect(height).toBeGreaterThan(500);
      expect(height).toBeLessThanOrEqual(1500);
      const tops: number[] = [];
      for (const label of [/^Add photos/, 'Size', /^Condition:/, 'Name on the back', 'Number', 'Price']) {
        tops.push(await topOf(page, label));
      }
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      for (const label of ['Name', 'Brand', 'Club', 'Season', 'Kit', 'Design', 'Notes']) {
        expect(await page.getByLabel(label, { exact: true }).isVisible()).toBe(false);
      }
      expect(await findFaults(page)).toEqual([]);
      await page.getByLabel('Add photos').setInputFiles([await takePhoto('Red')]);
      await page.getByRole('img', { name: 'Photo 1' }).waitFor();
      expect(await add(page)).toMatchObject({ item_type: 'jersey', kit: 7, photos: [{ order: 0 }] });
      expect(await findFaults(page)).toEqual([]);
      await page.getByRole('link', { name: 'Add another' }).click();
      await page.getByLabel('Which kit is it?').waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'requires only the name, and focuses an empty name below the header',
    async () => {
      const page = await open('/add?kit=7');
      await page.setViewportSize({ width: 390, height: 600 });
      await page.getByText('Name, club and season').click();
      const name = page.getByLabel('Name', { exact: true });
      await name.fill(' ');
      await page.getByText('Name, club and season').click();
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByText('Enter a name.').waitFor();
      expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
      const header = await page.locator('.header').boundingBox();
      const field = await name.boundingBox();
      expect(field?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? Infinity));
      expect(await page.locator('[aria-required=true], :required').count()).toBe(1);
      expect(await findFaults(page)).toEqual([]);
      await name.fill('Mine');
      expect(await page.getByText('Enter a name.').count()).toBe(0);
      expect(await add(page)).toMatchObject({ name: 'Mine' });
      await page.close();
    },
    MINUTE,
  );

  it(
    'creates outerwear from a jacket kit, and offers scarf as a kind of other item',
    async () => {
      const jackets = await (
        await collector.request.get(`${await readCatalogue()}/api/kits?category=jacket`)
      ).json();
      const [{ id: kit }] = jackets as [{ id: number }];
      const page = await open(`/add?kit=${kit}`);
      expect(await page.getByLabel('Short sleeves').count()).toBe(0);
      expect(await add(page)).toMatchObject({ item_type: 'outerwear', kit });
      await page.goto('/add?type=other');
      await page.getByLabel('Name', { exact: true }).fill('Wool');
      await page.getByLabel('Kind').selectOption('Scarf');
      expect(await add(page)).toMatchObject({ item_type: 'other', type: 'scarf' });
      await page.close();
    },
    MINUTE,
  );

  it(
    'rejects unreadable and too large pictures without sending a request',
    async () => {
      const { id } = await api.send<Item>('POST', '/api/items/', {
        item_type: 'jersey',
        name: 'With photos',
      });
      await api.addPhoto(id, await takePhoto('Red'));
      const large = Buffer.concat([(await takePhoto('Navy')).buffer, Buffer.alloc(31 * MIB)]);
      const rejected = [
        { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Only words.') },
        {
          name: 'broken.jpg',
          mimeType: 'image/jpeg',
          buffer: (await takePhoto('Navy')).buffer.subarray(0, 40),
        },
        { name: 'large.jpg', mimeType: 'image/jpeg', buffer: large.subarray(0, 31 * MIB) },
      ];
      for (const path of ['/add?kit=7', `/items/${id}/edit`]) {
        const page = await open(path);
        const sent: string[] = [];
        page.on('request', (request) => {
          if (request.method() !== 'GET' && request.method() !== 'OPTIONS') sent.push(request.url());
        });
        // Sending large files to the browser takes long.
        await page.getByLabel('Add photos').setInputFiles(rejected, { timeout: MINUTE });
        const message = 'This is not a picture we can read (JPEG, PNG, WebP, AVIF, GIF).';
        await page.getByText(`notes.jpg: ${message}`).waitFor();
        await page.getByText(`broken.jpg: ${message}`).waitFor();
        await page.getByText('large.jpg: too large (31 MB; at most 20 MB)').waitFor();
        expect(await page.getByText('Not uploaded yet').count()).toBe(0);
        expect(await findFaults(page)).toEqual([]);
        if (path.endsWith('edit')) {
          await page.getByLabel('Replace photo 1').setInputFiles(rejected.slice(0, 1));
          await page.getByText('broken.jpg').waitFor({ state: 'detached' });
          await page.getByText(`notes.jpg: ${message}`).waitFor();
        }
        expect(sent).toEqual([]);
        await page.getByLabel('Add photos').setInputFiles([await takePhoto('Green')]);
        await page.getByText(`notes.jpg: ${message}`).waitFor({ state: 'detached' });
        await page.close();
      }
    },
    3 * MINUTE,
  );

  it(
    'reads prices in common notations, and remembers the chosen currency',
    async () => {
      const page = await open('/add?type=jersey');
      await page.getByLabel('Name', { exact: true }).fill('Paid for');
      await page.getByLabel('Price', { exact: true }).fill('a lot');
      await page.getByText('Private: nobody').click();
      await page.getByLabel('Estimated value', { exact: true }).fill('1.234,56');
      await page.getByRole('button', { name: 'Add to my collection' }).click();
      await page.getByText('Enter an amount, such as 45 or 1,234.56.').waitFor();
      await page.getByLabel('Price', { exact: true }).fill('1.500 Ft');
      expect(await page.getByLabel('Currency of price').inputValue()).toBe('HUF');
      await page.getByLabel('Currency of estimated value').selectOption('TRY');
      expect(await add(page)).toMatchObject({
        price: { amount: '1500.00', currency: 'HUF' },
        estimated_value: { amount: '1234.56', currency: 'TRY' },
      });
      await page.goto('/add?kit=7');
      expect(await page.getByLabel('Currency of price').inputValue()).toBe('TRY');
      await page.getByLabel('Price', { exact: true }).fill('45 €');
      await page.getByLabel('Currency of price').selectOption('GBP');
      expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('45');
      expect(await add(page)).toMatchObject({ price: { amount: '45.00', currency: 'GBP' } });
      await page.close();
    },
    MINUTE,
  );

  it(
    'stores tags that contain commas, and keeps a number when the mouse wheel turns over it',
    async () => {
      const page = await open('/add?kit=7');
      const number = page.getByLabel('Number', { exact: true });
      await number.fill('17');
      await number.hover();
      await page.mouse.wheel(0, 240);
      await page.mouse.wheel(0, -480);
      await page.getByText('Details', { exact: true }).click();
      const tags = page.getByLabel('Tags');
      for (const tag of ['Paris, 2006', 'framed', 'FRAMED', 'worn']) {
        await tags.fill(tag);
        await tags.press('Enter');
      }
      await page.getByRole('button', { name: 'Remove the tag worn' }).click();
      await tags.fill('typed, not added');
      await page.getByText('Paris, 2006').waitFor();
      expect(await findFaults(page)).toEqual([]);
      const item = await add(page);
      expect(item).toMatchObject({ number: 17, tags: ['Paris, 2006', 'framed', 'typed, not added'] });
      await page.goto(`/items/${item.id}/edit`);
      await page.getByText('Paris, 2006').waitFor();
      await page.close();
    },
    MINUTE,
  );

  it(
    'adds an item with its currency when the browser blocks site data',
    async () => {
      const page = await collector.newPage();
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
        }
      });
      await page.goto('/add?kit=7');
      await page.getByLabel('Price', { exact: true }).fill('45 €');
      expect(await add(page)).toMatchObject({ price: { amount: '45.00', currency: 'EUR' } });
      await page.close();
    },
    MINUTE,
  );

  it('reports no error to the console', () => {
    expect(problems).toEqual([]);
  });

  async function readCatalogue(): Promise<string> {
    const config = await (await collector.request.get(`${showcase.url}/config.json`)).json();
    return (config as { catalogue: string }).catalogue;
  }
});
