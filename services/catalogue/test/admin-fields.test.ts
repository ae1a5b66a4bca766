import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import type { ShownPage } from '@kitroom/testing/page-browser';
import { errorOf, findForm, readForm, squeeze } from '@kitroom/testing/read-page';
import { listChanges, loadTwoKits, openSignedIn, useSignedIn } from './admin-browser.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';

const { catalogue, browser } = useSignedIn(loadTwoKits);

async function newest(table: string): Promise<Record<string, unknown>> {
  const [row] = await query<Record<string, unknown>>(
    catalogue.db,
    `select * from ${table} order by id desc limit 1`,
  );
  return row ?? {};
}

describe('an admin record that kits refer to', () => {
  it.each([
    ['clubs', 1, '2 kits refer to this club.'],
    ['brands', 1, '2 kits refer to this brand.'],
    ['competitions', 1, '1 kit refers to this competition.'],
    ['seasons', 1, '2 kits refer to this season.'],
    ['kit-types', 1, '1 kit refers to this kit type.'],
  ])(
    'cannot be deleted: the page of %s shows a warning, and the POST returns 409',
    async (path, id, sentence) => {
      const page = await browser.open(`/admin/${path}/${id}/delete`);
      expect(squeeze(page.document.querySelector('[role=alert]')?.textContent)).toContain(sentence);
      const csrf =
        readForm(findForm(await browser.open('/admin/brands/new'), 'Create the brand'))['csrf'] ?? '';
      const body = new URLSearchParams({ csrf });
      const response = await browser.request(`/admin/${path}/${id}/delete`, { method: 'POST', body });
      expect(response.status).toBe(409);
      expect(await response.text()).toContain(sentence);
      expect((await browser.open(`/admin/${path}/${id}`)).status).toBe(200);
    },
  );

  it('updates the country of its kits when its own country changes', async () => {
    await browser.send(await browser.open('/admin/clubs/1'), 'Save', { country: 'ES' });
    const kits = await query<{ country: string }>(catalogue.db, 'select country from kits');
    expect(kits.map(({ country }) => country)).toEqual(['ES', 'ES']);
  });
});

describe('concurrent edits of an admin record', () => {
  it('are rejected with 409 and show the stored value, until the form is sent again', async () => {
    const second = await openSignedIn(catalogue, 'Otto');
    const [firstPage, secondPage] = [
      await browser.open('/admin/clubs/1'),
      await second.open('/admin/clubs/1'),
    ];
    await browser.send(firstPage, 'Save', { country: 'ES' });
    const refused = await second.send(secondPage, 'Save', { name: 'Otto FC' });
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Somebody else changed this club'),
    ]);
    expect(errorOf(refused, 'country')).toContain('stored now is “Spain”');
    expect(await newest('clubs')).toMatchObject({ name: 'Málaga CF', country: 'ES' });
    // The second operator's input is kept, and replaces the first one's when the form is sent again.
    expect((await second.send(refused, 'Save')).status).toBe(200);
    expect(await newest('clubs')).toMatchObject({ name: 'Otto FC', country: '' });
    expect((await listChanges(browser)).map(([, operator]) => operator)).toEqual(['Otto', 'Olga']);
  });

  it('return 404 when the record was deleted', async () => {
    const page = await browser.open('/admin/competitions/2');
    await catalogue.db.raw('delete from competitions where id = 2');
    expect((await browser.send(page, 'Save', { name: 'x' })).status).toBe(404);
  });

  it('return 400 while an import is running', async () => {
    const page = await browser.open('/admin/clubs/1');
    const lock = await catalogue.db.transaction();
    await lock.raw('select pg_advisory_xact_lock(5471640018)');
    const refused = await browser.send(page, 'Save', { name: 'x' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('An import is running')]);
    await lock.rollback();
    expect((await browser.send(refused, 'Save')).status).toBe(200);
  });
});

