import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client/contracts';
import { eventually } from '@kitroom/testing/eventually';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { mergeInto } from './random-writes.ts';
import { useCatalogue } from './test-catalogue.ts';

/** What clients and proxies accept. */
const HEADERS_MAX = 8192;
const LONG = '9'.repeat(201);

const catalogue = useCatalogue({ env: { CORS_ORIGINS: 'https://app.example.org' } });

/** All parameters of queries that take a single value. */
const PARAMETERS = CATALOGUE_CONTRACTS.filter(({ method, query }) => method === 'GET' && query).flatMap(
  ({ path, query }) =>
    Object.entries(query?.shape ?? {})
      .filter(([, schema]) => !z.globalRegistry.get(schema as z.ZodType)?.isCommaSeparated)
      .map(([name]) => ({ path: path.replaceAll(/\{\w+\}/g, '1'), name })),
);

function sizeOf(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

describe('long query strings and headers', () => {
  it.each(PARAMETERS)('return 400 for a value of 201 characters: $name of $path', async ({ path, name }) => {
    const { status } = await catalogue.request(`${path}?${name}=${LONG}`);
    expect(status).toBe(400);
  });

  it('may contain values of up to 200 characters, regardless of their length in bytes', async () => {
    const country = encodeURIComponent('🏟'.repeat(200));
    expect(await catalogue.request(`/api/kits?country=${country}`)).toMatchObject({ status: 200, body: [] });
    expect((await catalogue.request(`/api/kits?country=${country}x`)).body).toEqual({
      detail: 'Invalid request parameters',
    });
  });

  it.each(['/api/kits', '/api/clubs', '/api/brands', '/api/competitions'])(
    'keep the response headers of %s below 8 KiB',
    async (path) => {
      const long = encodeURIComponent('🏟'.repeat(200));
      const filters = ['country', 'keyword', 'unknown'].map((name) => `${name}=${long}`).join('&');
      const { status, headers } = await catalogue.request(`${path}?${filters}`);
      expect([status, headers.get('X-Total-Count')]).toEqual([200, '0']);
      expect(sizeOf(headers)).toBeLessThan(HEADERS_MAX);
    },
  );

  it('are reduced to known parameters in the redirect of a merged club', async () => {
    await catalogue.load(kitLines([{ club: 'Source' }, { club: 'Target' }]));
    const [source, into] = [
      await idOf(catalogue.db, 'clubs', 'source-kits'),
      await idOf(catalogue.db, 'clubs', 'target-kits'),
    ];
    await catalogue.db.transaction((transaction) => mergeInto(transaction, into, source));
    const query = `page_size=2&keyword=x&unknown=${encodeURIComponent('🏟'.repeat(500))}`;
    await eventually(async () => {
      const { status, headers } = await catalogue.request(`/api/clubs/${source}/kits?${query}`);
      const url = `${catalogue.url}/api/clubs/${into}/kits?page_size=2`;
      expect([status, headers.get('Location')]).toEqual([301, url]);
    });
  });

  it.each([1024, 1025, 12_000])(
    'are not repeated in a preflight response beyond 1024 characters: %d characters',
    async (length) => {
      const requested = 'x-app,'.repeat(length).slice(0, length);
      const { status, headers } = await catalogue.request('/api/kits', {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://app.example.org',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': requested,
        },
      });
      expect(status).toBe(204);
      expect(headers.get('Access-Control-Allow-Headers')).toBe(length > 1024 ? null : requested);
      expect(sizeOf(headers)).toBeLessThan(HEADERS_MAX);
    },
  );
});
