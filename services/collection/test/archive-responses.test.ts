import { afterEach, describe, expect, it } from '@jest/globals';
import {
  BRAND,
  COMPETITION,
  KIT,
  MALAGA,
  responding,
  respondingWithError,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { useCollection } from './test-collection.ts';

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({
  CATALOGUE_URL: catalogue.url,
  CATALOGUE_API_KEY: 'its-key',
  THROTTLE_ARCHIVE: '100000/3600',
}));

afterEach(() => {
  catalogue.seen.length = 0;
});

const SEASON = { id: 5, year: '2024-25' };
const KIT_LISTED = { id: 11, name: 'Málaga CF 2024-25 Home', main_img_url: 'https://kits.example/11.jpg' };
const KIT_FOUND = { ...KIT_LISTED, team_name: 'Málaga CF', season_year: '2024-25' };
const SEASON_FOUND = { ...SEASON, first_year: '2024', second_year: '2025' };

const LISTS: Array<[path: string, requested: string, items: object[]]> = [
  ['/archive/clubs/search/?keyword=malaga', '/api/clubs/search?keyword=malaga', [MALAGA]],
  ['/archive/clubs/7/seasons/', '/api/seasons?id=7', [SEASON]],
  [
    '/archive/clubs/7/seasons/5/kits/',
    '/api/clubs/7/kits?season=5&page=1&page_size=100',
    [KIT_LISTED, { ...KIT_LISTED, id: 12 }],
  ],
  ['/archive/kits/search/?keyword=malaga+2024', '/api/kits/search?keyword=malaga+2024', [KIT_FOUND]],
  ['/archive/brands/search/?keyword=adidas', '/api/brands/search?keyword=adidas', [BRAND]],
  ['/archive/competitions/search/?keyword=liga', '/api/competitions/search?keyword=liga', [COMPETITION]],
  ['/archive/seasons/search/?keyword=2024-', '/api/seasons/search?keyword=2024-', [SEASON_FOUND]],
];
const SEARCHES = ['clubs', 'kits', 'brands', 'competitions', 'seasons'];

describe('the list endpoints of /archive/', () => {
  it.each(LISTS)('return the objects of the catalogue unchanged: %s', async (path, requested, items) => {
    catalogue.setBehaviour(responding(items));
    const { status, headers, body } = await collection.request(path);
    expect([status, headers.get('X-Cache')]).toEqual([200, null]);
    expect(body).toEqual({ results: items });
    expect(catalogue.seen.map((request) => request.path)).toEqual([requested]);
  });

  it.each(LISTS)('respond the same without the trailing slash: %s', async (path, requested, items) => {
    catalogue.setBehaviour(responding(items));
    const { status, body } = await collection.request(path.replace(/\/(?=\?|$)/, ''));
    expect([status, body]).toEqual([200, { results: items }]);
    expect(catalogue.seen[0]?.path).toBe(requested);
  });

  it.each(LISTS)('return empty results if the catalogue returns an empty list: %s', async (path) => {
    catalogue.setBehaviour(responding([]));
    expect((await collection.request(path)).body).toEqual({ results: [] });
  });

  it('pass on fields that the service does not know', async () => {
    catalogue.setBehaviour(responding([{ ...MALAGA, founded: 1904 }]));
    const response = await fetch(`${collection.url}/archive/clubs/search/?keyword=malaga`);
    expect(await response.json()).toEqual({ results: [{ ...MALAGA, founded: 1904 }] });
  });
});

describe('GET /archive/clubs/{club_id}/seasons/{season_id}/kits/', () => {
  it('returns the kits of all pages of the catalogue', async () => {
    const kits = Array.from({ length: 250 }, (_, index) => ({ ...KIT_LISTED, id: index + 1 }));
    catalogue.setBehaviour((response, url) => {
      const start = (Number(url.searchParams.get('page')) - 1) * 100;
      responding(kits.slice(start, start + 100))(response, url);
    });
    const { body } = await collection.request('/archive/clubs/7/seasons/5/kits/');
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(kits.map(({ id }) => id));
    expect(catalogue.seen).toHaveLength(3);
  });

  it('stops at 1000 kits if the pages of the catalogue never end', async () => {
    catalogue.setBehaviour(responding(Array.from({ length: 100 }, () => KIT_LISTED)));
    const { status, body } = await collection.request('/archive/clubs/7/seasons/5/kits/');
    expect([status, body.results.length, catalogue.seen.length]).toEqual([200, 1000, 10]);
  });
});

describe('GET /archive/kits/{kit_id}/', () => {
  it('returns the kit of the catalogue unchanged', async () => {
    catalogue.setBehaviour(responding(KIT));
    const { status, body } = await collection.request('/archive/kits/11/');
    expect([status, body]).toEqual([200, KIT]);
    expect(catalogue.seen[0]?.path).toBe('/api/kits/11');
  });
});