describe('an imported record in the admin interface', () => {
  it('is followed by the next free id when an operator creates a record', async () => {
    await catalogue.load([{ ...recordLine('brand', 'Imported'), id: 900 }]);
    const values = { name: 'Own', slug: 'own-kits' };
    expect(
      (await browser.send(await browser.open('/admin/brands/new'), 'Create the brand', values)).status,
    ).toBe(200);
    expect(await newest('brands')).toMatchObject({ id: 901, slug: 'own-kits' });
  });

  it('is still found by its former slug in imports, and can get its former slug back', async () => {
    await catalogue.load([...kitLines([{ club: 'Málaga CF', slug: 'home' }])]);
    const rename = async (path: string, slug: string) => {
      const saved = await browser.send(await browser.open(path), 'Save', { slug });
      expect(saved.status).toBe(200);
      return saved.text;
    };
    const club = await idOf(catalogue.db, 'clubs', 'malaga-cf-kits');
    const kit = await idOf(catalogue.db, 'kits', 'home');
    await rename(`/admin/clubs/${club}`, 'malaga');
    await rename(`/admin/kits/${kit}`, 'home-2024');
    await catalogue.load(kitLines([{ club: 'Málaga CF', slug: 'home', design: 'Sash' }]));
    const rows = () =>
      catalogue
        .db('kits')
        .join('clubs', 'clubs.id', 'kits.club_id')
        .where('kits.id', kit)
        .select(
          'kits.slug',
          'design',
          'kits.former_slugs',
          'clubs.slug as club',
          'clubs.former_slugs as club_slugs',
        );
    expect(await rows()).toEqual([
      {
        slug: 'home-2024',
        design: 'Sash',
        former_slugs: ['home'],
        club: 'malaga',
        club_slugs: ['malaga-cf-kits'],
      },
    ]);
    expect(await rename(`/admin/kits/${kit}`, 'home')).toContain('<code>home-2024</code>');
    await rename(`/admin/clubs/${club}`, 'malaga-cf-kits');
    expect(await rows()).toEqual([
      {
        slug: 'home',
        design: 'Sash',
        former_slugs: ['home-2024'],
        club: 'malaga-cf-kits',
        club_slugs: ['malaga'],
      },
    ]);
  });

  it('keeps its former slugs, which other records cannot use', async () => {
    await catalogue.load(kitLines([{ club: 'Málaga CF', slug: 'renamed', former_slugs: ['before'] }]));
    const page = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      name: 'x',
      slug: 'before',
      club: 'malaga-cf-kits',
      brand: 'adidas-kits',
      season: '2024-25',
      type: 'Home',
    });
    expect(errorOf(page, 'slug')).toContain('former slug of');
    const { id } = await newest('kits');
    const saved = await browser.send(await browser.open(`/admin/kits/${String(id)}`), 'Save', {
      name: 'Renamed',
    });
    expect(saved.status).toBe(200);
    expect(await newest('kits')).toMatchObject({
      name: 'Renamed',
      slug: 'renamed',
      former_slugs: ['before'],
    });
  });
});

