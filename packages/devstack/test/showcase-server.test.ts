import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { serveShowcase, type ShowcaseServer } from '../src/showcase-server.ts';

const SERVICES = { catalogue: 'https://kits.example/catalogue', collection: 'http://localhost:4001' };
const SCRIPT = `console.log('${'long '.repeat(500)}')`;
const folder = mkdtempSync(join(tmpdir(), 'kitroom-showcase-'));
let server: ShowcaseServer;
let address: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  const page = '<!doctype html><title>Kitroom</title><script src="/assets/index-1a2b.js"></script>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(
    join(folder, 'shared.html'),
    '<!doctype html><meta name="robots" content="noindex"><meta property="og:image" content="/preview.jpg">' +
      '<script src="/assets/index-1a2b.js"></script>',
  );
  writeFileSync(join(folder, 'preview.jpg'), 'a picture');
  writeFileSync(join(folder, 'assets/index-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, '.sources'), 'a hash');
  const port = await reserveTestPort();
  server = await serveShowcase({ folder, services: SERVICES }, { host: '127.0.0.1', port });
  address = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('serveShowcase', () => {
  it('serves the URLs of the services as config.json', async () => {
    const response = await fetch(`${address}/config.json`);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.json()).toEqual(SERVICES);
  });

  it.each(['/', '/kits/4', '/u/mr.smith', '/sign-in?next=/s/token'])(
    'serves the page at %s',
    async (path) => {
      const response = await fetch(`${address}${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('<title>Kitroom</title>');
    },
  );

  it.each(['/', '/kits', '/kits/4', '/kits/?q=a/b', '/account/password/reset/', '/s/token/items/7'])(
    'serves a page at %s that refers to its files by relative paths',
    async (path) => {
      const text = await (await fetch(`${address}${path}`)).text();
      for (const [, file = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const { pathname } = new URL(file, `https://example.org/below/a/path${path}`);
        expect(pathname).toBe('/below/a/path/assets/index-1a2b.js');
      }
    },
  );

  it.each(['/s/token', '/s/token/items/7?page=2'])(
    'serves the share link page at %s, with the absolute URL of its preview image',
    async (path) => {
      const response = await fetch(`${address}${path}`);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const page = await response.text();
      expect(page).toContain('content="noindex"');
      const [, preview = ''] = /og:image" content="([^"]+)"/.exec(page) ?? [];
      expect(preview).toBe(`${address}/preview.jpg`);
      expect((await fetch(preview)).headers.get('content-type')).toBe('image/jpeg');
    },
  );

  it('serves hashed files as immutable and compressed, and other files with ETags', async () => {
    const script = await fetch(`${address}/assets/index-1a2b.js`);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-encoding')).toBe('gzip');
    expect(await script.text()).toBe(SCRIPT);

    const page = await fetch(address);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const revalidated = await fetch(address, {
      headers: { 'If-None-Match': page.headers.get('etag') ?? '' },
    });
    expect(revalidated.status).toBe(304);
  });

  it.each(['/assets/gone.js', '/.sources', '/assets/..%2F.sources', '/favicon.ico'])(
    'returns 404 for %s',
    async (path) => {
      expect((await fetch(`${address}${path}`)).status).toBe(404);
    },
  );

  it('returns 405 for methods other than GET and HEAD', async () => {
    const response = await fetch(address, { method: 'POST', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('restricts the page to its own scripts and the two services, and forbids frames', async () => {
    const { headers } = await fetch(address);
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self' https://kits.example http://localhost:4001",
        "frame-ancestors 'none'",
      ]),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('uses the host name of the request in service URLs if it listens at all addresses', async () => {
    const port = await reserveTestPort();
    const services = { catalogue: 'http://localhost:4000', collection: 'http://localhost:4001' };
    const open = await serveShowcase({ folder, services }, { host: '0.0.0.0', port });
    for (const host of ['127.0.0.1', 'localhost']) {
      const response = await fetch(`http://${host}:${port}/config.json`);
      expect(await response.json()).toEqual({
        catalogue: `http://${host}:4000`,
        collection: `http://${host}:4001`,
      });
      expect(response.headers.get('content-security-policy')).toContain(
        `connect-src 'self' http://${host}:4000 http://${host}:4001;`,
      );
    }
    await open.close();
  });
});
