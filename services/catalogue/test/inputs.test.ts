import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const INVALID = { detail: 'Invalid request parameters' };
const SEARCHES = ['clubs', 'kits', 'seasons', 'brands', 'competitions'].map((name) => `/api/${name}/search`);
const NAME_SEARCHES = SEARCHES.filter((path) => !path.includes('seasons'));
const PAGED = ['/api/kits', '/api/clubs/1/kits', '/api/random-clubs/', '/api/random-kits/'];
const BY_ID = [
  ...['clubs', 'seasons', 'brands', 'competitions', 'kits'].map((name) => `/api/${name}/{id}`),
  '/api/clubs/{id}/kits',
  '/api/kits/{id}/picture.svg',
  '/api/clubs/{id}/crest.svg',
  '/api/clubs/{id}/timeline',
  '/api/seasons?id={id}',
];

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load(
    kitLines(Array.from({ length: 130 }, (_, index) => ({ club: 'Only FC', name: `Only ${index}` }))),
  );
  await catalogue.db.raw("update clubs set logo = 'https://example.org/logo.png'");
});

/** How many entries the response of a list has. */
function countOf(body: unknown): number {
  const lists = Array.isArray(body) ? [body] : Object.values(body as object);
  return (lists.find((candidate) => Array.isArray(candidate)) as unknown[]).length;
}

describe.each(PAGED)('pagination of %s', (path) => {
  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=',
    'page=1.5',
    'page=1e3',
    'page=0x1',
    'page=+1',
    'page=2147483648',

    'page=99999999999999999999',
    'page=NaN',
    'page=1&page=1',
    'page=%00',
    'page=%D9%A1',
    'page=1%20',
    'page=-0',

    'page_size=0',
    'page_size=-5',
    'page_size=x',
    'page_size=',
    'page_size=2.5',
    'page_size=1&page_size=2',
  ])('returns 400 for %s', async (query) => {
    const { status, body } = await catalogue.request(`${path}?${query}`);
    expect([status, body]).toEqual([400, INVALID]);
  });

  it('starts at page 1 with 20 entries per page by default', async () => {
    const plain = await catalogue.request(path);
    const explicit = await catalogue.request(`${path}?page=1&page_size=20`);
    expect([plain.status, plain.body]).toEqual([200, explicit.body]);
  });

  it('returns an empty page for the highest page number, 2147483647', async () => {
    const { status, body } = await catalogue.request(`${path}?page=2147483647&page_size=100`);
    expect([status, countOf(body)]).toEqual([200, 0]);
  });
});

describe.each(PAGED.filter((path) => !path.includes('random-clubs')))('the page size of %s', (path) => {
  it.each([
    ['', 20],
    ['page_size=1', 1],
    ['page_size=007', 7],
    ['page_size=100', 100],
    ['page_size=101', 100],
    ['page_size=99999999999999999999', 100],
    ['page=2', 20],
    ['page=2&page_size=100', 30],
    ['page=3&page_size=100', 0],
  ])('is set by the query "%s": %s entries', async (query, size) => {
    const { status, body } = await catalogue.request(`${path}?${query}`);
    expect([status, countOf(body)]).toEqual([200, size]);
  });
});

describe.each(BY_ID)('the id in %s', (path) => {
  it.each([
    '0',
    '-1',
    'abc',
    '1.0',
    '1e3',
    '0x10',
    '2147483648',
    '99999999999999999999',
    '1%2C2',
    '%00',
    '1%00',
    '%20',
    '1;',
    "1'",
    '%D9%A1',
    '%EF%BC%91',
    '%FF',
    'NaN',
    'true',
  ])('returns 400 for %s', async (id) => {
    const { status, body } = await catalogue.request(path.replace('{id}', id));
    expect([status, body]).toEqual([400, INVALID]);
  });

  it('returns 404 for the highest id, 2147483647', async () => {
    const { status, body } = await catalogue.request(path.replace('{id}', '2147483647'));
    expect(status).toBe(404);
    expect(body.detail).toMatch(/^(Club|Kit|Season|Brand|Competition) with ID 2147483647 not found$/);
  });
});