describe('admin form fields', () => {
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
  ])('are validated for %s: %j', async (path, button, values, field, error) => {
    const page = await browser.send(await browser.open(`/admin/${path}/new`), button, values);
    expect(page.status).toBe(400);
    expect(errorOf(page, field)).toContain(error);
    // A form cannot show an unknown choice.
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
  ])('set the country and association of a club: %j', async (values, stored) => {
    const form = await browser.open('/admin/clubs/new');
    const saved = await browser.send(form, 'Create the club', { name: 'New', slug: 'new-club', ...values });
    expect(saved.status).toBe(200);
    expect(await newest('clubs')).toMatchObject(stored);
  });

  it('collapse white space in names and aliases, and keep unchanged stored values as they are', async () => {
    const created = await browser.send(await browser.open('/admin/clubs/new'), 'Create the club', {
      name: ' New \t FC ',
      slug: 'new-club',
      aliases: ' The \t News \r\nThe News\r\n\r\nNews\u{A0} ',
    });
    expect(created.status).toBe(200);
    expect(await newest('clubs')).toMatchObject({ name: 'New FC', aliases: ['The News', 'News'] });

    const aliases = ['Old\nAlias', 'Older  Alias'];
    await catalogue.load([recordLine('club', 'Old  FC', { id: 70, slug: 'old-kits', aliases })]);
    const page = await browser.open('/admin/clubs/70');
    await browser.send(page, 'Save', { logo: 'https://example.org/logo.png' });
    expect(await newest('clubs')).toMatchObject({
      logo: 'https://example.org/logo.png',
      name: 'Old  FC',
      aliases,
    });
    await browser.send(await browser.open('/admin/clubs/70'), 'Save', {
      aliases: 'Old\r\nAliasOlder  Alias',
    });
    expect(await newest('clubs')).toMatchObject({ aliases: ['Old', 'AliasOlder Alias'] });
  });

  it('suggest similar clubs and competitions for unknown names', async () => {
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
    // A rejected form stores nothing.
    expect(await query(catalogue.db, "select 1 from seasons where year = '2031'")).toEqual([]);
  });

  it('accept unchanged invalid values of an imported record, but no new invalid values', async () => {
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

  it('create a new season, and a new kit type after confirmation', async () => {
    const prompt = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      name: 'x',
      slug: 'x',
      club: 'malaga-cf-kits',
      brand: 'adidas-kits',
      season: '2031',
      type: 'Rain jacket',
    });
    expect(prompt.heading).toBe('Is “Rain jacket” a new kit type?');
    expect(prompt.document.querySelector('[name=new_type]')?.textContent).toContain('“Rain jacket”');
    expect(await newest('kit_types')).toMatchObject({ name: 'Away' });
    await browser.send(prompt, 'Away', { new_type: 'Rain jacket' });
    expect(await newest('seasons')).toMatchObject({ year: '2031' });
    expect(await newest('kit_types')).toMatchObject({
      name: 'Rain jacket',
      category: 'jacket',
      category_order: 6,
    });
    expect((await listChanges(browser)).map(([, , action, subject]) => [action, subject])).toEqual([
      ['create', expect.stringContaining('kit x')],
      ['create', expect.stringContaining('kit type Rain jacket')],
      ['create', expect.stringContaining('season 2031')],
    ]);
  });
});

describe('an unknown kit type in the admin form', () => {
  const buttonsOf = (page: ShownPage) =>
    [...page.document.querySelectorAll<HTMLButtonElement>('main button')].map(({ name, value }) => [
      name,
      value,
    ]);

  it('prompts for confirmation, and offers the most similar kit type as a button', async () => {
    const fields = { name: 'x', slug: 'x', club: 'malaga-cf-kits', brand: 'adidas-kits', season: '2024-25' };
    const prompt = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      ...fields,
      type: 'hoem',
      rating: '3.5',
    });
    expect(prompt.status).toBe(200);
    expect(buttonsOf(prompt)).toEqual([
      ['type', 'Home'],
      ['type', 'Away'],
      ['new_type', 'hoem'],
      ['typed_type', 'hoem'],
    ]);
    expect(await query(catalogue.db, "select 1 from kits where slug = 'x'")).toEqual([]);
    const saved = await browser.send(prompt, 'Home', { type: 'Home' });
    expect(saved.text).toContain('Created the kit x.');
    expect(await newest('kits')).toMatchObject({ slug: 'x', rating: '3.50', type_id: 1 });
    expect(await query(catalogue.db, 'select 1 from kit_types')).toHaveLength(2);
  });

  it('prompts for confirmation when a kit is edited, and the form keeps its values', async () => {
    const page = await browser.open('/admin/kits/1');
    const prompt = await browser.send(page, 'Save', { type: '<b>Homme', name: 'Renamed' });
    expect(prompt.document.querySelector('main b')).toBeNull();
    const form = await browser.send(prompt, 'Home', { typed_type: '<b>Homme' });
    expect(readForm(findForm(form, 'Save'))).toMatchObject({ type: '<b>Homme', name: 'Renamed' });
    const saved = await browser.send(form, 'Save', { type: 'Away' });
    expect(saved.text).toContain('Saved the kit Renamed.');
    expect(await query(catalogue.db, 'select 1 from kit_types')).toHaveLength(2);
  });

  it('does not prompt before all other fields are valid', async () => {
    const page = await browser.send(await browser.open('/admin/kits/1'), 'Save', {
      type: 'Hoem',
      club: 'none',
    });
    expect([page.status, errorOf(page, 'club')]).toEqual([400, expect.stringContaining('There is no club')]);
  });
});
