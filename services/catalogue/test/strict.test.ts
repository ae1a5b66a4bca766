import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines } from './fixture-catalogue.ts';
import { sendRaw } from './send-raw.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const STRICT = { Prefer: 'handling=strict' };

const catalogue = useCatalogue();

beforeAll(() => catalogue.load(kitLines([{ club: 'Ajax', season: '2003-04' }])));

function match(body: unknown, headers: Record<string, string> = STRICT) {
  return catalogue.request('/api/match', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('a request with Prefer: handling=strict', () => {
  it.each([
    ['/api/kits?countri=es&page=1', 'Unknown names: "countri" (did you mean "country"?).'],
    ['/api/kits?pageSize=5', 'Unknown names: "pageSize" (did you mean "page_size"?).'],
    [
      '/api/kits?zzz=1&primary_colour=Red',
      'Unknown names: "zzz", "primary_colour" (did you mean "primary_color"?).',
    ],
    ['/api/kits/1?v=1', 'Unknown names: "v".'],
    ['/api/clubs/search?keywrod=ajax', 'Unknown names: "keywrod" (did you mean "keyword"?).'],
    ['/api/kits?colour[]=Red', 'Unknown names: "colour[]".'],
    ['/api/colors?x=1', 'Unknown names: "x".'],
    ['/api/health?x=1', 'Unknown names: "x".'],
    ['/api?x=1', 'Unknown names: "x".'],
    ['/api/docs?x=1&y=2', 'Unknown names: "x", "y".'],
    ['/api/openapi.json?x=1', 'Unknown names: "x".'],
    ['/api/bulk-data/1/kits.ndjson.gz?x=1', 'Unknown names: "x".'],
    ['/api/kits?__proto__=1', 'Unknown names: "__proto__".'],
  ])('returns 400 with all unknown names in the query string: %s', async (path, detail) => {
    const { status, body, headers } = await catalogue.request(path, { headers: STRICT });
    expect([status, body]).toEqual([400, { detail }]);
    expect(headers.get('Preference-Applied')).toBe('handling=strict');
    const lenient = await catalogue.request(path);
    expect(lenient.status === 400 && lenient.body.detail.startsWith('Unknown')).toBe(false);
    expect(lenient.headers.get('Preference-Applied')).toBeNull();
  });

  it('returns 400 with the unknown names in the body, at any depth', async () => {
    const sent = {
      clbus: ['Ajax'],
      club_seasons: [{ club: 1, season: 2, saeson: 3 }],
      ['é'.repeat(500)]: [],
    };
    const { status, body } = await match(sent);
    expect([status, body.detail]).toEqual([
      400,
      expect.stringMatching(
        /^Unknown names: "clbus" \(did you mean "clubs"\?\), "club_seasons.saeson" \(did you mean "season"\?\), "é{90,100}…".$/,
      ),
    ]);
    expect((await match(sent, {})).status).toBe(200);
  });

  it('returns 400 with the names in a body that the endpoint does not accept', async () => {
    const { status, body } = await catalogue.request('/api/user-collection/1/scrape', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...STRICT },
      body: JSON.stringify({ force: true }),
    });
    expect([status, body]).toEqual([400, { detail: 'Unknown names: "force".' }]);
  });

  it('returns 400 with the names in a body sent to /api/openapi.json', async () => {
    const body = '{"force":true}';
    const lines = [
      'Host: a',
      `Prefer: ${STRICT.Prefer}`,
      'Content-Type: application/json',
      'Connection: close',
    ];
    const head = ['GET /api/openapi.json HTTP/1.1', ...lines, `Content-Length: ${body.length}`].join('\r\n');
    const response = await sendRaw(catalogue.url, `${head}\r\n\r\n${body}`);
    expect([response.status, response.body]).toEqual([400, '{"detail":"Unknown names: \\"force\\"."}']);
  });

  it('lists at most 100 unknown names', async () => {
    const names = Array.from({ length: 500 }, (_, at) => [`unknown_${at}`, []]);
    const { body } = await match(Object.fromEntries(names));
    expect(body.detail.split(',')).toHaveLength(100);
  });

  it('returns the same response as other requests if all names are known, also from the cache', async () => {
    for (const path of [
      '/api/kits?country=nl',
      '/api/kits?secondary_color[]=Red',
      '/api/kits/search?keyword=ajax',
    ]) {
      const lenient = await catalogue.request(path);
      const strict = await catalogue.request(path, { headers: STRICT });
      expect([strict.status, strict.body]).toEqual([200, lenient.body]);
      expect(lenient.headers.get('Preference-Applied')).toBeNull();
      expect(strict.headers.get('Preference-Applied')).toBe('handling=strict');
      expect(strict.headers.get('ETag')).toBe(lenient.headers.get('ETag'));
    }
  });
});

describe('response headers for Prefer', () => {
  it('include Vary: Prefer on all responses, and Preference-Applied on strict requests', async () => {
    await using limitedCatalogue = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { API_ENABLE_AUTH: '1', ADMIN_PASSWORD: 'a password of the tests', RATE_LIMIT_REQUESTS: '8' },
    });
    const { headers: picture } = await limitedCatalogue.request('/api/kits/1/picture.svg');
    const cases: ReadonlyArray<[number, string, RequestInit?]> = [
      [200, '/'],
      [200, '/api/health'],
      [304, '/api/kits/1/picture.svg', { headers: { 'If-None-Match': picture.get('ETag') ?? '' } }],
      [401, '/api/kits'],
      [401, '/api/nothing'],
      [405, '/api/health', { method: 'DELETE' }],
      [204, '/api/health', { method: 'OPTIONS' }],
      [303, '/admin/'],
      [401, '/api/kits/x'],
      [401, '/api/match', { method: 'POST', body: 'x' }],
    ];
    for (const Prefer of [undefined, STRICT.Prefer]) {
      for (const [status, path, init] of cases) {
        const response = await fetch(`${limitedCatalogue.url}${path}`, {
          redirect: 'manual',
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), ...(Prefer && { Prefer }) },
        });
        expect([path, response.status, response.headers.get('Preference-Applied')]).toEqual([
          path,
          status,
          Prefer ?? null,
        ]);
        expect(response.headers.get('Vary')).toMatch(/\bPrefer\b/);
      }
    }
    const limited = await limitedCatalogue.request('/api/kits', { headers: STRICT });
    expect([limited.status, limited.headers.get('Preference-Applied')]).toEqual([403, 'handling=strict']);
  });

  it('include Preference-Applied when the body of a strict request cannot be read', async () => {
    for (const [status, body] of [
      [413, 'x'.repeat(1_100_000)],
      [400, '{'],
    ] as const) {
      const response = await catalogue.request('/api/match', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...STRICT },
        body,
      });
      expect([response.status, response.headers.get('Preference-Applied')]).toEqual([
        status,
        'handling=strict',
      ]);
    }
  });
});
