import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { findForm, readForm, rowsOf, squeeze } from '@kitroom/testing/read-page';
import { listChanges, useSignedIn } from './admin-browser.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';

const BUTTON = 'Merge the clubs';

let good: number;
let twin: number;

const { catalogue, browser } = useSignedIn(async ({ db, load }) => {
  await db.raw('truncate clubs, kits, audit_log');
  await load([
    ...kitLines([{ club: 'Málaga CF' }, { club: 'Malaga' }, { club: 'Malaga', type: 'Away' }]),
    recordLine('club', 'Málaga CF', { logo: 'https://example.org/logo.png', aliases: ['CD Málaga'] }),
    recordLine('club', 'Malaga', {
      country: 'ES',
      id_archive: 12,
      logo: 'https://example.org/other.png',
      aliases: ['Los Boquerones', 'Málaga CF', 'CD Málaga'],
    }),
  ]);
  [good, twin] = [await idOf(db, 'clubs', 'malaga-cf-kits'), await idOf(db, 'clubs', 'malaga-kits')];
});

async function clubs(): Promise<unknown[]> {
  return query(catalogue.db, 'select id, slug, aliases, country, id_archive, logo from clubs order by id');
}

async function clubsOfKits(): Promise<Array<[number, string]>> {
  const rows = await query<{ club_id: number; country: string }>(
    catalogue.db,
    'select club_id, country from kits order by id',
  );
  return rows.map((row) => [row.club_id, row.country]);
}