describe('conditional requests to /archive/', () => {
  it.each<[path: string, object]>([
    ['/archive/kits/11/', KIT],
    ...LISTS.map(([path, , items]): [string, object] => [path, items]),
  ])('receive 304 if they have the current ETag: %s', async (path, value) => {
    catalogue.setBehaviour(responding(value));
    const etag = (await collection.request(path)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const revalidated = await collection.request(path, { headers: { 'If-None-Match': etag } });
    expect(revalidated.status).toBe(304);
  });
});

describe('the search endpoints of /archive/', () => {
  it.each(SEARCHES)('return 400 without a keyword: %s', async (resource) => {
    const { status, body } = await collection.request(`/archive/${resource}/search/`);
    expect([status, body]).toEqual([400, { keyword: ['This field is required.'] }]);
    expect(catalogue.seen).toEqual([]);
  });

  it.each(SEARCHES)(
    'return no results for a keyword of fewer than two characters, without calling the catalogue: %s',
    async (resource) => {
      catalogue.setBehaviour(respondingWithError(500, 'The catalogue was called.'));
      for (const keyword of ['', '%20%20', 'a', '%20a%09', '9', '%F0%9F%98%80']) {
        const { status, body } = await collection.request(`/archive/${resource}/search/?keyword=${keyword}`);
        expect([keyword, status, body]).toEqual([keyword, 200, { results: [] }]);
      }
      expect(catalogue.seen).toEqual([]);
    },
  );

  it('trim the keyword, and send a keyword of two characters to the catalogue', async () => {
    catalogue.setBehaviour(responding([]));
    await collection.request('/archive/clubs/search/?keyword=%20%C3%A9%26%20');
    expect(new URL(catalogue.seen[0]?.path ?? '', catalogue.url).searchParams.get('keyword')).toBe('é&');
  });

  it.each([
    ['a'.repeat(201), 'Ensure this field has no more than 200 characters.'],
    ['a%00b', 'Null characters are not allowed.'],
    ['ab&keyword=cd', 'Not a valid string.'],
  ])('return 400 for an invalid keyword, without calling the catalogue: %s', async (keyword, sentence) => {
    const { status, body } = await collection.request(`/archive/clubs/search/?keyword=${keyword}`);
    expect([status, body]).toEqual([400, { keyword: [sentence] }]);
    expect(catalogue.seen).toEqual([]);
  });
});

describe('an invalid id in a path of /archive/', () => {
  it.each(['0', '-1', 'x', '1.5', '2147483648', '99999999999999999999', '%20', '1e3', '٣'])(
    'is rejected with 404, without calling the catalogue: %s',
    async (id) => {
      for (const path of [
        `/archive/kits/${id}/`,
        `/archive/clubs/${id}/seasons/`,
        `/archive/clubs/${id}/seasons/5/kits/`,
        `/archive/clubs/7/seasons/${id}/kits/`,
      ]) {
        const { status, body } = await collection.request(path);
        expect([path, status, body]).toEqual([path, 404, { detail: 'Not found.' }]);
      }
      expect(catalogue.seen).toEqual([]);
    },
  );
});

describe('400 and 404 responses of the catalogue', () => {
  it.each([
    ['/archive/kits/12/', 404, 'Kit with ID 12 not found'],
    ['/archive/clubs/8/seasons/', 404, 'Club with ID 8 not found'],
    ['/archive/clubs/8/seasons/5/kits/', 404, 'Club with ID 8 not found'],
    ['/archive/clubs/8/seasons/6/kits/', 400, 'Invalid request parameters'],
    ...SEARCHES.map((resource): [string, number, string] => [
      `/archive/${resource}/search/?keyword=unknown`,
      404,
      'Not found.',
    ]),
    ['/archive/seasons/search/?keyword=abc', 400, 'Invalid season format: abc'],
  ])('are passed on with their detail: %s %i', async (path, status, detail) => {
    catalogue.setBehaviour(respondingWithError(status, detail));
    const response = await collection.request(path);
    expect([response.status, response.body]).toEqual([status, { detail }]);
    expect(catalogue.seen).toHaveLength(1);
  });

  it('are passed on even if an earlier successful response is stored', async () => {
    catalogue.setBehaviour(responding(KIT));
    expect((await collection.request('/archive/kits/13/')).status).toBe(200);
    catalogue.setBehaviour(respondingWithError(404, 'Kit with ID 13 not found'));
    const { status, body } = await collection.request('/archive/kits/13/');
    expect([status, body]).toEqual([404, { detail: 'Kit with ID 13 not found' }]);
  });
});

describe('requests to the catalogue', () => {
  it('carry the API key of the service and the request id of the client', async () => {
    catalogue.setBehaviour(responding([]));
    const response = await collection.request('/archive/clubs/7/seasons/', {
      headers: { 'X-Request-Id': 'abc-1' },
    });
    expect(response.headers.get('X-Request-Id')).toBe('abc-1');
    expect(catalogue.seen[0]?.headers).toMatchObject({ 'x-api-key': 'its-key', 'x-request-id': 'abc-1' });
  });

  it('carry the generated request id if the client sent none', async () => {
    catalogue.setBehaviour(responding([]));
    const { headers } = await collection.request('/archive/clubs/7/seasons/');
    expect(catalogue.seen[0]?.headers['x-request-id']).toBe(headers.get('X-Request-Id'));
  });

  it('carry no token, cookie or API key of the client', async () => {
    catalogue.setBehaviour(responding([]));
    await collection.request('/archive/clubs/7/seasons/', {
      headers: { Authorization: 'Token abc', Cookie: 'session=abc', 'X-API-Key': 'guessed' },
    });
    const [request] = catalogue.seen;
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers['x-api-key']).toBe('its-key');
  });
});

describe('the endpoints of /archive/', () => {
  it('return 200 to clients with an invalid token', async () => {
    catalogue.setBehaviour(responding([]));
    const headers = { Authorization: 'Token not-a-token' };
    expect((await collection.request('/archive/clubs/7/seasons/', { headers })).status).toBe(200);
  });

  it('return 405 for DELETE', async () => {
    const { status, headers, body } = await collection.request('/archive/kits/11/', { method: 'DELETE' });
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(body).toEqual({ detail: 'Method "DELETE" not allowed.' });
  });
});
