import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { runNginx, type RunningNginx } from '@kitroom/testing/test-nginx';
import { testVariables } from '@kitroom/testing/test-servers';

const CONFIGURATION = resolve(import.meta.dirname, '../../infra/nginx/showcase.conf');
const TOKEN = 'aT0ken-of_a-link-that-only-its-visitors-know';

const there = { title: 'nginx with showcase.conf', missing: 'this machine has no nginx' };

describeWhere(process.env[testVariables.nginx], there, () => {
  let nginx: RunningNginx;

  beforeAll(async () => {
    nginx = await runNginx((folder, port) => {
      for (const name of ['site', 'site/assets', 'logs']) mkdirSync(join(folder, name));
      const files = '<link href="/icon.svg"><script src="/assets/index-1a2b.js"></script>';
      writeFileSync(join(folder, 'site/index.html'), `<!doctype html><title>Kitroom</title>${files}`);
      writeFileSync(
        join(folder, 'site/shared.html'),
        `<!doctype html><meta name="robots" content="noindex"><meta property="og:image" content="/preview.jpg">${files}`,
      );
      writeFileSync(join(folder, 'site/assets/index-1a2b.js'), 'console.log(1)');
      const site = readFileSync(CONFIGURATION, 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('/srv/showcase', join(folder, 'site'))
        .replaceAll('/var/log/nginx', join(folder, 'logs'));
      writeFileSync(
        join(folder, 'nginx.conf'),
        `events {}\nhttp {\ntypes { text/html html; }\nclient_body_temp_path ${folder}/body;\n${site}\n}\n`,
      );
    });
  });

  afterAll(() => nginx?.stop());

  const logs = () =>
    ['access', 'error'].map((name) => readFileSync(join(nginx.folder, `logs/${name}.log`), 'utf8')).join('');

  /** Sends a request that `fetch` would normalise or reject. */
  async function sendRaw(request: string): Promise<void> {
    const socket = connect(nginx.port, '127.0.0.1');
    socket.end(request);
    await finished(socket.resume());
  }

  it.each(['/s/token', '/s/token/items/7?page=2', '/%73/token', '//s//token'])(
    'serves the share link page at %s, with the absolute URL of its preview image',
    async (path) => {
      const address = `127.0.0.1:${nginx.port}`;
      const response = await fetch(`http://${address}${path}`);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const page = await response.text();
      expect(page).toContain('content="noindex"');
      expect(page).toContain(`og:image" content="http://${address}/preview.jpg"`);
    },
  );

  it.each([
    ['/below/a', '/below/a/preview.jpg'],
    ['/"><script>', '/preview.jpg'],
  ])('adds the stripped prefix %s to the preview URL if it is a valid path', async (prefix, expected) => {
    const headers = { 'X-Forwarded-Prefix': prefix };
    const address = `http://127.0.0.1:${nginx.port}`;
    const page = await (await fetch(`${address}/s/token`, { headers })).text();
    expect(page).toContain(`og:image" content="${address}${expected}"`);
  });

  it.each([
    '/',
    '/kits?q=a/b',
    '/kits/4',
    '/kits/',
    '/account/password/reset/',
    '/s/token/items/7',
    '/a/b/c/d/e/f',
  ])('serves a page at %s that refers to its files by relative paths', async (path) => {
    const text = await (await fetch(`http://127.0.0.1:${nginx.port}${path}`)).text();
    const addresses = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
    const resolved = addresses.map(
      (address) => new URL(address, `https://example.org/below${path}`).pathname,
    );
    expect(resolved).toEqual(['/below/icon.svg', '/below/assets/index-1a2b.js']);
  });

  it('uses the forwarded protocol in the preview URL, and ignores invalid protocols', async () => {
    const address = `127.0.0.1:${nginx.port}`;
    const load = async (protocol: string) =>
      (await fetch(`http://${address}/s/token`, { headers: { 'X-Forwarded-Proto': protocol } })).text();
    expect(await load('https')).toContain(`content="https://${address}/preview.jpg"`);
    expect(await load('"><script>')).toContain(`content="http://${address}/preview.jpg"`);
  });

  it('logs requests without share tokens in paths, queries and Referer headers', async () => {
    const headers = { Referer: `http://127.0.0.1:${nginx.port}/s/${TOKEN}` };
    const script = await fetch(`http://127.0.0.1:${nginx.port}/assets/index-1a2b.js`, { headers });
    expect([script.status, script.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    for (const path of [
      `/s/${TOKEN}`,
      `/s/${TOKEN}/items/7?page=2`,
      `//s//${TOKEN}`,
      `/%73/${TOKEN}`,
      `/sign-in?next=/s/${TOKEN}`,
      `/sign-in?next=%2Fs%2F${TOKEN}`,
      `/assets/..%2fs/${TOKEN}`,
    ]) {
      const response = await fetch(`http://127.0.0.1:${nginx.port}${path}`, { headers });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'text/html']);
    }
    for (const path of [`/s/${TOKEN}`, `/assets/gone.js?next=/s/${TOKEN}`]) {
      const { status } = await fetch(`http://127.0.0.1:${nginx.port}${path}`, {
        method: 'POST',
        headers,
        body: 'x',
      });
      expect([404, 405]).toContain(status);
    }
    // Errors: no host, a body that is too large, a header that is too long.
    await sendRaw(`GET /s/${TOKEN} HTTP/1.1\r\n\r\n`);
    await sendRaw(
      `POST /s/${TOKEN} HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n`,
    );
    await sendRaw(`GET /s/${TOKEN} HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(60_000)}\r\n\r\n`);
    await eventually(async () => expect(logs()).toContain(' 413 '));
    expect(logs()).toContain('"GET /assets/index-1a2b.js" 200');
    expect(logs()).toContain('"GET /s/-" 400');
    expect(logs()).not.toContain(TOKEN);
  });
});
