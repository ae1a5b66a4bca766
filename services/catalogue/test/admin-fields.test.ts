import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { errorOf, findForm, readForm } from '@kitroom/testing/read-page';
import type { Shown } from '@kitroom/testing/page-browser';
import { listChanges, openSignedIn, startWithAdmin, type AdminBrowser } from './admin-browser.ts';
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

async function newest(table: string): Promise<Record<string, unknown>> {
  const [row] = await query<Record<string, unknown>>(
    catalogue.db,
    `select * from ${table} order by id desc limit 1`,
  );
  return row ?? {};
}

describe('a field', () => {
  it.each([
    [
      'clubs',
      'Create the club',
      { slug: 'malaga-cf-kits', name: 'x' },
      'slug',
      'There is another club with this slug.',
    ],
    [
      'clubs',
      'Create the club',
      { country: 'Nowhere' },
      'country',
      'Country must be an ISO 2-letter country code',
    ],
    ['clubs', 'Create the club', { id_archive: '1.5' }, 'id_archive', 'must be an integer'],
    ['clubs', 'Create the club', { id_archive: '0x10' }, 'id_archive', 'must be an integer'],
    ['clubs', 'Create the club', { logo: 'javascript:alert(1)' }, 'logo', 'Logo must be an http, https'],
    ['clubs', 'Create the club', { name: 'x'.repeat(301) }, 'name', 'must have at most 300 characters'],
    ['seasons', 'Create the season', { year: '2024-26' }, 'year', 'must be a season such as'],
    [
      'kit-types',
      'Create the kit type',
      { name: 'Home' },
      'name',
      'There is another kit type with this name.',
    ],
    [
      'kit-types',
      'Create the kit type',
      { name: 'x', category: 'party' },
      'category',
      'must be one of match',
    ],
    ['clubs', 'Create the club', { slug: 'Bad Slug!', name: 'x' }, 'slug', 'Slug must be lower-case letters'],
    ['kits', 'Create the kit', { slug: 'a--b' }, 'slug', 'Slug must be lower-case letters'],
    ['brands', 'Create the brand', { slug: 'café', name: 'x' }, 'slug', 'such as malaga-cf-kits'],
    [
      'clubs',
      'Create the club',
      { country: 'ZZ' },
      'country',
      'Country must be an ISO 3166-1 code that is assigned, such as ES.',
    ],
    [
      'clubs',
      'Create the club',
      { name: 'x', slug: 'x', country: 'ES', association: 'ENG' },
      'association',
      'Association must be ESP for "country" ES.',
    ],
    ['competitions', 'Create the competition', { country: 'UK' }, 'country', 'Country must be GB.'],
    ['kits', 'Create the kit', { rating: '6' }, 'rating', 'Rating must be at most 5.'],
    [
      'kits',
      'Create the kit',
      { secondary_colors: 'White, Mauve' },
      'secondary_colors',
      'must be one of White',
    ],
  ])('of %s is checked: %s %j', async (path, button, values, field, error) => {
    const page = await browser.send(await browser.open(`/admin/${path}/new`), button, values);
    expect(page.status).toBe(400);
    expect(errorOf(page, field)).toContain(error);
    // A choice that there is not cannot be shown.
    const { category: _category, ...shown } = values as Record<string, string>;
    expect(readForm(findForm(page, button))).toMatchObject(shown);
  });

  it.each([
    [
      { country: 'GB', association: 'NIR' },
      { country: 'GB', association: 'NIR' },
    ],
    [{ country: 'gb-wls' }, { country: 'GB', association: 'WAL' }],
    [{ country: 'es' }, { country: 'ES', association: null }],
    [{ country: 'spain' }, { country: 'ES', association: null }],
  ])('gives a club its country and association: %j', async (values, stored) => {
    const form = await browser.open('/admin/clubs/new');
    const saved = await browser.send(form, 'Create the club', { name: 'New', slug: 'new-club', ...values });
    expect(saved.status).toBe(200);
    expect(await newest('clubs')).toMatchObject(stored);
  });

  it('that names an unknown club or competition tells similar ones', async () => {
    const page = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      name: 'x',
      slug: 'x',
      club: 'malaga',
      brand: 'adidas-kits',
      season: '2031',
      type: 'Sunday',
      competitions: 'leage-kits',
    });
    expect(errorOf(page, 'club')).toBe('There is no club “malaga”. There is Málaga CF.');
    expect(errorOf(page, 'competitions')).toContain('League');
    expect(errorOf(page, 'brand')).toBeUndefined();
    // Nothing of a refused form stays.
    expect(await query(catalogue.db, "select 1 from seasons where year = '2031'")).toEqual([]);
  });

  it('of an imported record may stay as it is, also where a form would not take it', async () => {
    const odd = 'ac-venezia\t\r\n\tvenezia fc';
    await catalogue.load([
      recordLine('club', 'Venezia', { id: 7, slug: odd, country: 'ZZ' }),
      { ...kitLines([{ club: 'x' }]).at(-1), id: 7, slug: `${odd} home`, club: odd },
    ]);
    const { id: club } = await newest('clubs');
    const saved = await browser.send(await browser.open(`/admin/clubs/${String(club)}`), 'Save', {
      name: 'Venezia FC',
    });
    expect(saved.text).toContain('Saved the club Venezia FC.');
    expect(await newest('clubs')).toMatchObject({ name: 'Venezia FC', slug: odd, country: 'ZZ' });
    const { id: kit } = await newest('kits');
    const kitPage = await browser.open(`/admin/kits/${String(kit)}`);
    expect((await browser.send(kitPage, 'Save', { rating: '4' })).text).toContain('Saved the kit');
    expect(await newest('kits')).toMatchObject({ slug: `${odd} home`, club_id: club, rating: '4.00' });
    const refused = await browser.send(saved, 'Save', { slug: `${odd} 2`, country: 'ZY' });
    expect([errorOf(refused, 'slug'), errorOf(refused, 'country')]).toEqual([
      expect.stringContaining('Slug must be lower-case letters'),
      expect.stringContaining('Country must be an ISO 3166-1 code'),
    ]);
  });

  it('that names a new season or kit type creates it, the kit type after a question', async () => {
    const asked = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      name: 'x',
      slug: 'x',
      club: 'malaga-cf-kits',
      brand: 'adidas-kits',
      season: '2031',
      type: 'Rain jacket',
    });
    expect(asked.heading).toBe('Is “Rain jacket” a new kit type?');
    expect(asked.document.querySelector('[name=new_type]')?.textContent).toContain('“Rain jacket”');
    expect(await newest('kit_types')).toMatchObject({ name: 'Away' });
    await browser.send(asked, 'Away', { new_type: 'Rain jacket' });
    expect(await newest('seasons')).toMatchObject({ year: '2031' });
    expect(await newest('kit_types')).toMatchObject({
      name: 'Rain jacket',
      category: 'jacket',
      category_order: 6,
    });
    expect((await listChanges(browser)).map(([, , action, what]) => [action, what])).toEqual([
      ['create', expect.stringContaining('kit x')],
      ['create', expect.stringContaining('kit type Rain jacket')],
      ['create', expect.stringContaining('season 2031')],
    ]);
  });
});

