import { beforeAll, describe, expect, it } from '@jest/globals';
import { drawKit } from '@kitroom/shared';
import { eventually } from '@kitroom/testing/eventually';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { idOf, kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load(
    kitLines([
      {
        club: 'Drawn FC',
        name: '<b>Drawn</b> & "Quoted" 2024-25 Home',
        slug: 'drawn',
        design: 'Hoops',
        primary_color: 'Claret',
        secondary_colors: ['Sky blue', 'White'],
      },
      {
        club: 'Drawn FC',
        type: 'GK Jacket',
        name: 'Keeper',
        slug: 'keeper',
        main_img_url: 'https://example.org/k.jpg',
      },
    ]),
  );
});

const picture = async (slug: string) =>
  catalogue.request(`/api/kits/${await idOf(catalogue.db, 'kits', slug)}/picture.svg`);

describe('GET /api/kits/{kit_id}/picture.svg', () => {
  it('draws the kit with its design, colours and type', async () => {
    const { status, headers, body } = await picture('drawn');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
    expect(body).toBe(
      drawKit({
        title: '<b>Drawn</b> & "Quoted" 2024-25 Home',
        design: 'Hoops',
        primary: '#7F1734',
        secondary: ['#87CEEB', '#FFFFFF'],
        sleeves: 'short',
        category: 'match',
        club: 'Drawn FC',
        variant: await idOf(catalogue.db, 'kits', 'drawn'),
      }),
    );
    expect(body).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(body).toContain('<title>&lt;b&gt;Drawn&lt;/b&gt; &amp; ');
  });

  it('draws kits without design and colours, also if they have their own picture', async () => {
    const { status, body } = await picture('keeper');
    expect(status).toBe(200);
    expect(body).toBe(
      drawKit({
        title: 'Keeper',
        design: null,
        primary: null,
        secondary: [],
        sleeves: 'long',
        category: 'jacket',
        club: 'Drawn FC',
        variant: await idOf(catalogue.db, 'kits', 'keeper'),
      }),
    );
  });

  it('is immutable at the URL in the kit', async () => {
    const { body: kit } = await catalogue.request(`/api/kits/${await idOf(catalogue.db, 'kits', 'drawn')}`);
    const { pathname, search } = new URL(kit.main_img_url);
    expect(search).toMatch(/^\?v=[0-9a-z]+$/);
    const { headers } = await catalogue.request(pathname + search);
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('ETag')).toMatch(/^".+"$/);
  });

  it.each(['', '?v=', '?v=old', '?x=1'])(
    'is revalidated on each request at a URL that ends in "%s"',
    async (end) => {
      const path = `/api/kits/${await idOf(catalogue.db, 'kits', 'drawn')}/picture.svg${end}`;
      const { status, headers } = await catalogue.request(path);
      expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
      const revalidated = await catalogue.request(path, {
        headers: { 'If-None-Match': headers.get('ETag') ?? '' },
      });
      expect([revalidated.status, revalidated.body]).toEqual([304, '']);
    },
  );

  it('returns the same picture as main_img_url of the kit', async () => {
    const id = await idOf(catalogue.db, 'kits', 'drawn');
    const { body } = await catalogue.request(`/api/kits/${id}`);
    const shown = await fetch(body.main_img_url);
    expect(await shown.text()).toBe((await picture('drawn')).body);
  });

  it('changes, with its URL in all responses, when the kit, its type or its club changes', async () => {
    const load = (look: object) =>
      catalogue.load(
        kitLines([{ club: 'Changing FC', type: 'Changing', slug: 'changing', name: 'Changing', ...look }]),
      );
    await load({ primary_color: 'Red' });
    const [kit, club] = [
      await idOf(catalogue.db, 'kits', 'changing'),
      await idOf(catalogue.db, 'clubs', 'changing-fc-kits'),
    ];
    const readAddresses = async () => {
      const responses = [
        await catalogue.request(`/api/kits/${kit}`),
        await catalogue.request(`/api/kits?club=${club}`),
        await catalogue.request('/api/kits/search?keyword=changing'),
        await catalogue.request('/api/kits/bulk?slugs=changing,none'),
        await catalogue.request(`/api/clubs/${club}/kits`),
      ];
      const addresses = responses.map(
        ({ body }) => (Array.isArray(body) ? body[0] : body).main_img_url as string,
      );
      expect(new Set(addresses).size).toBe(1);
      return addresses[0] ?? '';
    };
    const seen = new Set([await readAddresses()]);
    const looks = [
      { primary_color: 'Green' },
      { secondary_colors: ['White'] },
      { design: 'Sash' },
      { name: 'Changing again' },
    ];
    for (const [at, look] of looks.entries()) {
      await load(look);
      await eventually(async () => {
        seen.add(await readAddresses());
        expect(seen.size).toBe(at + 2);
      });
    }
    await catalogue.load([{ kind: 'kit_type', name: 'Changing', is_goalkeeper: true }]);
    await eventually(async () => {
      seen.add(await readAddresses());
      expect(seen.size).toBe(looks.length + 2);
    });
    await catalogue.load([{ kind: 'club', slug: 'changing-fc-kits', name: 'Changed FC' }]);
    await eventually(async () => {
      seen.add(await readAddresses());
      expect(seen.size).toBe(looks.length + 3);
    });
    for (const address of seen) {
      const isNewest = address === [...seen].at(-1);
      const { headers } = await fetch(address);
      expect(headers.get('Cache-Control')?.includes('immutable')).toBe(isNewest);
    }
    expect((await picture('changing')).body).toContain('#12783D');
  });

  it('draws the sleeves that the kit type implies', async () => {
    const kits = { home: 'Home', long: 'Home Long Sleeve', none: 'Training Sleeveless' };
    await catalogue.load(
      kitLines(
        Object.entries(kits).map(([slug, type]) => ({
          club: 'Drawn FC',
          type,
          slug,
          name: slug,
          design: null,
        })),
      ),
    );
    // The rotation of the sleeves' pattern.
    const rotations = await Promise.all(
      Object.keys(kits).map(async (slug) => /rotate\((\d+)\)/.exec((await picture(slug)).body)?.[1]),
    );
    expect(rotations).toEqual(['24', '13', undefined]);
  });

  it('returns a JSON 404 for a kit that does not exist', async () => {
    const { status, headers, body } = await catalogue.request('/api/kits/999999/picture.svg');
    expect(status).toBe(404);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ detail: 'Kit with ID 999999 not found' });
  });

  it('requires no API key and is not rate limited', async () => {
    await using closed = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { API_ENABLE_AUTH: 'true', RATE_LIMIT_REQUESTS: '2' },
    });
    const path = `/api/kits/${await idOf(catalogue.db, 'kits', 'drawn')}/picture.svg`;
    for (let sent = 0; sent < 5; sent += 1) {
      const { status, headers } = await closed.request(path);
      expect([status, headers.get('RateLimit'), headers.get('X-RateLimit-Limit')]).toEqual([200, null, null]);
    }
    const wrong = await closed.request(path, { headers: { 'X-API-Key': 'wrong' } });
    expect(wrong.status).toBe(200);
    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await closed.request('/api/kits')).status);
    expect(statuses).toEqual([401, 401, 403]);
    expect((await closed.request(path)).status).toBe(200);
  });

  it('returns 400 for two v parameters', async () => {
    expect((await catalogue.request('/api/kits/1/picture.svg?v=a&v=b')).status).toBe(400);
  });

  it.each(['0', 'x', '2147483648', '1.5'])('returns 400 for the id %s', async (id) => {
    const { status, body } = await catalogue.request(`/api/kits/${id}/picture.svg`);
    expect([status, body]).toEqual([400, { detail: 'Invalid request parameters' }]);
  });
});

