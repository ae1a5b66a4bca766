import { beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { query } from '@kitroom/server/database/database';
import { useService } from '@kitroom/testing/use-service';
import { openWalker } from '@kitroom/testing/walk-site';
import { addOperator, loadTwoKits, PASSWORD, startWithAdmin, useAdmin } from './admin-browser.ts';
import { useBulkFolder } from './bulk-folder.ts';
import type { TestCatalogue } from './test-catalogue.ts';

const PUBLIC_URL = 'https://proxy.test/some/catalogue';
const PAGE = { headers: { Accept: 'text/html,*/*' } };
const MERGED = 4711;

const folder = useBulkFolder();
const env = { BULK_DATA_ROOT: folder.path };
const catalogue = useAdmin({ env: { ...env, PUBLIC_URL: `${PUBLIC_URL}/` } });
const forwarded = useService(() =>
  startWithAdmin({ database: { url: catalogue.databaseUrl }, env: { ...env, TRUST_PROXY: 'loopback' } }),
);

beforeAll(async () => {
  await loadTwoKits(catalogue);
  await addOperator(catalogue, 'Olga');
  const insert =
    "insert into changes (type, op, ids, into_id) select 'club', 'delete', array[?::integer], min(id) from clubs";
  await query(catalogue.db, insert, [MERGED]);
  await catalogue.followChanges();
  await folder.make(catalogue);
});

async function openSignedIn({ url }: TestCatalogue, headers: Record<string, string> = {}) {
  const walker = openWalker({ url, publicUrl: PUBLIC_URL, headers });
  const { text } = await walker.send('/admin/sign-in', PAGE);
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const { status, headers: sent } = await walker.send('/admin/sign-in', {
    method: 'POST',
    body: new URLSearchParams({ csrf, name: 'Olga', password: PASSWORD }),
    headers: { Origin: 'https://proxy.test' },
  });
  return { walker, signedIn: [status, sent.get('Location')] };
}

describe('the catalogue below a path prefix', () => {
  it('sends only working URLs below PUBLIC_URL, ignoring forwarded headers', async () => {
    const hostile = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Prefix': '/evil' };
    const { walker, signedIn } = await openSignedIn(catalogue, hostile);
    expect(signedIn).toEqual([303, '/some/catalogue/admin/']);
    await walker.walk(['/', '/admin/', '/admin/nothing', '/api/docs', '/api/docs/'], PAGE);
    const reads = CATALOGUE_CONTRACTS.filter(({ method }) => method === 'GET').map(({ path }) => path);
    await walker.walk(reads.map((path) => path.replaceAll(/\{\w+\}/g, '1')));
    await walker.walk([`/api/clubs/${MERGED}`, '/api/clubs?page_size=1', '/api/kits?page_size=1&page=2']);
    expect(walker.stray).toEqual([]);
    expect(walker.broken).toEqual([]);
    for (const kind of [
      '/admin/kits/0',
      '/admin/page.js',
      '/api/docs/swagger-ui-init.js',
      '/api/kits/0/picture.svg',
    ])
      expect(walker.followed).toContain(kind);
    const moved = await walker.send(`/api/clubs/${MERGED}`);
    expect(moved.headers.get('Location')).toMatch(
      /^https:\/\/proxy\.test\/some\/catalogue\/api\/clubs\/\d+$/,
    );
    const document = await walker.send('/api/openapi.json');
    expect(JSON.parse(document.text)).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
  });

  it('sends URLs below the path that a trusted proxy forwards', async () => {
    const headers = {
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'proxy.test',
      'X-Forwarded-Prefix': '/some/catalogue',
    };
    const { signedIn } = await openSignedIn(forwarded, headers);
    expect(signedIn).toEqual([303, '/some/catalogue/admin/']);
    const walker = openWalker({ url: forwarded.url, publicUrl: PUBLIC_URL, headers });
    await walker.walk(
      ['/', '/admin/', '/api/docs/', '/api/openapi.json', '/api/kits', '/api/bulk-data'],
      PAGE,
    );
    expect([walker.stray, walker.broken]).toEqual([[], []]);
  });

  it('never returns a response that was cached for another path prefix', async () => {
    const read = async (prefix: string | undefined) => {
      const headers: Record<string, string> = {
        'X-Forwarded-Host': 'proxy.test',
        'X-Forwarded-Proto': 'https',
      };
      if (prefix !== undefined) headers['X-Forwarded-Prefix'] = prefix;
      const response = await forwarded.request('/api/kits/search?keyword=malaga', { headers });
      const [{ main_img_url: picture }] = response.body;
      return [response.headers.get('X-Cache'), picture.replace(/\/api\/.*/, '')];
    };
    for (const [prefix, base] of [
      ['/a', '/a'],
      ['/b', '/b'],
      [undefined, ''],
      ['//evil.test', ''],
    ] as const) {
      const isSame = prefix === '//evil.test';
      expect(await read(prefix)).toEqual([isSame ? 'HIT' : 'MISS', `https://proxy.test${base}`]);
      expect(await read(prefix)).toEqual(['HIT', `https://proxy.test${base}`]);
    }
  });

  it('ignores a forwarded path prefix without a trusted proxy', async () => {
    await using direct = await startWithAdmin({ database: { url: catalogue.databaseUrl }, env });
    const headers = { 'X-Forwarded-Prefix': '/evil', 'X-Forwarded-Host': 'evil.test', Accept: 'text/html' };
    const front = await direct.request('/', { headers });
    expect(front.body).not.toContain('evil');
    const signIn = await fetch(`${direct.url}/admin/`, { headers, redirect: 'manual' });
    expect(signIn.headers.get('Location')).toBe('/admin/sign-in?next=%2Fadmin%2F');
    expect(signIn.headers.getSetCookie().join()).not.toContain('evil');
  });
});
