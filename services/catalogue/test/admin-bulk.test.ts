import { describe, expect, it } from '@jest/globals';
import type { ShownPage } from '@kitroom/testing/page-browser';
import { errorOf, findForm, readForm, rowsOf, squeeze } from '@kitroom/testing/read-page';
import { listChanges, useSignedIn } from './admin-browser.ts';
import { EMPTY_CATALOGUE, idOf, kitLines, recordLine } from './fixture-catalogue.ts';

const { catalogue, browser } = useSignedIn(async ({ db, load }) => {
  await db.raw(EMPTY_CATALOGUE);
  await load(
    kitLines([
      { club: 'Ajax', brand: 'Puma', season: '2023-24', rating: 3 },
      {
        club: 'Ajax',
        type: 'Away',
        rating: 4.5,
        design: 'Stripes',
        main_img_url: 'https://example.org/a.jpg',
      },
      { club: 'Betis', season: '2025', primary_color: 'Green' },
    ]),
  );
});

const names = (page: ShownPage) => rowsOf(page).map(([name]) => name);
const totalOf = ({ document }: ShownPage) => squeeze(document.querySelector('.pager > span')?.textContent);

describe('admin lists', () => {
  it.each([
    ['club=ajax-kits', '2 kits'],
    ['club=%C3%81JAX', '2 kits'],
    ['brand=puma-kits', '1 kit'],
    ['club=ajax-kits&brand=Puma', '1 kit'],
    ['design=Stripes', '1 kit'],
    ['primary_color=Green', '1 kit'],
    ['picture=own', '1 kit'],
    ['picture=drawn', '2 kits'],
    ['season=x', ''],
    ['club=nobody', ''],
    ['picture=x', '3 kits'],
  ])('filter kits by %s', async (query, total) => {
    const page = await browser.open(`/admin/kits?${query}`);
    expect(rowsOf(page)).toHaveLength(Number.parseInt(total, 10) || 0);
    expect(totalOf(page)).toBe(total);
  });

  it('are sorted by each column in both directions', async () => {
    const sorted = async (sort: string) =>
      rowsOf(await browser.open(`/admin/kits?sort=${sort}`)).map((row) => row.at(-1));
    expect(await sorted('name')).toEqual(['1', '2', '3']);
    expect(await sorted('-club')).toEqual(['3', '2', '1']);
    expect(await sorted('-season')).toEqual(['3', '2', '1']);
    expect(await sorted('rating')).toEqual(['1', '2', '3']);
    expect(await sorted('-rating')).toEqual(['2', '1', '3']);
    expect(await sorted('number')).toEqual(['1', '2', '3']);
    expect(await sorted('nothing;drop')).toEqual(['3', '2', '1']);
    const page = await browser.open('/admin/kits?q=ajax&sort=name');
    const header = page.document.querySelector('th[aria-sort]');
    expect([header?.getAttribute('aria-sort'), squeeze(header?.textContent)]).toEqual(['ascending', 'Name']);
    expect(header?.querySelector('a')?.getAttribute('href')).toBe('/admin/kits?q=ajax&sort=-name');
  });

  it('show the total count, and link to the previous, next and last pages', async () => {
    await catalogue.load(
      Array.from({ length: 230 }, (_, number) => recordLine('club', `Club ${1000 + number}`)),
    );
    const page = await browser.open('/admin/clubs?q=club&sort=-name&page=2');
    expect(totalOf(page)).toBe('Page 2 of 5 · 230 clubs');
    expect([...page.document.querySelectorAll('.pager > a')].map((link) => link.textContent)).toEqual([
      'Previous',
      'Next',
      'Last',
    ]);
    const hidden = page.document.querySelectorAll<HTMLInputElement>('.jump input[type=hidden]');
    expect([...hidden].map(({ name, value }) => [name, value])).toEqual([
      ['q', 'club'],
      ['sort', '-name'],
    ]);
    const last = page.document.querySelector('.pager > a:last-of-type')?.getAttribute('href') ?? '';
    expect(names(await browser.open(last))).toContain('Club 1000');
    expect(totalOf(await browser.open('/admin/clubs?page=9999'))).toBe('Page 9,999 of 5 · 232 clubs');
  });

  it("show each kit's own picture, or the drawn picture if it has none", async () => {
    const page = await browser.open('/admin/kits?sort=number');
    const sources = [...page.document.querySelectorAll('td img')].map((image) => image.getAttribute('src'));
    expect(sources).toEqual([
      expect.stringMatching(/^\/api\/kits\/1\/picture\.svg\?v=\w+$/),
      'https://example.org/a.jpg',
      expect.stringMatching(/^\/api\/kits\/3\/picture\.svg\?v=\w+$/),
    ]);
    expect((await browser.request(sources[0] ?? '')).status).toBe(200);
  });
});

