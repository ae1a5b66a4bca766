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

it('the front page of the service shows kits, and its links work', async () => {
  const page = await expectFrontPage(open.url);
  expect(page.match(/picture\.svg\?v=/g)).toHaveLength(14);
  expect(page).toContain('API version 1.0.2');
  expect(page).toContain(`${open.url}/admin/`);
});

it.each(['/', '/api', '/api/'])('the front page is JSON for other clients: %s', async (path) => {
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

describe('with a showcase', () => {
  it('leads to the showcase, and each kit to its page there', async () => {
    const response = await fetch(withShowcase.url, { headers: { Accept: 'text/html' } });
    const page = await response.text();
    expect(page).toContain(`href="${SHOWCASE_URL}/"`);
    const [kit] = (await withShowcase.request('/api/kits?page_size=1')).body;
    expect(page).toContain(`href="${SHOWCASE_URL}/kits/${kit.id}"`);
  });

  it('names the showcase among the links of the JSON', async () => {
    const { body } = await withShowcase.request('/api');
    expect(body.links.showcase).toBe(SHOWCASE_URL);
  });
});

describe('with API keys required', () => {
  it.each(['/', '/api', '/favicon.ico', '/robots.txt'])('%s needs none, and is not counted', async (path) => {
    const { status, headers } = await fetch(`${keyed.url}${path}`);
    expect([status, headers.get('RateLimit')]).toEqual([200, null]);
  });

  it('says so on the page, and links to no administration without operators', async () => {
    const response = await fetch(keyed.url, { headers: { Accept: 'text/html' } });
    const page = await response.text();
    expect(page).toContain('need a key');
    expect(page).not.toContain('/admin/');
  });
});

it('browsers get /api as JSON, too', async () => {
  const { headers } = await open.request('/api', { headers: { Accept: 'text/html' } });
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
});

it('the service draws an icon, and search engines may index the front page alone', async () => {
  const icon = await fetch(`${open.url}/favicon.ico`);
  expect([icon.headers.get('Content-Type'), await icon.text()]).toEqual([
    'image/svg+xml',
    expect.stringContaining('<svg'),
  ]);
  const robots = await fetch(`${open.url}/robots.txt`);
  expect(await robots.text()).toBe('User-agent: *\nAllow: /$\nDisallow: /\n');
});
