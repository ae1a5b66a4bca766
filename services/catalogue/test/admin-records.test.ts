import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { rowsOf } from '@kitroom/testing/read-page';
import { openSignedIn, startWithAdmin, type AdminBrowser } from './admin-browser.ts';
import { EMPTY_CATALOGUE } from './empty-catalogue.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import type { TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;
let browser: AdminBrowser;

beforeAll(async () => {
  catalogue = await startWithAdmin();
});

beforeEach(async () => {
  await catalogue.db.raw(EMPTY_CATALOGUE);
  await catalogue.load([
    recordLine('competition', 'Cup'),
    recordLine('competition', 'League', { country: 'ES' }),
    ...kitLines([
      { club: 'Málaga CF', competitions: ['cup-kits'] },
      {
        club: 'Málaga CF',
        type: 'Away',
        primary_color: 'White',
        secondary_colors: ['Blue', 'Sky blue'],
        rating: 4.5,
      },
    ]),
  ]);
  browser = await openSignedIn(catalogue);
});

afterAll(() => catalogue.close());

/** Each kind: what is written into its form, what the row then is, and one change. */
const KINDS = [
  {
    path: 'clubs',
    button: 'Create the club',
    table: 'clubs',
    form: {
      name: 'Éibar',
      slug: 'eibar-kits',
      aliases: 'SD Eibar\r\n\r\n Los Armeros \r\nSD Eibar',
      country: 'es',
      id_archive: '77',
      logo: 'https://example.org/a b.png',
    },
    row: {
      name: 'Éibar',
      aliases: ['SD Eibar', 'Los Armeros'],
      country: 'ES',
      id_archive: 77,
      logo: 'https://example.org/a b.png',
      logo_dark: null,
    },
    change: { country: '', name: 'SD Éibar', aliases: 'Los Armeros' },
    changed: { name: 'SD Éibar', aliases: ['Los Armeros'], country: '', id_archive: 77 },
  },
  {
    path: 'brands',
    button: 'Create the brand',
    table: 'brands',
    form: { name: 'Joma', slug: 'joma-kits' },
    row: { name: 'Joma', logo: null },
    change: { slug: 'joma', logo: 'data:image/svg+xml,x' },
    changed: { slug: 'joma', logo: 'data:image/svg+xml,x' },
  },
  {
    path: 'competitions',
    button: 'Create the competition',
    table: 'competitions',
    form: { name: 'Copa', slug: 'copa-kits', country: 'ES' },
    row: { name: 'Copa', country: 'ES' },
    change: { country: '' },
    changed: { country: null },
  },
  {
    path: 'seasons',
    button: 'Create the season',
    table: 'seasons',
    form: { year: '1999-00' },
    row: { year: '1999-00', first_year: 1999, second_year: 2000 },
    change: { year: '1999' },
    changed: { year: '1999', second_year: null },
  },
  {
    path: 'kit-types',
    button: 'Create the kit type',
    table: 'kit_types',
    form: { name: 'GK Third' },
    row: { category: 'match', category_order: 1, order_priority: 3, is_goalkeeper: false },
    change: { category: 'jacket', order_priority: '7', category_order: '', is_goalkeeper: 'on' },
    changed: { category: 'jacket', category_order: 6, order_priority: 7, is_goalkeeper: true },
  },
  {
    path: 'kits',
    button: 'Create the kit',
    table: 'kits',
    form: {
      name: 'Málaga CF 2025 Third',
      slug: 'malaga-third',
      club: 'malaga-cf-kits',
      brand: 'adidas-kits',
      season: '2025',
      type: 'Away',
      competitions: 'league-kits\r\ncup-kits',
      design: 'Stripes',
      primary_color: 'Red',
      secondary_colors: 'White, Sky blue',
      rating: '4,25',
    },
    row: {
      competition_ids: [2, 1],
      secondary_colors: ['White', 'Sky blue'],
      rating: '4.25',
      main_img_url: null,
    },
    change: { competitions: '', primary_color: '', type: 'Home' },
    changed: { competition_ids: [], primary_color: null, design: 'Stripes', rating: '4.25' },
  },
] as const;

async function newest(table: string): Promise<Record<string, unknown>> {
  const [row] = await query<Record<string, unknown>>(
    catalogue.db,
    `select * from ${table} order by id desc limit 1`,
  );
  return row ?? {};
}

describe.each(KINDS)('$path', ({ path, button, table, form, row, change, changed }) => {
  it('are created, changed and deleted, and the log tells it', async () => {
    const page = await browser.send(await browser.open(`/admin/${path}/new`), button, form);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Created the ')]);
    const { id, ...created } = await newest(table);
    expect(page.path).toBe(`/admin/${path}/${String(id)}`);
    expect(created).toMatchObject(row);
    expect((await browser.open(page.path)).text).not.toContain('Created the ');

    const after = await browser.send(page, 'Save', change);
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('Saved the ')]);
    expect(await newest(table)).toMatchObject({ id, ...changed });
    expect((await browser.send(after, 'Save')).text).toContain('There was nothing to change.');

    const asked = await browser.open(`${page.path}/delete`);
    expect(await newest(table)).toMatchObject({ id });
    const gone = await browser.send(
      asked,
      asked.document.querySelector('button.danger')?.textContent.trim() ?? '',
    );
    expect([gone.path, gone.text]).toEqual([`/admin/${path}`, expect.stringContaining('Deleted the ')]);
    expect(await query(catalogue.db, `select 1 from ${table} where id = ?`, [id])).toEqual([]);

    const log = await browser.open(`/admin/audit-log?subject=${table.replace(/s$/, '')}&id=${String(id)}`);
    expect(rowsOf(log).map(([, who, action]) => [who, action])).toEqual([
      ['Olga', 'delete'],
      ['Olga', 'edit'],
      ['Olga', 'create'],
    ]);
  });

  it('are listed, and show what was typed where it cannot be saved', async () => {
    expect((await browser.open(`/admin/${path}`)).status).toBe(200);
    const page = await browser.send(await browser.open(`/admin/${path}/new`), button, {
      slug: '',
      name: '',
      year: 'x',
    });
    expect([page.status, page.path]).toEqual([400, `/admin/${path}/new`]);
    expect(page.document.querySelector('[role=alert]')?.textContent).toMatch(
      /must not be blank|must be a season/,
    );
    const links = [...page.document.querySelectorAll('[role=alert] a')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    for (const link of links)
      expect(page.document.querySelector(link)?.getAttribute('aria-invalid')).toBe('true');
  });
});
