import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { errorOf, findForm, readForm, squeeze } from '@kitroom/testing/read-page';
import { listChanges, openSignedIn, startWithAdmin, type AdminBrowser } from './admin-browser.ts';
import { EMPTY_CATALOGUE } from './empty-catalogue.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
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

describe('a record that kits refer to', () => {
  it.each([
    ['clubs', 1, '2 kits refer to this club.'],
    ['brands', 1, '2 kits refer to this brand.'],
    ['competitions', 1, '1 kit refers to this competition.'],
    ['seasons', 1, '2 kits refer to this season.'],
    ['kit-types', 1, '1 kit refers to this kit type.'],
  ])('is not deleted: %s', async (path, id, sentence) => {
    const page = await browser.open(`/admin/${path}/${id}/delete`);
    expect(squeeze(page.document.querySelector('[role=alert]')?.textContent)).toContain(sentence);
    const csrf =
      readForm(findForm(await browser.open('/admin/brands/new'), 'Create the brand'))['csrf'] ?? '';
    const body = new URLSearchParams({ csrf });
    const response = await browser.request(`/admin/${path}/${id}/delete`, { method: 'POST', body });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain(sentence);
    expect((await browser.open(`/admin/${path}/${id}`)).status).toBe(200);
  });

  it('takes its kits along when its country changes', async () => {
    await browser.send(await browser.open('/admin/clubs/1'), 'Save', { country: 'ES' });
    const kits = await query<{ country: string }>(catalogue.db, 'select country from kits');
    expect(kits.map(({ country }) => country)).toEqual(['ES', 'ES']);
  });
});

describe('two operators at one record', () => {
  it('do not overwrite each other unknowingly', async () => {
    const second = await openSignedIn(catalogue, 'Otto');
    const [one, other] = [await browser.open('/admin/clubs/1'), await second.open('/admin/clubs/1')];
    await browser.send(one, 'Save', { country: 'ES' });
    const told = await second.send(other, 'Save', { name: 'Otto FC' });
    expect([told.status, told.text]).toEqual([
      409,
      expect.stringContaining('Somebody else changed this club'),
    ]);
    expect(errorOf(told, 'country')).toContain('stored now is “Spain”');
    expect(await newest('clubs')).toMatchObject({ name: 'Málaga CF', country: 'ES' });
    // What the second one typed is still there, and replaces the first one's when sent again.
    expect((await second.send(told, 'Save')).status).toBe(200);
    expect(await newest('clubs')).toMatchObject({ name: 'Otto FC', country: '' });
    expect((await listChanges(browser)).map(([, who]) => who)).toEqual(['Otto', 'Olga']);
  });

  it('are told also when the record was deleted', async () => {
    const page = await browser.open('/admin/competitions/2');
    await catalogue.db.raw('delete from competitions where id = 2');
    expect((await browser.send(page, 'Save', { name: 'x' })).status).toBe(404);
  });

  it('are told while an import runs', async () => {
    const page = await browser.open('/admin/clubs/1');
    const lock = await catalogue.db.transaction();
    await lock.raw('select pg_advisory_xact_lock(5471640018)');
    const refused = await browser.send(page, 'Save', { name: 'x' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('An import is running')]);
    await lock.rollback();
    expect((await browser.send(refused, 'Save')).status).toBe(200);
  });
});

describe('a record that an import has brought', () => {
  it('is followed by the next number', async () => {
    await catalogue.load([{ ...recordLine('brand', 'Imported'), id: 900 }]);
    const values = { name: 'Own', slug: 'own-kits' };
    expect(
      (await browser.send(await browser.open('/admin/brands/new'), 'Create the brand', values)).status,
    ).toBe(200);
    expect(await newest('brands')).toMatchObject({ id: 901, slug: 'own-kits' });
  });

  it('is known by the slug that it had, and may get it again', async () => {
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

  it('keeps its former slugs, which no other gets', async () => {
    await catalogue.load(kitLines([{ club: 'Málaga CF', slug: 'renamed', former_slugs: ['before'] }]));
    const page = await browser.send(await browser.open('/admin/kits/new'), 'Create the kit', {
      name: 'x',
      slug: 'before',
      club: 'malaga-cf-kits',
      brand: 'adidas-kits',
      season: '2024-25',
      type: 'Home',
    });
    expect(errorOf(page, 'slug')).toContain('stands for');
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
