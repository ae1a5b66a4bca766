import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { findForm, readForm, rowsOf } from '@kitroom/testing/read-page';
import { loadTwoKits, openSignedIn, useSignedIn } from './admin-browser.ts';
import { recordLine } from './fixture-catalogue.ts';

const SHOWCASE_URL = 'https://shirts.example.org';

const { catalogue, browser } = useSignedIn(loadTwoKits, { env: { SHOWCASE_URL } });

const PATHS = ['clubs', 'kits', 'brands', 'competitions', 'seasons', 'kit-types'];

describe('admin lists', () => {
  it.each([
    ['clubs', 'malaga', ['Málaga CF']],
    ['clubs', 'malaga-cf-k', ['Málaga CF']],
    ['clubs', '1', ['Málaga CF']],
    ['brands', 'ADI', ['adidas']],
    ['competitions', '%', []],
    ['seasons', '2024-2', ['2024-25']],
    ['kit-types', 'way', ['Away']],
    ['kits', 'málaga cf 2024 25 away', ['Málaga CF 2024-25 Away']],
    ['kits', 'malaga-cf-2024-25-home-kit', ['Málaga CF 2024-25 Home']],
  ])('find records in %s by %j', async (path, keyword, names) => {
    const page = await browser.open(`/admin/${path}?q=${encodeURIComponent(keyword)}`);
    expect(rowsOf(page).map(([name]) => name)).toEqual(names);
  });

  it.each([
    ['clubs', 'malga', 'Málaga CF'],
    ['kits', 'málga away', 'Málaga CF 2024-25 Away'],
  ])('show similar records in %s when no record contains %s', async (path, keyword, name) => {
    const page = await browser.open(`/admin/${path}?q=${encodeURIComponent(keyword)}`);
    expect(page.text).toContain('These are similar.');
    expect(rowsOf(page)[0]?.[0]).toBe(name);
  });

  it('find non-ASCII names by ASCII letters and by alias, and sort names alphabetically', async () => {
    const clubs = [
      { name: 'Ħamrun Spartans', aliases: ['Spartans of Səbail'] },
      { name: 'ibis' },
      { name: 'Halmstad' },
    ];
    await catalogue.load(clubs.map(({ name, ...rest }) => recordLine('club', name, rest)));
    const namesOf = async (keyword: string) => {
      const page = await browser.open(`/admin/clubs?q=${encodeURIComponent(keyword)}`);
      expect(page.text).not.toContain('These are similar.');
      return rowsOf(page).map(([name]) => name);
    };
    expect(await namesOf('hamrun')).toEqual(['Ħamrun Spartans']);
    expect(await namesOf('SEBAIL')).toEqual(['Ħamrun Spartans']);
    expect(await namesOf('')).toEqual(['Halmstad', 'Ħamrun Spartans', 'ibis', 'Málaga CF']);
  });

  it('filter kits by one related record', async () => {
    for (const [filter, count] of [
      ['club=1', 2],
      ['brand=1', 2],
      ['kit_type=1', 1],
      ['season=1', 2],
      ['competition=1', 1],
      ['competition=2', 0],
    ] as const) {
      const page = await browser.open(`/admin/kits?${filter}`);
      expect([filter, rowsOf(page).length]).toEqual([filter, count]);
    }
  });

  it('have pages of 50 records', async () => {
    await catalogue.load(
      Array.from({ length: 119 }, (_, number) => recordLine('club', `Club ${1000 + number}`)),
    );
    const first = await browser.open('/admin/clubs');
    expect(rowsOf(first)).toHaveLength(50);
    const next = first.document.querySelector('a[rel=next]')?.getAttribute('href') ?? '';
    const second = await browser.open(next);
    expect(rowsOf(second)[0]?.[0]).toBe('Club 1050');
    const last = await browser.open(second.document.querySelector('a[rel=next]')?.getAttribute('href') ?? '');
    expect([rowsOf(last).length, last.document.querySelector('a[rel=next]')]).toEqual([20, null]);
    expect(
      (await browser.open('/admin/clubs?q=club&page=2')).document
        .querySelector('a[rel=prev]')
        ?.getAttribute('href'),
    ).toBe('/admin/clubs?q=club&page=1');
    for (const page of ['0', '-1', 'x', '99999999999']) {
      expect((await browser.open(`/admin/clubs?page=${page}`)).status).toBe(200);
    }
  });
});