describe('the admin overview', () => {
  it('charts requests, errors, queue jobs and changed records', async () => {
    const before = await browser.open('/admin/');
    const figureOf = ({ document }: ShownPage, label: string) => {
      const chart = [...document.querySelectorAll('.charts li')].find((item) =>
        item.textContent?.includes(label),
      );
      return Number(chart?.querySelector('strong')?.textContent?.replaceAll(',', ''));
    };
    await browser.request('/api/clubs/random');
    await catalogue.load([recordLine('club', 'Newest')]);
    const page = await browser.open('/admin/');
    expect(figureOf(page, 'requests')).toBeGreaterThanOrEqual(figureOf(before, 'requests') + 2);
    expect(figureOf(page, 'records changed')).toBe(figureOf(before, 'records changed') + 1);
    expect(figureOf(page, 'errors')).toBe(0);
    const counted = [...page.document.querySelectorAll('.figures li')].map((item) =>
      squeeze(item.textContent),
    );
    expect(counted.slice(0, 2)).toEqual(['3 clubs', '3 kits']);
    expect(counted).toContain('0 competitions');
    expect(page.document.querySelectorAll('.charts svg[role=img][aria-label] rect').length).toBe(
      60 + 60 + 30,
    );
    expect(squeeze(page.document.body.textContent)).toMatch(
      /Queue: \d+ failed \d+ running \d+ waiting \d+ planned/,
    );
  });

  it('lists the changes made by operators, and counts changes by imports separately', async () => {
    const page = await browser.open('/admin/');
    const words = squeeze(page.document.body.textContent);
    expect(words).toMatch(/[1-9]\d* records changed, also by imports/);
    expect(words).toContain('Latest changes made on these pages');
  });
});

describe('an admin bulk action', () => {
  it('lists the records it will delete, deletes them after confirmation, and logs each deletion', async () => {
    const list = await browser.open('/admin/kits');
    const confirmation = await browser.sendBulk(list, 'Delete chosen…', [1, 3, 3, 999, 'x']);
    expect(confirmation.heading).toBe('Delete 2 kits?');
    expect(
      [...confirmation.document.querySelectorAll('.affected li')].map((item) => squeeze(item.textContent)),
    ).toEqual(['Ajax 2023-24 Home', 'Betis 2025 Home']);
    expect(rowsOf(await browser.open('/admin/kits'))).toHaveLength(3);
    const after = await browser.sendBulk(confirmation, 'Delete 2 kits', [1, 3]);
    expect([after.path, names(after)]).toEqual(['/admin/kits', ['Ajax 2024-25 Away']]);
    expect(after.text).toContain('Deleted 2 kits.');
    expect((await listChanges(browser)).map(([, operator, did]) => [operator, did])).toEqual([
      ['Olga', 'delete'],
      ['Olga', 'delete'],
    ]);
    expect((await catalogue.request('/api/kits')).body).toHaveLength(1);
  });

  it('skips records that cannot be deleted, and gives the reason', async () => {
    await catalogue.load([recordLine('brand', 'Unused')]);
    const confirmation = await browser.sendBulk(
      await browser.open('/admin/brands'),
      'Delete chosen…',
      [1, 2, 3],
    );
    const after = await browser.sendBulk(confirmation, 'Delete 3 brands', [1, 2, 3]);
    expect(squeeze(after.document.querySelector('.flash.problem')?.textContent)).toMatch(
      /^Deleted 1 brand\. 2 not: .*: \d kits? refers? to this brand\./,
    );
    expect(rowsOf(after)).toHaveLength(2);
  });

  it('applies to all records that match the filter', async () => {
    const list = await browser.open('/admin/kits?club=ajax-kits');
    const confirmation = await browser.sendBulk(list, 'Delete chosen…', [], { all: 'on' });
    expect(confirmation.heading).toBe('Delete 2 kits?');
  });

  it('rejects more than 500 records, no records, an unknown action and a missing CSRF token', async () => {
    const list = await browser.open('/admin/kits');
    const manyIds = Array.from({ length: 501 }, (_, number) => number + 1);
    expect((await browser.sendBulk(list, 'Delete chosen…', manyIds)).text).toContain('at most 500 kits');
    expect((await browser.sendBulk(list, 'Delete chosen…', [])).text).toContain('Choose the kits first.');
    const unknown = await browser.sendBulk(list, 'Delete chosen…', [1], { action: 'explode' });
    expect([unknown.status, unknown.text]).toEqual([
      400,
      expect.stringContaining('There is no such action.'),
    ]);
    const forged = { action: 'delete', confirmed: 'on', csrf: 'x' };
    expect((await browser.sendBulk(list, 'Delete chosen…', [1], forged)).status).toBe(403);
    expect(rowsOf(await browser.open('/admin/kits'))).toHaveLength(3);
  });
});