describe.each(SEARCHES)('the keyword of %s', (path) => {
  const request = (keyword: string) => catalogue.request(`${path}?keyword=${keyword}`);

  it.each(['', '?', '?Keyword=a', '?keyword[]=a', '?keywords=a'])(
    'returns 400 when it is missing or misspelt: "%s"',
    async (query) => {
      const { status, body } = await catalogue.request(`${path}${query}`);
      expect([status, body]).toEqual([400, INVALID]);
    },
  );

  it.each(['', '%20', '+', '%20%09%0A%0D', '%C2%A0', '%E3%80%80'])(
    'returns an empty list when it is blank: "%s"',
    async (keyword) => {
      const { status, body } = await request(keyword);
      expect([status, body]).toEqual([200, []]);
    },
  );

  it('returns 400 when it is sent twice', async () => {
    const { status, body } = await request('a&keyword=b');
    expect([status, body]).toEqual([400, INVALID]);
  });

  it('returns 400 when it contains a NUL byte', async () => {
    expect((await request('a%00b')).status).toBe(400);
    expect((await request('%00')).body).toEqual(INVALID);
  });

  it('returns 400 when it has more than 200 characters', async () => {
    expect((await request('1'.repeat(200))).status).toBe(200);
    for (const keyword of [
      '1'.repeat(201),
      '%20'.repeat(201),
      'x'.repeat(7000),
      '%F0%9F%98%80'.repeat(201),
    ]) {
      const { status, body } = await request(keyword);
      expect([status, body]).toEqual([400, INVALID]);
    }
  });
});

describe.each(NAME_SEARCHES)('unusual keywords of %s', (path) => {
  it.each([
    '%',
    '%25%25%25',
    '%ZZ',
    '%E4%F6',
    '%ED%A0%80',
    '%F0%9F%98%80'.repeat(200),
    '\\',
    '%5C%25',
    '_%25_',

    "'",
    "';drop table clubs;--",
    '%22',
    '$1',
    ':name',
    '%3F%3F',
    '{}',
    '[a-z]',
    '(((((',
    '*',
    '&&',
    '.'.repeat(200),

    'a%20'.repeat(100),
    Array.from('abcdefghijklmnopqrstuvwxyz0123456789').join('%20'),
    '-'.repeat(200),
    'a-'.repeat(100),

    '%CC%81'.repeat(200),
    'a%CC%81',
    '%E2%80%AE%E2%80%8B',
    '%EF%BF%BF',
    '%01%02%7F',
    '%0A',
    '%25%00'.slice(0, 3),

    'ß'.repeat(200),
    '%EF%B7%BA'.repeat(200),
    '__proto__',
    'constructor',
    'null',
    'undefined',
    '0',
    '1e999',
  ])('return 200 and a list: %s', async (keyword) => {
    const { status, body } = await catalogue.request(`${path}?keyword=${keyword}`);
    expect(status).toBe(200);
    expect(Array.isArray(body)).toBe(true);
  });
});

describe('GET /api/kits with unusual requests', () => {
  it('ignores unknown parameters', async () => {
    expect(
      (await catalogue.request('/api/kits?nonsense=1&__proto__=x&toString=y&page_size=1')).body,
    ).toHaveLength(1);
  });

  it('returns 400 for paths that cannot be decoded', async () => {
    for (const path of ['/api/kits/%', '/api/kits/%zz', '/api/clubs/%E0%A4%A/kits']) {
      const { status, body } = await raw(path);
      expect([status, JSON.parse(body)]).toEqual([400, INVALID]);
    }
  });

  it('returns 200 for a parameter that is repeated 600 times', async () => {
    const { status } = await catalogue.request(`/api/kits?${'secondary_color=Red&'.repeat(600)}`);
    expect(status).toBe(200);
  });
});

/** Sends a path unchanged; fetch would normalise it. */
function raw(path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(catalogue.url);
    const request = httpRequest({ hostname, port, path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => done({ status: response.statusCode, body }));
    });
    request.on('error', fail);
    request.end();
  });
}
