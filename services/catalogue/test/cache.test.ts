import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const ONE = 'one-fc-2024-25-home-kit';
const TWO = 'two-fc-2024-25-home-kit';

const catalogue = useCatalogue();
/**
 * A path of each endpoint that responds with 200; `$` where a number makes one that was not requested yet.
 */
let addresses: Record<string, string>;
let fresh = 0;

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'Cup'),
    ...kitLines([
      { club: 'One FC', competitions: ['cup-kits'] },
      { club: 'Two FC' },
      ...Array.from({ length: 30 }, (_, index) => ({ club: `Spare ${index}` })),
    ]),
  ]);
  const [kit, club, season, brand, competition] = await Promise.all([
    idOf(catalogue.db, 'kits', ONE),
    idOf(catalogue.db, 'clubs', 'one-fc-kits'),
    idOf(catalogue.db, 'seasons', '2024-25'),
    idOf(catalogue.db, 'brands', 'adidas-kits'),
    idOf(catalogue.db, 'competitions', 'cup-kits'),
  ]);
  addresses = {
    listClubs: '/api/clubs?page=$',
    listBrands: '/api/brands?page=$',
    listCompetitions: '/api/competitions?page=$',
    searchClubs: '/api/clubs/search?keyword=one$',
    listClubKits: `/api/clubs/${club}/kits?page=$`,
    listKits: '/api/kits?page=$',
    searchKits: '/api/kits/search?keyword=one$',
    countKitFacets: '/api/kits/facets?year=$',
    listKitsInBulk: `/api/kits/bulk?slugs=${ONE},unknown-$`,
    getKit: `/api/kits/${kit}`,
    listClubSeasons: `/api/seasons?id=${club}`,
    searchSeasons: '/api/seasons/search?keyword=19$',
    searchBrands: '/api/brands/search?keyword=adidas$',
    searchCompetitions: '/api/competitions/search?keyword=cup$',
    getClub: `/api/clubs/${club}`,
    getBrand: `/api/brands/${brand}`,
    getCompetition: `/api/competitions/${competition}`,
    getSeason: `/api/seasons/${season}`,
    getKitPicture: `/api/kits/${kit}/picture.svg`,
    listClubTimeline: `/api/clubs/${club}/timeline?page=$`,
    getClubCrest: `/api/clubs/${club}/crest.svg`,
    listRandomClubs: '/api/random-clubs/',
    listRandomKits: '/api/random-kits/',
    suggestRecords: '/api/suggest?q=one$',
    listCountries: '/api/countries',
    listKitTypes: '/api/kit-types',
    listColours: '/api/colors',
    listDesigns: '/api/designs',
    listBulkData: '/api/bulk-data',
    listChanges: '/api/changes?after=0',
    getHealth: '/api/health',
    getDocs: '/api/docs',
    getOpenApi: '/api/openapi.json',
  };
});

const CACHED = [
  'listClubs',
  'listBrands',
  'listCompetitions',
  'suggestRecords',
  'listCountries',
  'listKitTypes',
  'listColours',
  'listDesigns',
  'searchClubs',
  'listClubKits',
  'listClubTimeline',
  'listKits',
  'searchKits',
  'countKitFacets',
  'listKitsInBulk',
  'getKit',
  'getClub',
  'listClubSeasons',
  'searchSeasons',
  'searchBrands',
  'searchCompetitions',
];
const UNTAGGED = ['getHealth', 'getDocs', 'getOpenApi'];
/** Paths that show this catalogue's records; bulk data files and collections have separate tests. */
const GETS = CATALOGUE_CONTRACTS.filter(
  ({ id, method, tag }) => method === 'GET' && tag !== 'User collections' && id !== 'getBulkFile',
).map(({ id }) => id);

/** A path of an endpoint that was not requested yet, as far as it takes parameters. */
function freshPath(id: string): string {
  fresh += 1;
  return (addresses[id] ?? '').replace('$', String(fresh));
}

describe('X-Cache', () => {
  it.each(CACHED)('is MISS, then HIT with the same body: %s', async (id) => {
    const path = freshPath(id);
    const responses = [
      await catalogue.request(path),
      await catalogue.request(path),
      await catalogue.request(path),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.map(({ headers }) => headers.get('X-Cache'))).toEqual(['MISS', 'HIT', 'HIT']);
    expect(responses[1]?.body).toEqual(responses[0]?.body);
    expect(responses[1]?.headers.get('ETag')).toBe(responses[0]?.headers.get('ETag'));
  });

  it.each(GETS.filter((id) => !CACHED.includes(id)))(
    'is absent on an endpoint without a cache lifetime: %s',
    async (id) => {
      const path = freshPath(id);
      for (let sent = 0; sent < 2; sent += 1) {
        const { status, headers } = await catalogue.request(path);
        expect([path, status, headers.get('X-Cache')]).toEqual([path, 200, null]);
      }
    },
  );

  it('is HIT for another spelling of the same request', async () => {
    const { id } = { id: await idOf(catalogue.db, 'clubs', 'two-fc-kits') };
    expect((await catalogue.request(`/api/kits?club=${id}&page_size=7`)).headers.get('X-Cache')).toBe('MISS');
    for (const query of [
      `page_size=7&club=${id}`,
      `club=${id}&page_size=7&page=1&design=`,
      `club=${id}&page_size=7&x=1`,
    ]) {
      expect([query, (await catalogue.request(`/api/kits/?${query}`)).headers.get('X-Cache')]).toEqual([
        query,
        'HIT',
      ]);
    }
  });

  it('is MISS for a different page', async () => {
    for (const page of [501, 502, 503]) {
      expect((await catalogue.request(`/api/kits?page=${page}`)).headers.get('X-Cache')).toBe('MISS');
    }
  });
});