describe('a picture URL that is stored as a path', () => {
  const LOGOS = { logo: '/logos/a b.svg', logo_dark: '/logos/dark.svg?x=1' };
  const HOSTS = ['one.example', 'two.example:8080', 'one.example'];

  it("is resolved against each client's host, also in cached responses", async () => {
    await using proxied = await startTestCatalogue({ env: { TRUST_PROXY: '1' } });
    await proxied.load([
      { kind: 'brand', slug: 'b', name: 'Path', ...LOGOS },
      { kind: 'competition', slug: 'p', name: 'Path', ...LOGOS },
      { kind: 'club', slug: 'c', name: 'Path', ...LOGOS },
      {
        kind: 'kit',
        slug: 'k',
        name: 'Path',
        club: 'c',
        brand: 'b',
        season: '2024',
        type: 'Home',
        competitions: ['p'],
        main_img_url: '/kits/k.jpg',
      },
    ]);
    for (const host of [...HOSTS, ...HOSTS]) {
      const request = async (path: string) =>
        (
          await proxied.request(path, {
            headers: { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' },
          })
        ).body;
      const record = {
        logo: `https://${host}/logos/a b.svg`,
        logo_dark: `https://${host}/logos/dark.svg?x=1`,
      };
      for (const kind of ['brands', 'competitions', 'clubs']) {
        expect(await request(`/api/${kind}/1`)).toMatchObject(record);
        expect(await request(`/api/${kind}/search?keyword=path`)).toMatchObject([record]);
      }
      expect((await request('/api/random-clubs/')).clubs).toMatchObject([{ logo: record.logo }]);
      const main_img_url = `https://${host}/kits/k.jpg`;
      expect(await request('/api/kits/1')).toMatchObject({
        main_img_url,
        team: record,
        brand: record,
        competition: [record],
      });
      for (const path of ['/api/kits', '/api/kits/search?keyword=path', '/api/clubs/1/kits']) {
        expect(await request(path)).toMatchObject([{ main_img_url }]);
      }
      expect(await request('/api/kits/bulk?slugs=k,none')).toMatchObject([
        { main_img_url, team: record, brand: record },
      ]);
      expect((await request('/api/random-kits/')).kits).toMatchObject([{ main_img_url }]);
    }
  });

  it('is resolved against PUBLIC_URL, including its path, if PUBLIC_URL is set', async () => {
    await catalogue.load([{ kind: 'brand', slug: 'path', name: 'Path', ...LOGOS }]);
    const id = await idOf(catalogue.db, 'brands', 'path');
    await using replica = await startTestCatalogue({
      database: { url: catalogue.databaseUrl },
      env: { PUBLIC_URL: 'https://kits.example.org/catalogue' },
    });
    expect((await replica.request(`/api/brands/${id}`)).body.logo).toBe(
      'https://kits.example.org/catalogue/logos/a b.svg',
    );
  });

  it('is exported as it was imported', async () => {
    await catalogue.load([{ kind: 'brand', slug: 'exported', name: 'Exported', ...LOGOS }]);
    const lines: string[] = [];
    for await (const chunk of exportCatalogue(catalogue.db)) lines.push(...chunk.split('\n'));
    const line = lines.find((candidate) => candidate.includes('"slug":"exported"')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject(LOGOS);
  });
});
