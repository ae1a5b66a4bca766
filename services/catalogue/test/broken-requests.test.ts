import { describe, expect, it } from '@jest/globals';
import { sendRaw, type RawResponse } from './send-raw.ts';
import { useCatalogue } from './test-catalogue.ts';

const INVALID = { detail: 'Invalid request parameters' };
const UUID = /^[0-9a-f-]{36}$/;

const catalogue = useCatalogue({ env: { CORS_ORIGINS: 'https://app.example.org' } });

/** A whole request with the headers that every one needs. */
function send(method: string, path: string, headers: string[] = [], body = ''): Promise<RawResponse> {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: kits.example.org', 'Connection: close', ...headers];
  return sendRaw(catalogue.url, `${lines.join('\r\n')}\r\n\r\n${body}`);
}

function expectJson(response: RawResponse, status: number, body: unknown): void {
  expect([response.status, response.headers.get('Content-Type'), JSON.parse(response.body)]).toEqual([
    status,
    'application/json; charset=utf-8',
    body,
  ]);
}

describe('a path that cannot be decoded', () => {
  it.each([
    '/api/clubs/%zz',
    '/api/kits/%',
    '/api/kits/%e0%a4%a',
    '/api/clubs/%ff/kits',
    '/api/brands/%c3%28',
  ])('returns 400 in place of an id: %s', async (path) => {
    expectJson(await send('GET', path), 400, INVALID);
  });

  it.each([
    '/%',
    '/api/%zz',
    '/api/%2e%2e/kits',
    '/api/docs/%zz',
    '/api/docs/%00',
    '/api/docs/..%5c..%5cpackage.json',
  ])('returns 404 for other paths: %s', async (path) => {
    expectJson(await send('GET', path), 404, { detail: 'Not found.' });
  });

  it('returns 400 when an id or keyword contains a NUL byte', async () => {
    expectJson(await send('GET', '/api/kits/1%00'), 400, INVALID);
    expectJson(await send('GET', '/api/kits?club=1%00'), 400, INVALID);
    expectJson(await send('GET', '/api/clubs/search?keyword=a%00b'), 400, INVALID);
  });

  it('is decoded as far as possible in a query', async () => {
    expectJson(await send('GET', '/api/clubs/search?keyword=%zz&%'), 200, []);
  });
});

describe('a malformed HTTP request', () => {
  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['an unknown method', 'KICK /api/kits HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown version', 'GET /api/kits HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a header without a name', 'GET /api/kits HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n'],
    [
      'two Content-Length headers',
      'GET /api/kits HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'a Content-Length and chunked encoding',
      'POST /api/kits HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('is rejected with a JSON 400: %s', async (_what, text) => {
    const response = await sendRaw(catalogue.url, text);
    expectJson(response, 400, { detail: 'Bad Request.' });
    expect(response.headers.get('X-Request-Id')).toMatch(UUID);
    expect(response.headers.get('Connection')).toBe('close');
  });

  it('is rejected with a JSON 400 when it has no Host header', async () => {
    const response = await sendRaw(catalogue.url, 'GET /api/kits HTTP/1.1\r\nConnection: close\r\n\r\n');
    expectJson(response, 400, { detail: 'Bad Request.' });
  });

  it.each([
    ['headers that are too long', (size: number) => ['/api/kits', [`X-Long: ${'x'.repeat(size)}`]] as const],
    ['a URL that is too long', (size: number) => [`/api/kits?x=${'x'.repeat(size)}`, []] as const],
  ])('is rejected with a JSON 431 when it has %s', async (_where, make) => {
    const [path, headers] = make(20_000);
    expectJson(await send('GET', path, [...headers]), 431, { detail: 'Request Header Fields Too Large.' });
    const [shorter, fewer] = make(8000);
    expect((await send('GET', shorter, [...fewer])).status).toBe(200);
  });

  it('does not affect the health of the service', async () => {
    expect((await catalogue.request('/api/health')).status).toBe(200);
  });
});