describe('the admin page of a record', () => {
  it.each([
    ['clubs', '/clubs/1'],
    ['kits', '/kits/1'],
    ['brands', '/kits?brand=1'],
    ['competitions', '/kits?competition=1'],
    ['seasons', '/kits?season=1'],
    ['kit-types', '/kits?type=1'],
  ])('links to the showcase from %s: %s', async (path, screen) => {
    const { document } = await browser.open(`/admin/${path}/1`);
    const [link] = [...document.querySelectorAll('.actions a')];
    expect(link?.getAttribute('href')).toBe(`${SHOWCASE_URL}${screen}`);
  });
});

describe('names with HTML and scripts in the admin interface', () => {
  const HOSTILE = `"><script>alert('1')</script>&amp;`;

  it('are displayed as text on all pages, and saved unchanged', async () => {
    await catalogue.load([
      recordLine('brand', 'x', { id: 2, name: HOSTILE, slug: HOSTILE }),
      recordLine('club', 'y', { id: 2, name: HOSTILE, slug: HOSTILE, logo: `data:image/svg+xml,${HOSTILE}` }),
      { kind: 'kit_type', name: HOSTILE },
      {
        kind: 'kit',
        name: HOSTILE,
        id: 3,
        slug: HOSTILE,
        club: HOSTILE,
        brand: HOSTILE,
        season: '2024',
        type: HOSTILE,
      },
    ]);
    const nasty = await openSignedIn(catalogue, HOSTILE);
    await nasty.send(await nasty.open('/admin/clubs/2'), 'Save', { country: 'ES' });
    const pages = [
      ...PATHS.map((path) => `/admin/${path}`),
      '/admin/clubs/2',
      '/admin/kits/3',
      '/admin/brands/2',
      '/admin/kit-types/3',
      '/admin/kits/3/delete',
      '/admin/clubs/2/merge',
      '/admin/clubs/2/merge?other=1',
      '/admin/audit-log',
      '/admin/',
      `/admin/clubs?q=${encodeURIComponent(HOSTILE)}`,
      `/admin/audit-log?operator=${encodeURIComponent(HOSTILE)}`,
    ];
    for (const path of pages) {
      const page = await nasty.open(path);
      expect([path, page.status, page.document.querySelectorAll('script:not([src])').length]).toEqual([
        path,
        200,
        0,
      ]);
      expect(page.text).not.toContain('<script>');
    }
    const edit = await nasty.open('/admin/kits/3');
    expect(edit.heading).toBe(HOSTILE);
    expect(readForm(findForm(edit, 'Save'))).toMatchObject({ name: HOSTILE, slug: HOSTILE, club: HOSTILE });
    // Saving the form as shown changes nothing.
    expect((await nasty.send(edit, 'Save')).text).toContain('There was nothing to change.');
  });
});

/** For each kind: the form's input, the resulting row, and one change. */
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

describe.each(KINDS)('admin records in $path', ({ path, button, table, form, row, change, changed }) => {
  it('are created, edited and deleted, and each change is in the audit log', async () => {
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

    const confirmation = await browser.open(`${page.path}/delete`);
    expect(await newest(table)).toMatchObject({ id });
    const deleted = await browser.send(
      confirmation,
      confirmation.document.querySelector('button.danger')?.textContent.trim() ?? '',
    );
    expect([deleted.path, deleted.text]).toEqual([`/admin/${path}`, expect.stringContaining('Deleted the ')]);
    expect(await query(catalogue.db, `select 1 from ${table} where id = ?`, [id])).toEqual([]);

    const log = await browser.open(`/admin/audit-log?subject=${table.replace(/s$/, '')}&id=${String(id)}`);
    expect(rowsOf(log).map(([, operator, action]) => [operator, action])).toEqual([
      ['Olga', 'delete'],
      ['Olga', 'edit'],
      ['Olga', 'create'],
    ]);
  });

  it('are listed, and the form returns 400 with the invalid fields marked', async () => {
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