describe('a kit type that there is not', () => {
  const buttonsOf = (page: Shown) =>
    [...page.document.querySelectorAll<HTMLButtonElement>('main button')].map(({ name, value }) => [
      name,
      value,
    ]);

  it('is asked about, and the nearest one is one click away', async () => {
    const fields = { name: 'x', slug: 'x', club: 'malaga-cf-kits', brand: 'adidas-kits', season: '2024-25' };
    const asked = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      ...fields,
      type: 'hoem',
      rating: '3.5',
    });
    expect(asked.status).toBe(200);
    expect(buttonsOf(asked)).toEqual([
      ['type', 'Home'],
      ['type', 'Away'],
      ['new_type', 'hoem'],
      ['typed_type', 'hoem'],
    ]);
    expect(await query(catalogue.db, "select 1 from kits where slug = 'x'")).toEqual([]);
    const saved = await browser.send(asked, 'Home', { type: 'Home' });
    expect(saved.text).toContain('Created the kit x.');
    expect(await newest('kits')).toMatchObject({ slug: 'x', rating: '3.50', type_id: 1 });
    expect(await query(catalogue.db, 'select 1 from kit_types')).toHaveLength(2);
  });

  it('is asked about when a kit is changed, and the form comes back as it was sent', async () => {
    const page = await browser.open('/admin/kits/1');
    const asked = await browser.send(page, 'Save', { type: '<b>Homme', name: 'Renamed' });
    expect(asked.document.querySelector('main b')).toBeNull();
    const form = await browser.send(asked, 'Home', { typed_type: '<b>Homme' });
    expect(readForm(findForm(form, 'Save'))).toMatchObject({ type: '<b>Homme', name: 'Renamed' });
    const saved = await browser.send(form, 'Save', { type: 'Away' });
    expect(saved.text).toContain('Saved the kit Renamed.');
    expect(await query(catalogue.db, 'select 1 from kit_types')).toHaveLength(2);
  });

  it('is not asked about before everything else is right', async () => {
    const page = await browser.send(await browser.open('/admin/kits/1'), 'Save', {
      type: 'Hoem',
      club: 'none',
    });
    expect([page.status, errorOf(page, 'club')]).toEqual([400, expect.stringContaining('There is no club')]);
  });
});