describe('a JSON body that no endpoint accepts', () => {
  const post = (body: string) =>
    catalogue.request('/api/user-collection/5/scrape', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });

  it('returns 400 when it is nested too deeply', async () => {
    const detail = 'This value is nested too deeply: at most 32 levels are accepted.';
    const [open, close] = ['['.repeat(200_000), ']'.repeat(200_000)];
    for (const body of [`${open}${close}`, `{"a":${open}${close}}`]) {
      expect(await post(body)).toMatchObject({ status: 400, body: { detail } });
    }
  });

  it('returns 400 when it contains too many values', async () => {
    const detail = 'This value is too large: at most 10000 values are accepted.';
    expect(await post(`[${'1,'.repeat(490_000)}1]`)).toMatchObject({ status: 400, body: { detail } });
  });
});

describe('an unusual request', () => {
  it('is served when its URL is absolute or has a fragment', async () => {
    expect((await send('GET', 'http://kits.example.org/api/kits')).status).toBe(200);
    expect((await send('GET', '/api/kits?page=2#top')).status).toBe(200);
  });

  it.each(['TRACE', 'PROPFIND', 'QUERY', 'LINK'])(
    'is rejected with 405 for the method %s',
    async (method) => {
      const response = await send(method, '/api/kits');
      expectJson(response, 405, { detail: `Method "${method}" not allowed.` });
      expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    },
  );

  it.each([
    '/api/health',
    '/api/docs',
    '/api/docs/',
    '/api/openapi.json',
    '/api/kits/bulk',
    '/api/user-collection/1',
  ])('receives 405 with the allowed methods of %s', async (path) => {
    const response = await send('DELETE', path);
    expectJson(response, 405, { detail: 'Method "DELETE" not allowed.' });
    expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('receives errors as JSON even if it accepts HTML', async () => {
    for (const path of [
      '/api/nothing',
      '/api/kits/x',
      '/api/kits/999',
      '/api/docs/nothing.html',
      '/nothing',
    ]) {
      const response = await send('GET', path, ['Accept: text/html']);
      expect([path, response.headers.get('Content-Type')]).toEqual([path, 'application/json; charset=utf-8']);
      expect(Object.keys(JSON.parse(response.body) as object)).toEqual(['detail']);
    }
  });

  it('does not have its invalid Host header repeated in the response', async () => {
    const url = `GET /api/openapi.json HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n`;
    const { body } = await sendRaw(catalogue.url, url);
    expect(body).not.toContain('script>');
    expect((JSON.parse(body) as { servers: unknown }).servers).toEqual([{ url: catalogue.url }]);
  });

  it('may use HTTP/1.0 without a Host header', async () => {
    const response = await sendRaw(catalogue.url, 'GET /api/openapi.json HTTP/1.0\r\n\r\n');
    expect(response.status).toBe(200);
    expect((JSON.parse(response.body) as { servers: unknown }).servers).toEqual([{ url: catalogue.url }]);
  });
});

describe('an unexpected database error', () => {
  it('returns 500 without names of tables or columns, and does not persist after the cause is fixed', async () => {
    await catalogue.db.raw('alter table user_collections rename column userid to hidden_away');
    try {
      const { status, headers, body } = await catalogue.request('/api/user-collection/1');
      expect(status).toBe(500);
      expect(body).toEqual({ detail: 'An internal server error occurred. Please try again later.' });
      expect(headers.get('X-Cache')).toBeNull();
      expect(headers.get('ETag')).toBeNull();
      const mentioned = /hidden_away|column|user_collections|select/i.exec(JSON.stringify([...headers]))?.[0];
      expect(mentioned).toBeUndefined();
    } finally {
      await catalogue.db.raw('alter table user_collections rename column hidden_away to userid');
    }
    expect((await catalogue.request('/api/user-collection/1')).status).not.toBe(500);
  });
});
