import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findForm, readForm, rowsOf } from '@kitroom/testing/read-page';
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

const PATHS = ['clubs', 'kits', 'brands', 'competitions', 'seasons', 'kit-types'];

describe('a list', () => {
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
  ])('of %s finds %j', async (path, keyword, names) => {
    const page = await browser.open(`/admin/${path}?q=${encodeURIComponent(keyword)}`);
    expect(rowsOf(page).map(([name]) => name)).toEqual(names);
  });

  it.each([
    ['clubs', 'malga', 'Málaga CF'],
    ['kits', 'málga away', 'Málaga CF 2024-25 Away'],
  ])('of %s shows what is similar where nothing contains it: %s', async (path, keyword, name) => {
    const page = await browser.open(`/admin/${path}?q=${encodeURIComponent(keyword)}`);
    expect(page.text).toContain('These are similar.');
    expect(rowsOf(page)[0]?.[0]).toBe(name);
  });

  it('finds what people type for letters of other languages, by any name, and sorts as people do', async () => {
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

  it('of kits shows those of one record', async () => {
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

  it('has pages of 50', async () => {
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

describe('hostile texts', () => {
  const HOSTILE = `"><script>alert('1')</script>&amp;`;

  it('are shown as they are, and nothing else', async () => {
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
    // As it was shown, so it is saved.
    expect((await nasty.send(edit, 'Save')).text).toContain('There was nothing to change.');
  });
});
