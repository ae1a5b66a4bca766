import { beforeAll, describe, expect, it } from '@jest/globals';
import { openPageBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

/** The size of headers that clients and proxies accept. */
const HEADERS_MAX = 8192;
const LONG = 'x'.repeat(201);
const VERY_LONG = encodeURIComponent('🏟'.repeat(500));

const collection = useCollection();
let headers: Record<string, string>;

beforeAll(async () => {
  const user = await addUser(collection, 'ada');
  for (const name of ['A', 'B', 'C']) await addItem(collection, user, { name });
  headers = withToken(await tokenOf(collection, user));
});

function sizeOf(sent: Headers): number {
  return [...sent].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

describe('a long query string', () => {
  it.each(['player_name', 'country', 'tag', 'search', 'design', 'club', 'is_signed'])(
    'returns 400, keyed by the parameter %s',
    async (name) => {
      for (const path of ['/api/collections/me/items/', '/api/items/']) {
        const { status, body } = await collection.request(`${path}?${name}=${LONG}`, { headers });
        expect([status, Object.keys(body as object)]).toEqual([400, [name]]);
        expect((body as Record<string, unknown[]>)[name]).toHaveLength(1);
      }
    },
  );

  it('loses unknown parameters in the Link header, but keeps them in the URLs of the body', async () => {
    const list = await collection.request('/api/items/?page_size=1&is_replica=false&unknown=1', { headers });
    expect(list.headers.get('Link')).toMatch(/page_size=1&is_replica=false&page=2>; rel="next"/);
    expect(list.headers.get('Link')).not.toContain('unknown');
    const page = await collection.request('/api/collections/me/items/?page_size=1&unknown=1', { headers });
    expect(page.body).toMatchObject({ next: expect.stringContaining('unknown=1') });
    const long = await collection.request(`/api/items/?page_size=1&unknown=${VERY_LONG}`, { headers });
    expect(sizeOf(long.headers)).toBeLessThan(HEADERS_MAX);
  });

  it('is omitted from the redirect to the sign-in page', async () => {
    const browser = openPageBrowser(collection);
    for (const path of ['/accounts/profile', '/admin/users']) {
      const short = await browser.request(`${path}?q=1`, { redirect: 'manual' });
      expect(short.headers.get('Location')).toContain(encodeURIComponent(`${path}?q=1`));
      const long = await browser.request(`${path}?q=${VERY_LONG}`, { redirect: 'manual' });
      expect([long.status, sizeOf(long.headers) < HEADERS_MAX]).toEqual([303, true]);
      expect(long.headers.get('Location')).toMatch(/\/login$/);
    }
  });
});
