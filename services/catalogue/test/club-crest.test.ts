import { beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { drawCrest, hashCrestLook, type CrestLook } from '@kitroom/shared';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

const LOOK: CrestLook = { name: 'Drawn FC', design: 'Hoops', primary: 'Claret', secondary: 'Sky blue' };

beforeAll(async () => {
  await catalogue.load([
    recordLine('club', 'Bare & Unknown'),
    ...kitLines([
      { club: 'Drawn FC', season: '2020-21', primary_color: 'Pink' },
      {
        club: 'Drawn FC',
        season: '2023-24',
        design: 'Hoops',
        primary_color: 'Claret',
        secondary_colors: ['Claret', 'Sky blue', 'White'],
      },
      { club: 'Drawn FC', season: '2024-25', primary_color: null },
      { club: 'Drawn FC', season: '2025-26', type: 'Away', primary_color: 'White' },
      { club: 'Drawn FC', season: '2025-26', type: 'GK Home', primary_color: 'Green' },
      { club: 'Away FC', season: '2020-21', type: 'Away', primary_color: 'Red' },
      { club: 'Away FC', season: '2021-22', type: 'Third', primary_color: 'Gold' },
    ]),
  ]);
});

const pathOf = async (club: string, end = '') =>
  `/api/clubs/${await idOf(catalogue.db, 'clubs', `${club}-kits`)}/crest.svg${end}`;

describe('GET /api/clubs/{club_id}/crest.svg', () => {
  it('draws the initials in the colours of the newest home kit', async () => {
    const { status, headers, body } = await catalogue.request(await pathOf('drawn-fc'));
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(body).toBe(drawCrest(LOOK));
  });

  it('falls back to the newest kit, then to the name only', async () => {
    expect((await catalogue.request(await pathOf('away-fc'))).body).toBe(
      drawCrest({ name: 'Away FC', design: null, primary: 'Gold', secondary: null }),
    );
    expect((await catalogue.request(await pathOf('bare-unknown'))).body).toBe(
      drawCrest({ name: 'Bare & Unknown', design: null, primary: null, secondary: null }),
    );
  });

  it('is immutable with the current hash, and revalidated otherwise', async () => {
    const cacheControl = async (end: string) =>
      (await catalogue.request(await pathOf('drawn-fc', end))).headers.get('Cache-Control');
    expect(await cacheControl(`?v=${hashCrestLook(LOOK)}`)).toBe('public, max-age=31536000, immutable');
    for (const end of ['', '?v=', '?v=old'])
      expect([end, await cacheControl(end)]).toEqual([end, 'no-cache']);
    const { headers } = await catalogue.request(await pathOf('drawn-fc'));
    const revalidated = await catalogue.request(await pathOf('drawn-fc'), {
      headers: { 'If-None-Match': headers.get('ETag') ?? '' },
    });
    expect(revalidated.status).toBe(304);
  });

  it('returns 404 for an unknown club, and redirects for a merged club', async () => {
    const { status, body } = await catalogue.request('/api/clubs/2147483647/crest.svg');
    expect([status, body]).toEqual([404, { detail: 'Club with ID 2147483647 not found' }]);
    const id = await idOf(catalogue.db, 'clubs', 'drawn-fc-kits');
    await query(
      catalogue.db,
      "insert into changes (type, op, ids, into_id) values ('club', 'delete', array[4711], ?)",
      [id],
    );
    await catalogue.followChanges();
    const moved = await catalogue.request('/api/clubs/4711/crest.svg');
    expect([moved.status, moved.headers.get('Location')]).toEqual([
      301,
      `${catalogue.url}/api/clubs/${id}/crest.svg`,
    ]);
  });

  it('requires no API key and is not rate limited', async () => {
    await using strict = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { API_ENABLE_AUTH: 'true', RATE_LIMIT_REQUESTS: '1' },
    });
    const path = await pathOf('drawn-fc');
    const responses = [await strict.request(path), await strict.request(path), await strict.request(path)];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses[0]?.headers.get('X-RateLimit-Limit')).toBeNull();
  });
});
