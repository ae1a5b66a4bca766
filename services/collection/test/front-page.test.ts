import { describe, expect, it } from '@jest/globals';
import { expectFrontPage } from '@kitroom/testing/read-page';
import { useCollection, useReplica } from './test-collection.ts';

const collection = useCollection({ THROTTLE_ANON: '100/3600', DEBUG: 'true' });
const SHOWCASE_URL = 'https://shirts.example.org/kits';
const withShowcase = useReplica(collection, () => ({ SHOWCASE_URL }));

describe('GET /', () => {
  it('returns a page with working links', async () => {
    const page = await expectFrontPage(collection.url);
    expect(page).toContain('API version 1.0.0');
  });
});

describe('GET / and GET /api', () => {
  it.each(['/', '/api', '/api/'])(
    'return JSON to other clients, without counting the request: GET %s',
    async (path) => {
      const { status, headers, body } = await collection.request(path);
      expect([status, headers.get('RateLimit')]).toEqual([200, null]);
      expect(body).toEqual({
        name: 'Kitroom collection',
        version: '1.0.0',
        links: {
          documentation: `${collection.url}/api/docs/`,
          openapi: `${collection.url}/api/schema/`,
          health: `${collection.url}/api/health`,
          accounts: `${collection.url}/accounts/`,
          admin: `${collection.url}/admin/`,
        },
      });
    },
  );

  it('link to the showcase if SHOWCASE_URL is set', async () => {
    const response = await fetch(withShowcase.url, { headers: { Accept: 'text/html' } });
    expect(await response.text()).toContain(`href="${SHOWCASE_URL}/"`);
    expect((await withShowcase.request('/api')).body.links.showcase).toBe(SHOWCASE_URL);
  });
});
