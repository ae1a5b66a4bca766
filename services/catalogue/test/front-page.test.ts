import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectFrontPage } from '@kitroom/testing/read-page';
import { useService } from '@kitroom/testing/use-service';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const SHOWCASE_URL = 'https://shirts.example.org/kits';

const open = useCatalogue({ env: { ADMIN_PASSWORD: 'a long enough password', RATE_LIMIT_REQUESTS: '100' } });
const withShowcase = useService(() =>
  startTestCatalogue({ database: { url: open.databaseUrl }, env: { SHOWCASE_URL } }),
);
const keyed = useCatalogue({ env: { API_ENABLE_AUTH: 'true' } });

beforeAll(async () => {
  await open.load([
    { kind: 'club', slug: 'malaga-cf-kits', name: 'Málaga CF' },
    { kind: 'brand', slug: 'adidas-kits', name: 'adidas' },
    ...Array.from({ length: 15 }, (_each, index) => ({
      kind: 'kit',
      slug: `kit-${index}`,
      name: `Málaga CF ${2000 + index} Home`,
      club: 'malaga-cf-kits',
      season: `${2000 + index}`,
      brand: 'adidas-kits',
      type: 'Home',
    })),
  ]);
});

describe('the front page', () => {
  it('shows kits, and all its links work', async () => {
    const page = await expectFrontPage(open.url);
    expect(page.match(/picture\.svg\?v=/g)).toHaveLength(14);
    expect(page).toContain('API version 1.0.2');
    expect(page).toContain(`${open.url}/admin/`);
  });

  it.each(['/', '/api', '/api/'])('is JSON for clients that do not request HTML: %s', async (path) => {
    const { status, headers, body } = await open.request(path, { headers: { Accept: '*/*' } });
    expect(status).toBe(200);
    expect(headers.get('ETag')).not.toBeNull();
    expect(body).toEqual({
      name: 'Kitroom catalogue',
      version: '1.0.2',
      links: {
        documentation: `${open.url}/api/docs`,
        openapi: `${open.url}/api/openapi.json`,
        health: `${open.url}/api/health`,
        admin: `${open.url}/admin/`,
      },
    });
  });
});

describe('the front page with SHOWCASE_URL', () => {
  it('links to the showcase, and from each kit to its showcase page', async () => {
    const response = await fetch(withShowcase.url, { headers: { Accept: 'text/html' } });
    const page = await response.text();
    expect(page).toContain(`href="${SHOWCASE_URL}/"`);
    const [kit] = (await withShowcase.request('/api/kits?page_size=1')).body;
    expect(page).toContain(`href="${SHOWCASE_URL}/kits/${kit.id}"`);
  });

  it('includes the showcase in the JSON links', async () => {
    const { body } = await withShowcase.request('/api');
    expect(body.links.showcase).toBe(SHOWCASE_URL);
  });
});

describe('the front page with required API keys', () => {
  it.each(['/', '/api', '/favicon.ico', '/robots.txt'])(
    'needs no key and is not rate limited: %s',
    async (path) => {
      const { status, headers } = await fetch(`${keyed.url}${path}`);
      expect([status, headers.get('RateLimit')]).toEqual([200, null]);
    },
  );

  it('says that requests need a key, and does not link to /admin/ without operators', async () => {
    const response = await fetch(keyed.url, { headers: { Accept: 'text/html' } });
    const page = await response.text();
    expect(page).toContain('need a key');
    expect(page).not.toContain('/admin/');
  });
});

describe('GET /api', () => {
  it('returns JSON to browsers', async () => {
    const { headers } = await open.request('/api', { headers: { Accept: 'text/html' } });
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });
});

describe('the service', () => {
  it('returns a favicon, and a robots.txt that allows only the front page', async () => {
    const icon = await fetch(`${open.url}/favicon.ico`);
    expect([icon.headers.get('Content-Type'), await icon.text()]).toEqual([
      'image/svg+xml',
      expect.stringContaining('<svg'),
    ]);
    const robots = await fetch(`${open.url}/robots.txt`);
    expect(await robots.text()).toBe('User-agent: *\nAllow: /$\nDisallow: /\n');
  });
});