describe('ETag', () => {
  it.each(GETS.filter((id) => !UNTAGGED.includes(id)))(
    'leads to 304 for an unchanged response: %s',
    async (id) => {
      const path = freshPath(id);
      const first = await catalogue.request(path);
      const etag = first.headers.get('ETag') ?? '';
      expect(first.status).toBe(200);
      expect(etag).toMatch(/^"[^"]+"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, headers, body } = await catalogue.request(path, {
          headers: { 'If-None-Match': known },
        });
        expect([known, status, body, headers.get('ETag')]).toEqual([known, 304, '', etag]);
      }
      const unmatched = await catalogue.request(path, { headers: { 'If-None-Match': '"other"' } });
      expect([unmatched.status, unmatched.body]).toEqual([200, first.body]);
    },
  );

  it.each(UNTAGGED)('is absent on %s', async (id) => {
    const { status, headers } = await catalogue.request(freshPath(id));
    expect([status, headers.get('ETag')]).toEqual([200, null]);
  });

  it('leads to 304 also for browsers, which send no Cache-Control header', async () => {
    const etag = (await catalogue.request('/api/kits')).headers.get('ETag') ?? '';
    expect(await requestPlainly('/api/kits', { 'If-None-Match': etag })).toBe(304);
    expect(await requestPlainly('/api/kits', {})).toBe(200);
  });

  it('differs between different responses', async () => {
    const etags = await Promise.all(
      [1, 2, 3, 4].map(async (page) =>
        (await catalogue.request(`/api/kits?page_size=3&page=${page}`)).headers.get('ETag'),
      ),
    );
    expect(new Set(etags).size).toBe(4);
  });

  it('is the same for HEAD and GET', async () => {
    const path = freshPath('listKits');
    const head = await catalogue.request(path, { method: 'HEAD' });
    const get = await catalogue.request(path);
    expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'));
    expect(get.headers.get('X-Cache')).toBe('HIT');
  });
});

describe('an error response', () => {
  it.each([
    [400, '/api/kits?page=0'],
    [400, '/api/seasons/search?keyword=abc'],
    [400, '/api/kits/bulk?slugs=one'],
    [404, '/api/kits/2147483647'],
    [404, '/api/seasons?id=2147483647'],
    [404, '/api/clubs/2147483647/kits'],
    [404, '/api/brands/2147483647'],
  ])('lacks ETag and X-Cache: %s %s', async (status, path) => {
    for (let sent = 0; sent < 2; sent += 1) {
      const response = await catalogue.request(path, { headers: { 'If-None-Match': '*' } });
      expect([response.status, response.headers.get('ETag'), response.headers.get('X-Cache')]).toEqual([
        status,
        null,
        null,
      ]);
    }
  });
});

describe('GET /api/kits/bulk', () => {
  it('shares one cache entry between all orders of the slugs, and keeps the requested order', async () => {
    const first = await catalogue.request(`/api/kits/bulk?slugs=${ONE},${TWO}`);
    const turned = await catalogue.request(`/api/kits/bulk?slugs=${TWO},${ONE}`);
    expect([first, turned].map(({ headers }) => headers.get('X-Cache'))).toEqual(['MISS', 'HIT']);
    expect(teamsOf(first.body)).toEqual(['One FC', 'Two FC']);
    expect(teamsOf(turned.body)).toEqual(['Two FC', 'One FC']);
    expect(turned.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
  });

  it('shares one cache entry with repeated slugs and slugs in URLs', async () => {
    const slugs = `${TWO}, https://example.org/kits/${ONE}/,${TWO}`;
    const { headers, body } = await catalogue.request(`/api/kits/bulk?kits=${encodeURIComponent(slugs)}`);
    expect(headers.get('X-Cache')).toBe('HIT');
    expect(teamsOf(body)).toEqual(['Two FC', 'One FC', 'Two FC']);
  });
});

describe('cached responses for different public URLs', () => {
  it('are stored separately, so that their links match the URL', async () => {
    await using behind = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { TRUST_PROXY: '1' },
    });
    const requestAs = (host: string, protocol: string) =>
      behind.request('/api/kits?page_size=1', {
        headers: { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': protocol },
      });
    const picture = /\/api\/kits\/\d+\/picture\.svg\?v=\w+$/;
    for (const [host, protocol] of [
      ['a.example.org', 'https'],
      ['b.example.org', 'https'],
      ['a.example.org', 'http'],
    ] as const) {
      const { headers, body } = await requestAs(host, protocol);
      expect(headers.get('X-Cache')).toBe('MISS');
      expect(body[0].main_img_url).toMatch(picture);
      expect(new URL(body[0].main_img_url).origin).toBe(`${protocol}://${host}`);
      expect((await requestAs(host, protocol)).headers.get('X-Cache')).toBe('HIT');
    }
  });
});

function teamsOf(body: Array<{ team: { name: string } }>): string[] {
  return body.map(({ team }) => team.name);
}

/** Sends only these headers; fetch would add others. */
function requestPlainly(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${catalogue.url}${path}`, { headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    })
      .once('error', reject)
      .end();
  });
}