describe('merging two clubs in the admin interface', () => {
  it('suggests clubs with similar names, and shows a preview before any change', async () => {
    const choice = await browser.open(`/admin/clubs/${good}/merge`);
    expect(rowsOf(choice).map(([, slug]) => slug)).toEqual(['malaga-kits']);
    const link = choice.document.querySelector('tbody a')?.getAttribute('href') ?? '';
    const preview = await browser.open(link);
    expect(squeeze(preview.document.body.textContent)).toContain(
      '2 kits move to Málaga CF (malaga-cf-kits).',
    );
    expect(preview.text).toContain('takes these missing fields from the other one: country, id_archive.');
    expect(preview.text).toContain('by these names: Malaga, Los Boquerones.');
    expect(squeeze(preview.document.body.textContent)).toContain(
      'The slug malaga-kits means malaga-cf-kits from then on.',
    );
    expect(squeeze(preview.document.body.textContent)).toContain(
      'Málaga CF 2024-25 Home Malaga 2024-25 Home',
    );
    const reversed = await browser.open(`${link}&keep=${twin}`);
    expect(squeeze(reversed.document.body.textContent)).toContain('1 kit moves to Malaga (malaga-kits).');
    expect(await clubs()).toHaveLength(2);
  });

  it('finds the other club by name, and lists all clubs with that name', async () => {
    const preview = await browser.open(`/admin/clubs/${good}/merge?other=MALAGA`);
    expect(preview.heading).toBe('Merge two clubs');
    await catalogue.load([recordLine('club', 'Málaga', { slug: 'malaga-2' })]);
    const choice = await browser.open(`/admin/clubs/${good}/merge?other=MALAGA`);
    expect(rowsOf(choice).map(([, slug]) => slug)).toEqual(['malaga-kits', 'malaga-2']);
    expect(choice.text).toContain('2 clubs are named “MALAGA”. Choose one of them.');
  });

  it('moves the kits, fills missing fields, deletes the other club and redirects to the remaining one', async () => {
    const preview = await browser.open(`/admin/clubs/${good}/merge?other=malaga-kits`);
    const after = await browser.send(preview, BUTTON);
    expect([after.path, after.text]).toEqual([
      `/admin/clubs/${good}`,
      expect.stringContaining('2 kits moved'),
    ]);
    expect(after.text).toContain('malaga-kits');
    expect(await clubs()).toEqual([
      {
        id: good,
        slug: 'malaga-cf-kits',
        aliases: ['CD Málaga', 'Malaga', 'Los Boquerones'],
        country: 'ES',
        id_archive: 12,
        logo: 'https://example.org/logo.png',
      },
    ]);
    expect(await clubsOfKits()).toEqual([
      [good, 'ES'],
      [good, 'ES'],
      [good, 'ES'],
    ]);
    expect((await catalogue.request(`/api/clubs/${good}/kits`)).body).toHaveLength(3);
    expect((await catalogue.request(`/api/clubs/${twin}`)).status).toBe(301);
    const log = await listChanges(browser);
    expect(log.map(([, operator, did]) => [operator, did])).toEqual([
      ['Olga', 'merge'],
      ['Olga', 'merge'],
    ]);
    expect(log[1]?.[4]).toContain('kits_moved 2');
  });

  it('keeps the names of the deleted club as aliases, up to 20 aliases', async () => {
    const aliases = Array.from({ length: 19 }, (_, at) => `Alias ${at}`);
    await catalogue.load([recordLine('club', 'Málaga CF', { aliases })]);
    const preview = await browser.open(`/admin/clubs/${good}/merge?other=malaga-kits`);
    expect(preview.text).toContain('by these names: Malaga.');
    expect(squeeze(preview.document.body.textContent)).toContain(
      'at most 20 aliases: Los Boquerones, CD Málaga.',
    );
    await browser.send(preview, BUTTON);
    expect(await clubs()).toEqual([expect.objectContaining({ aliases: [...aliases, 'Malaga'] })]);
    const results = await catalogue.request('/api/clubs/search?keyword=malaag');
    expect(results.body).toEqual([expect.objectContaining({ id: good })]);
  });

  it('can keep the other club instead', async () => {
    const preview = await browser.open(`/admin/clubs/${good}/merge?other=${twin}&keep=${twin}`);
    expect((await browser.send(preview, BUTTON)).path).toBe(`/admin/clubs/${twin}`);
    expect(await clubs()).toEqual([
      expect.objectContaining({ id: twin, slug: 'malaga-kits', country: 'ES' }),
    ]);
  });

  it('makes imports resolve the slug of the deleted club to the remaining club', async () => {
    await browser.send(await browser.open(`/admin/clubs/${good}/merge?other=${twin}`), BUTTON);
    const old = [
      recordLine('club', 'Malaga', { country: 'FR' }),
      ...kitLines([{ club: 'Malaga', type: 'Third' }]),
    ];
    await catalogue.load([recordLine('club', 'Málaga CF', { country: 'PT' }), ...old]);
    expect(await clubs()).toEqual([expect.objectContaining({ slug: 'malaga-cf-kits', country: 'PT' })]);
    await catalogue.load(old);
    expect(await clubs()).toEqual([expect.objectContaining({ slug: 'malaga-cf-kits', country: 'FR' })]);
    expect((await clubsOfKits()).map(([id]) => id)).toEqual([good, good, good, good]);
    const taken = await browser.send(await browser.open('/admin/clubs/new'), 'Create the club', {
      name: 'Malaga',
      slug: 'malaga-kits',
    });
    expect([taken.status, taken.text]).toEqual([
      400,
      expect.stringContaining('former slug of Malaga (malaga-cf-kits)'),
    ]);
  });

  it('does not affect imports after the remaining club is deleted', async () => {
    await browser.send(await browser.open(`/admin/clubs/${good}/merge?other=${twin}`), BUTTON);
    await catalogue.db.raw('delete from kits');
    await browser.send(await browser.open(`/admin/clubs/${good}/delete`), 'Delete the club');
    await catalogue.load([recordLine('club', 'Malaga')]);
    expect(await clubs()).toEqual([expect.objectContaining({ slug: 'malaga-kits' })]);
  });

  it('keeps the former slugs of several consecutive merges', async () => {
    await catalogue.load([recordLine('club', 'Third')]);
    const third = await idOf(catalogue.db, 'clubs', 'third-kits');
    await browser.send(await browser.open(`/admin/clubs/${good}/merge?other=${twin}`), BUTTON);
    await browser.send(await browser.open(`/admin/clubs/${third}/merge?other=${good}`), BUTTON);
    expect(await query(catalogue.db, 'select id, former_slugs from clubs')).toEqual([
      { id: third, former_slugs: ['malaga-kits', 'malaga-cf-kits'] },
    ]);
    expect((await clubsOfKits()).map(([id]) => id)).toEqual([third, third, third]);
  });

  it('returns 409 if a club was changed in the meantime or both clubs are the same', async () => {
    const preview = await browser.open(`/admin/clubs/${good}/merge?other=${twin}`);
    await catalogue.db.raw("update clubs set name = 'Renamed' where id = ?", [twin]);
    const refused = await browser.send(preview, BUTTON);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('has changed in the meantime'),
    ]);
    expect(await clubs()).toHaveLength(2);
    expect((await browser.send(refused, BUTTON)).status).toBe(200);
    expect((await browser.open(`/admin/clubs/${good}/merge?other=${good}`)).text).toContain(
      'the club itself',
    );
    expect((await browser.open(`/admin/clubs/${good}/merge?other=none`)).text).toContain(
      'There is no club with the name, slug or id “none”',
    );
    const csrf = readForm(findForm(await browser.open('/admin/clubs/new'), 'Create the club'))['csrf'] ?? '';
    const body = new URLSearchParams({ csrf, other: String(good), version: '1', other_version: '1' });
    const self = await browser.request(`/admin/clubs/${good}/merge`, { method: 'POST', body });
    expect(self.status).toBe(409);
    expect(await clubs()).toHaveLength(1);
  });
});
