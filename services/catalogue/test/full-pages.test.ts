import { beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { followPages, hasPages, LISTED, PAGE_SIZES, type ListAddress } from '@kitroom/testing/full-pages';
import { rowsOf } from '@kitroom/testing/read-page';
import { openSignedIn, useAdmin, type AdminBrowser } from './admin-browser.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import type { TestCatalogue } from './test-catalogue.ts';

const catalogue = useAdmin();
/** A catalogue with one club, without kits. */
const empty = useAdmin();

/** The paths of a list with `LISTED` entries, and of one with none in the empty catalogue. */
const LISTS: Readonly<Record<string, { full: string; none: string }>> = {
  listClubs: { full: '/api/clubs', none: '/api/clubs?country=FR' },
  listClubKits: { full: '/api/clubs/1/kits', none: '/api/clubs/1/kits' },
  listClubTimeline: { full: '/api/clubs/1/timeline', none: '/api/clubs/1/timeline?colors=true' },
  listRandomClubs: { full: '/api/random-clubs/', none: '/api/random-clubs/' },
  listKits: { full: '/api/kits', none: '/api/kits' },
  listRandomKits: { full: '/api/random-kits/', none: '/api/random-kits/' },
  listBrands: { full: '/api/brands', none: '/api/brands' },
  listCompetitions: { full: '/api/competitions?country=ES', none: '/api/competitions' },
  getUserCollection: { full: '/api/user-collection/1', none: '/api/user-collection/1' },
  listCustomEntries: {
    full: '/api/user-collection/1/custom-entries',
    none: '/api/user-collection/1/custom-entries',
  },
  listChanges: { full: '/api/changes?after=$', none: '/api/changes?after=$' },
};

const numbers = Array.from({ length: LISTED }, (_, index) => index + 1);

beforeAll(async () => {
  await catalogue.load([
    ...numbers.map((id) => recordLine('club', `Club ${id}`, { id, logo: `/static/logos/${id}.png` })),
    ...numbers.map((id) => recordLine('competition', `Cup ${id}`, { country: 'ES' })),
    recordLine('competition', 'Other', { country: 'PT' }),
    ...kitLines(
      numbers.map((id) => ({ club: 'Club 1', brand: `Brand ${id}`, season: `20${id + 10}`, type: 'Home' })),
    ).filter((line) => !('kind' in line && line.kind === 'club')),
  ]);
  await empty.load([recordLine('club', 'Club 1', { id: 1, country: 'ES' })]);
  await storeCollection(catalogue, LISTED);
  await storeCollection(empty, 0);
});

async function storeCollection({ db }: TestCatalogue, count: number): Promise<void> {
  const expiry = db.raw("now() + interval '7 days'");
  await db('user_collections').insert({ userid: 1, pages_scraped: 1, expires_at: expiry });
  for (const place of numbers.slice(0, count)) {
    const custom = { kit_name: `Kit ${place}`, team_name: 'Rovers', season_year: '2023-24' };
    const picture = { kit_slug: `kit-${place}`, main_img_url: 'https://archive.example/k.jpg' };
    await db('user_collection_custom_entries').insert({ userid: 1, place, entry: custom });
    const entry = { ...custom, ...picture, kit_id: place };
    await db('user_collection_entries').insert({ userid: 1, place, entry });
  }
}

/** The list of a path, in which `$` is the position before the last entries. */
async function toList(list: TestCatalogue, path: string, count: number): Promise<ListAddress> {
  const { body } = await list.request('/api/changes');
  return { path: path.replace('$', String(body.next - count)), request: list.request };
}

describe('catalogue lists', () => {
  it('are covered by these tests if they are paginated', () => {
    const paged = CATALOGUE_CONTRACTS.filter(hasPages).map(({ id }) => id);
    expect(paged.toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  describe.each(Object.entries(LISTS))('%s', (_id, { full, none }) => {
    it.each(PAGE_SIZES)('contain each entry once across linked pages of %s', async (size) => {
      const list = await toList(catalogue, full, LISTED);
      const { shown, expected } = await followPages(list, { size, count: LISTED });
      expect(shown).toEqual(expected);
    });

    it('have one empty page if there are no entries', async () => {
      const list = await toList(empty, none, 0);
      const { shown, expected } = await followPages(list, { size: LISTED, count: 0 });
      expect(shown).toEqual(expected);
    });
  });
});

/** Lists in the admin interface have 50 rows on a page. */
describe('lists in the admin interface', () => {
  let browser: AdminBrowser;

  beforeAll(async () => {
    browser = await openSignedIn(catalogue);
  });

  it.each([
    [0, [0]],
    [50, [50]],
    [51, [50, 1]],
    [100, [50, 50]],
  ])('contain each of %s rows once across linked pages', async (count, pages) => {
    const action = `paged ${count}`;
    const listed = Array.from({ length: count }, (_, index) => `Entry ${index}.`);
    if (count > 0)
      await catalogue.db('audit_log').insert(listed.map((label) => ({ action, label, subject: 'cache' })));
    const shown: string[][] = [];
    let address: string | null | undefined = `/admin/audit-log?${new URLSearchParams({ action })}`;
    while (address && shown.length <= pages.length) {
      const page = await browser.open(address);
      shown.push(rowsOf(page).map(([, , , subject = '']) => subject.replace(/^cache /, '')));
      address = page.document.querySelector('.pager a[rel=next]')?.getAttribute('href');
    }
    expect(shown.map((rows) => rows.length)).toEqual(pages);
    expect(shown.flat().toSorted()).toEqual(listed.toSorted());
  });
});
