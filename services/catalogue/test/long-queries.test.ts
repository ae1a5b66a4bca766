import { describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client/contracts';
import * as z from 'zod';
import { useCatalogue } from './test-catalogue.ts';

/** What clients and proxies accept. */
const HEADERS_MAX = 8192;
const LONG = '9'.repeat(201);

const catalogue = useCatalogue();

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

describe('a long query', () => {
  it.each(PARAMETERS)('is refused: $name of $path', async ({ path, name }) => {
    const { status } = await catalogue.ask(`${path}?${name}=${LONG}`);
    expect(status).toBe(400);
  });

  it('may have 200 characters, however many bytes they take', async () => {
    const country = encodeURIComponent('🏟'.repeat(200));
    expect(await catalogue.ask(`/api/kits?country=${country}`)).toMatchObject({ status: 200, body: [] });
    expect((await catalogue.ask(`/api/kits?country=${country}x`)).body).toEqual({
      detail: 'Invalid request parameters',
    });
  });

  it.each(['/api/kits', '/api/clubs', '/api/brands', '/api/competitions'])(
    'leaves the headers of %s below 8 KiB',
    async (path) => {
      const long = encodeURIComponent('🏟'.repeat(200));
      const filters = ['country', 'keyword', 'unknown'].map((name) => `${name}=${long}`).join('&');
      const { status, headers } = await catalogue.ask(`${path}?${filters}`);
      expect([status, headers.get('X-Total-Count')]).toEqual([200, '0']);
      expect(sizeOf(headers)).toBeLessThan(HEADERS_MAX);
    },
  );
});