describe('the admin form of a kit', () => {
  it('accepts the names of clubs, competitions and colours', async () => {
    await catalogue.load([recordLine('competition', 'Copa del Rey'), recordLine('club', 'Celta')]);
    const page = await browser.open('/admin/kits/1');
    const links = [...page.document.querySelectorAll('main > p.quiet a')].map((link) => link.textContent);
    expect(links).toEqual(['Ajax', '2023-24', 'Home', 'Puma']);
    expect(page.document.querySelector('img.large')?.getAttribute('src')).toContain(
      '/api/kits/1/picture.svg',
    );
    const saved = await browser.send(page, 'Save', {
      club: 'célta',
      competitions: 'Copa del Rey',
      secondary_colors: 'Blue, White',
    });
    expect(saved.text).toContain('Saved the kit');
    expect((await catalogue.request('/api/kits/1')).body).toMatchObject({
      team: { name: 'Celta' },
      competition: [{ name: 'Copa del Rey' }],
      secondary_color: [{ name: 'Blue' }, { name: 'White' }],
    });
  });

  it('shows names of related records, which can be saved unchanged', async () => {
    await catalogue.load([recordLine('competition', 'Copa del Rey')]);
    const page = await browser.send(await browser.open('/admin/kits/1'), 'Save', {
      competitions: 'copa-del-rey-kits\r\n#1',
      season: '24/25',
    });
    expect(readForm(findForm(page, 'Save'))).toMatchObject({
      club: 'Ajax',
      brand: 'Puma',
      season: '2024-25',
      type: 'Home',
      competitions: 'Copa del Rey',
    });
    expect((await browser.send(page, 'Save')).text).toContain('There was nothing to change.');
  });

  it.each([
    ['celta', 'Celta'],
    ['celta-kits', 'Celta'],
    ['#2', 'Betis'],
    ['2', 'Betis'],
    ['1900', '1900'],
  ])('accepts a club by name, slug or id: %s', async (club, name) => {
    await catalogue.load([recordLine('club', 'Celta'), recordLine('club', '1900')]);
    const page = await browser.send(await browser.open('/admin/kits/1'), 'Save', { club });
    expect(readForm(findForm(page, 'Save'))['club']).toBe(name);
    expect((await catalogue.request('/api/kits/1')).body.team.name).toBe(name);
  });

  it('returns 400 with the clubs that an ambiguous name may mean, and accepts an id instead', async () => {
    await catalogue.load([
      recordLine('club', 'Racing', { country: 'ES' }),
      recordLine('club', 'Racing', { slug: 'racing-b', country: 'AR' }),
    ]);
    const [firstId, secondId] = [
      await idOf(catalogue.db, 'clubs', 'racing-kits'),
      await idOf(catalogue.db, 'clubs', 'racing-b'),
    ];
    const refused = await browser.send(await browser.open('/admin/kits/1'), 'Save', { club: 'racing' });
    expect([refused.status, errorOf(refused, 'club')]).toEqual([
      400,
      `Club: several are named “racing”. Choose Racing (#${firstId}) or Racing (#${secondId}).`,
    ]);
    expect(readForm(findForm(refused, 'Save'))['club']).toBe('racing');
    const saved = await browser.send(refused, 'Save', { club: `Racing (#${secondId})` });
    expect(readForm(findForm(saved, 'Save'))['club']).toBe(`Racing (#${secondId})`);
    const { body } = await catalogue.request('/api/kits/1');
    expect(body.team.id).toBe(secondId);
    const suggested = await browser.request('/admin/suggest/club?q=raci');
    expect(await suggested.json()).toEqual([
      { value: `Racing (#${secondId})`, label: 'racing-b' },
      { value: `Racing (#${firstId})`, label: 'racing-kits' },
    ]);
  });

  it('returns 400 for unknown secondary colours and competitions', async () => {
    const refused = await browser.send(await browser.open('/admin/kits/1'), 'Save', {
      competitions: 'Nowhere Cup',
      secondary_colors: 'white, Mauve',
    });
    expect([refused.status, errorOf(refused, 'secondary_colors')]).toEqual([
      400,
      expect.stringContaining('must be one of White'),
    ]);
    const again = await browser.send(refused, 'Save', { secondary_colors: 'white' });
    expect(errorOf(again, 'competitions')).toBe('There is no competition “Nowhere Cup”.');
  });
});

describe('GET /admin/suggest/{kind}', () => {
  it.each([
    ['club', 'aja', [{ value: 'Ajax', label: 'ajax-kits' }]],
    ['club', 'btis', [{ value: 'Betis', label: 'betis-kits' }]],
    ['brand', 'PU', [{ value: 'Puma', label: 'puma-kits' }]],
    ['competition', 'x', []],
    ['season', '23', [{ value: '2023-24', label: '' }]],
    ['kit_type', 'aw', [{ value: 'Away', label: '' }]],
    ['country', 'portu', [{ value: 'Portugal', label: 'PT' }]],
    ['colour', 'sky', [{ value: 'Sky blue', label: '' }]],
    ['club', '', []],
  ])('suggests a %s for %j', async (kind, typed, expected) => {
    const response = await browser.request(`/admin/suggest/${kind}?q=${typed}`);
    expect([response.status, await response.json()]).toEqual([200, expected]);
  });

  it('returns 404 for unknown kinds, and redirects visitors who are not signed in', async () => {
    expect((await browser.request('/admin/suggest/kit?q=a')).status).toBe(404);
    browser.cookies.clear();
    expect((await browser.request('/admin/suggest/club?q=a')).status).toBe(303);
  });
});
