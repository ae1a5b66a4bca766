import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { findForm, readForm } from '@kitroom/testing/read-page';
import { openAdminBrowser, openSignedIn, PASSWORD, useAdmin, withSecondService } from './admin-browser.ts';

const catalogue = useAdmin();

describe('an admin form that changes data', () => {
  const fields = (csrf: string) => new URLSearchParams({ csrf, name: 'Forged', slug: 'forged' });
  const countForged = async () =>
    (await query(catalogue.db, "select 1 from brands where slug = 'forged'")).length;

  it('returns 400 when it has more than 1,000 fields', async () => {
    const browser = await openSignedIn(catalogue);
    const body = Array.from({ length: 1001 }, (_, index) => `f${index}=1`).join('&');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await browser.request('/admin/brands/new', { method: 'POST', body, headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The form has too many fields: at most 1000 are accepted.');
  });

  it('returns 403 without a CSRF token, with a wrong token and with that of another session', async () => {
    const browser = await openSignedIn(catalogue);
    const stranger = await openSignedIn(catalogue);
    const strangerToken =
      readForm(findForm(await stranger.open('/admin/brands/new'), 'Create the brand'))['csrf'] ?? '';
    for (const csrf of ['', 'x', strangerToken]) {
      const response = await browser.request('/admin/brands/new', { method: 'POST', body: fields(csrf) });
      expect([csrf, response.status]).toEqual([csrf, 403]);
      expect(await response.text()).toContain('The form was not accepted.');
    }
    const json = await browser.request('/admin/brands/new', {
      method: 'POST',
      body: JSON.stringify({ name: 'Forged', slug: 'forged' }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(json.status).toBe(403);
    expect(await countForged()).toBe(0);
  });

  it.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('returns 403 from another origin even with a valid token: %j', async (headers) => {
    const browser = await openSignedIn(catalogue);
    const csrf =
      readForm(findForm(await browser.open('/admin/brands/new'), 'Create the brand'))['csrf'] ?? '';
    const response = await browser.request('/admin/brands/new', {
      method: 'POST',
      body: fields(csrf),
      headers: headers as Record<string, string>,
    });
    expect(response.status).toBe(403);
    expect(await countForged()).toBe(0);
  });

  it('returns 403 without a CSRF token at the sign-in page too', async () => {
    const response = await openAdminBrowser(catalogue).request('/admin/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ name: 'Olga', password: PASSWORD }),
    });
    expect(response.status).toBe(403);
  });
});

describe('admin pages', () => {
  it('are not stored, allow only their own script and are not shared with other origins', async () => {
    await withSecondService(catalogue, { CORS_ORIGINS: 'https://app.example.org' }, async (second) => {
      const browser = await openSignedIn(second);
      const { headers, text } = await browser.open('/admin/');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Content-Security-Policy')).toMatch(
        /^default-src 'none';.*script-src 'self';connect-src 'self'$/,
      );
      expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/admin/page.js" type="module">']);
      expect(text).not.toMatch(/<style| style=| on\w+=/);
      const response = await browser.request('/admin/', { headers: { Origin: 'https://app.example.org' } });
      expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    });
  });

  it('need no API key and are not rate limited', async () => {
    await withSecondService(
      catalogue,
      { API_ENABLE_AUTH: 'true', RATE_LIMIT_REQUESTS: '1' },
      async (second) => {
        const browser = await openSignedIn(second);
        for (let sent = 0; sent < 5; sent += 1) {
          const { status, headers } = await browser.open('/admin/clubs');
          expect([status, headers.get('RateLimit')]).toEqual([200, null]);
        }
      },
    );
  });

  it('are HTML also for 404 and 405', async () => {
    const browser = await openSignedIn(catalogue);
    for (const [path, method, status] of [
      ['/admin/nothing', 'GET', 404],
      ['/admin/clubs/0', 'GET', 404],
      ['/admin/clubs/999999', 'GET', 404],
      ['/admin/clubs/99999999999', 'GET', 404],
      ['/admin/scrapes/1/retry', 'GET', 405],
      ['/admin/clubs', 'DELETE', 405],
    ] as const) {
      const response = await browser.request(path, { method });
      expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
        path,
        status,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('Sign out');
    }
    expect((await browser.request('/administrator')).headers.get('Content-Type')).toContain(
      'application/json',
    );
  });
});
