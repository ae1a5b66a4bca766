import { beforeAll, describe, expect, it } from '@jest/globals';
import { drawnPicture, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const SITE = 'https://www.footballkitarchive.com';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    ...kitLines(
      [
        {
          club: 'Málaga CF',
          name: 'A',
          slug: 'a',
          main_img_url: 'https://example.org/a.jpg',
          id_archive: 1001,
        },
        { club: 'Bare FC', name: 'B', slug: 'b', season: '2003', brand: 'Bare', id_archive: 1002 },
        { club: 'Bare FC', name: 'C', slug: 'c', id_archive: 1003 },
        // Its slug ends as if it were the archive's id of A.
        { club: 'Bare FC', name: 'Misleading', slug: 'misleading-1001', id_archive: 1004 },
        { club: 'Bare FC', name: 'Two Words', slug: 'two words', id_archive: 1005 },
        { club: 'Bare FC', name: 'Über', slug: 'über-kit', id_archive: 1006 },
        // Two kits that claim one id of the archive.
        { club: 'Bare FC', name: 'First Twin', slug: 'first-twin', id_archive: 1007 },
        { club: 'Bare FC', name: 'Second Twin', slug: 'second-twin', id_archive: 1007 },
        { club: 'Bare FC', name: 'Capital', slug: 'Capital-Kit', id_archive: null },
        ...Array.from({ length: 31 }, (_, index) => ({
          club: 'Bare FC',
          name: `K${index}`,
          slug: `k${index}`,
        })),
        // Lines with ids may have odd slugs.
      ].map((kit, at) => ({ ...kit, id: at + 1 })),
    ),
    recordLine('club', 'Málaga CF', {
      country: 'ES',
      logo: 'https://example.org/m.png',
      logo_dark: 'https://example.org/m-dark.png',
    }),
    recordLine('brand', 'adidas', {
      logo: 'https://example.org/adidas.png',
      logo_dark: 'https://example.org/adidas-dark.png',
    }),
  ]);
});

const request = (slugs: string, name = 'slugs') =>
  catalogue.request(`/api/kits/bulk?${name}=${encodeURIComponent(slugs)}`);

async function bulk(slugs: string): Promise<string[]> {
  const { status, body } = await request(slugs);
  expect(status).toBe(200);
  return namesOf(body);
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

describe('GET /api/kits/bulk', () => {
  it('returns reduced kits, with default logos and drawn pictures where kits have none', async () => {
    const { status, body } = await request('a,b');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: 1,
        slug: 'a',
        name: 'A',
        team: {
          name: 'Málaga CF',
          logo: 'https://example.org/m.png',
          logo_dark: 'https://example.org/m-dark.png',
          country: 'ES',
        },
        season: { year: '2024-25' },
        brand: {
          name: 'adidas',
          logo: 'https://example.org/adidas.png',
          logo_dark: 'https://example.org/adidas-dark.png',
        },
        main_img_url: 'https://example.org/a.jpg',
      },
      {
        id: 2,
        slug: 'b',
        name: 'B',
        team: {
          name: 'Bare FC',
          logo: expect.stringMatching(/^http.*\/api\/clubs\/\d+\/crest\.svg$/),
          logo_dark: null,
          country: null,
        },
        season: { year: '2003' },
        brand: { name: 'Bare', logo: `${catalogue.url}/api/no-logo.svg`, logo_dark: null },
        main_img_url: drawnPicture(catalogue.url),
      },
    ]);
  });

  it('keeps the order of the requested slugs, also when another order is cached', async () => {
    expect(await bulk('c,a,b')).toEqual(['C', 'A', 'B']);
    expect(await bulk('b,a,c')).toEqual(['B', 'A', 'C']);
    expect(await bulk('a,b,c')).toEqual(['A', 'B', 'C']);
  });

  it('shares one cache entry between all orders of the same slugs', async () => {
    const first = await request('k1,k2,k3,k4');
    const second = await request('k4,k2,k3,k1');
    expect([first, second].map(({ headers }) => headers.get('X-Cache'))).toEqual(['MISS', 'HIT']);
    expect(namesOf(second.body)).toEqual(['K4', 'K2', 'K3', 'K1']);
  });

  it('skips slugs with no kit', async () => {
    expect(await bulk('nowhere,b,,c,neither')).toEqual(['B', 'C']);
    expect(await bulk('nowhere,neither')).toEqual([]);
  });

  it('returns a kit as often as its slug is requested', async () => {
    expect(await bulk('a,a')).toEqual(['A', 'A']);
    expect(await bulk(`a,b,${SITE}/a/`)).toEqual(['A', 'B', 'A']);
  });

  it('trims slugs and ignores empty slugs', async () => {
    expect(await bulk(' a , ,\tb\n,,')).toEqual(['A', 'B']);
  });

  it('compares slugs exactly, including case and SQL wildcards', async () => {
    expect(await bulk('A,Capital-Kit,two words,capital-kit')).toEqual(['Capital', 'Two Words']);
    expect(await bulk('%,_,a%')).toEqual([]);
  });

  it.each([
    [`${SITE}/a/`],
    [`${SITE}/a`],
    [`${SITE}/a///`],
    [`${SITE}/some/path/a/`],
    [`${SITE}/a/?ref=1&x=/y/`],
    [`${SITE}/a#top/x`],
    ['http://other.example/a'],
    [`${SITE}/a-slug-of-no-kit-1001/`],
    [`${SITE}/a-slug-of-no-kit/1001/`],
    [`${SITE}/1001`],
  ])('extracts the slug or archive id from the URL %s', async (address) => {
    expect(await bulk(`${address},b`)).toEqual(['A', 'B']);
  });

  it('decodes percent-encoded URLs', async () => {
    expect(await bulk(`${SITE}/two%20words/,${SITE}/%C3%BCber-kit/,${SITE}/%/`)).toEqual([
      'Two Words',
      'Über',
    ]);
  });

  it("prefers a slug match to the archive's kit id at the end of a URL", async () => {
    expect(await bulk(`${SITE}/misleading-1001/,b`)).toEqual(['Misleading', 'B']);
  });

  it("looks up the archive's kit id only in URLs, not in plain slugs", async () => {
    expect(await bulk('1001,nothing-1001,b')).toEqual(['B']);
  });

  it('returns the first of several kits with the same archive id', async () => {
    expect(await bulk(`${SITE}/1007,b`)).toEqual(['First Twin', 'B']);
  });

  it('returns the same kit for an archive id of two kits, whichever other items are requested', async () => {
    expect(await bulk(`${SITE}/x-1007,second-twin`)).toEqual(['First Twin', 'Second Twin']);
    expect(await bulk(`second-twin,${SITE}/x-1007`)).toEqual(['Second Twin', 'First Twin']);
  });

  it('skips URLs whose digits are out of range for an id', async () => {
    expect(await bulk(`${SITE}/9999999999,${SITE}/x-99999999999999999999/,${SITE}/0,b`)).toEqual(['B']);
  });

  it('skips URLs with NUL bytes or invalid encoding', async () => {
    expect(await bulk(`${SITE}/x%00y/,${SITE}/%ff/,b`)).toEqual(['B']);
  });

  it.each(['', ',', ' , ', 'a', ' a ,,', '/', `${SITE}/a/`, ',,,a,,,'])(
    'returns 400 for fewer than two slugs: "%s"',
    async (slugs) => {
      const { status, body } = await request(slugs);
      expect(status).toBe(400);
      expect(body).toEqual({ detail: 'Minimum 2 kits required' });
    },
  );

  it('returns 400 without the parameters slugs and kits', async () => {
    const { status, body } = await catalogue.request('/api/kits/bulk');
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'Minimum 2 kits required' });
  });

  it('accepts 30 slugs and returns 400 for more, counting duplicates', async () => {
    expect(await bulk(numbered(30).join(','))).toHaveLength(30);
    expect(await bulk(`${numbered(30).join(',')},, ,`)).toHaveLength(30);
    for (const slugs of [numbered(31), Array.from({ length: 31 }, () => 'a'), numbered(500)]) {
      const { status, body } = await request(slugs.join(','));
      expect(status).toBe(400);
      expect(body).toEqual({ detail: 'Maximum 30 kits allowed' });
    }
  });

  it('reads the kits parameter when slugs is absent', async () => {
    expect(namesOf((await request('b,a', 'kits')).body)).toEqual(['B', 'A']);
    const both = await catalogue.request('/api/kits/bulk?kits=b,a&slugs=c,a');
    expect(namesOf(both.body)).toEqual(['C', 'A']);
    const { status, body } = await request('a', 'kits');
    expect([status, body]).toEqual([400, { detail: 'Minimum 2 kits required' }]);
  });

  it.each([
    'slugs=a,b&slugs=c',
    'kits=a&kits=b&kits=c',
    'slugs[]=a&slugs[]=b,c',
    'slugs[0]=a&slugs[1]=b&slugs=c',
  ])('accepts several values in any query syntax: %s', async (query) => {
    expect(namesOf((await catalogue.request(`/api/kits/bulk?${query}`)).body)).toEqual(['A', 'B', 'C']);
  });

  it('returns 400 for a slug with a NUL byte', async () => {
    const { status, body } = await catalogue.request('/api/kits/bulk?slugs=a%00,b');
    expect([status, body]).toEqual([400, { detail: 'Invalid request parameters' }]);
  });
});

describe('GET /api/kits/bulk?ids=', () => {
  const byIds = (ids: string, more = '') =>
    catalogue.request(`/api/kits/bulk?ids=${encodeURIComponent(ids)}${more}`);

  it('returns the kits in the order of the ids, and skips unknown ids', async () => {
    const { status, body } = await byIds('3, 1,,2147483647,2 ');
    expect([status, namesOf(body)]).toEqual([200, ['C', 'A', 'B']]);
    expect(namesOf((await byIds('2147483647')).body)).toEqual([]);
    expect(namesOf((await byIds('2')).body)).toEqual(['B']);
    expect(namesOf((await byIds('1,1')).body)).toEqual(['A', 'A']);
  });

  it('returns the same objects as a request by slugs', async () => {
    expect((await byIds('2,1')).body).toEqual((await request('b,a')).body);
  });

  it('shares one cache entry between all orders of the same ids', async () => {
    const [first, second] = [await byIds('4,5,6'), await byIds('6,4,5')];
    expect([first, second].map(({ headers }) => headers.get('X-Cache'))).toEqual(['MISS', 'HIT']);
    expect(second.body.map(({ id }: { id: number }) => id)).toEqual([6, 4, 5]);
    expect((await byIds('6,4,5', '&expand=true')).headers.get('X-Cache')).toBe('MISS');
  });

  it.each(['ids=1&ids=2,3', 'ids[]=1&ids[]=2&ids[]=3'])(
    'accepts several values in any query syntax: %s',
    async (query) => {
      expect(namesOf((await catalogue.request(`/api/kits/bulk?${query}`)).body)).toEqual(['A', 'B', 'C']);
    },
  );

  it('accepts 100 ids and returns 400 for more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join();
    expect((await byIds(ids(100))).body).toHaveLength(40);
    expect(await byIds(ids(101))).toMatchObject({ status: 400, body: { detail: 'Maximum 100 ids allowed' } });
  });

  it.each(['', ',', ' , '])('returns 400 without an id: "%s"', async (ids) => {
    expect(await byIds(ids)).toMatchObject({ status: 400, body: { detail: 'Minimum 1 id required' } });
  });

  it.each(['slugs=a,b', 'kits=a,b', 'slugs='])('returns 400 for ids together with %s', async (slugs) => {
    const { status, body } = await byIds('1,2', `&${slugs}`);
    expect([status, body]).toEqual([400, { detail: 'Give either ids or slugs, not both' }]);
  });

  it.each(['a', '1,b', '0', '-1', '1.5', '1 2', '0x1', '1e3', '2147483648', '1;2', '\u0000'])(
    'returns 400 for the invalid ids "%s"',
    async (ids) => {
      const { status, body } = await byIds(ids);
      expect([status, body]).toEqual([400, { detail: 'Invalid request parameters' }]);
    },
  );
});

describe('GET /api/kits/bulk with expand=true', () => {
  it.each(['ids=2,1', 'slugs=b,a'])('adds the fields of expanded kit lists to %s', async (query) => {
    const { status, body } = await catalogue.request(`/api/kits/bulk?${query}&expand=true`);
    expect(status).toBe(200);
    const plain = (await catalogue.request(`/api/kits/bulk?${query}`)).body;
    const listed = (await catalogue.request('/api/kits?expand=true&page_size=100')).body;
    for (const [at, kit] of body.entries()) {
      const expanded = listed.find(({ id }: { id: number }) => id === kit.id);
      expect(kit).toEqual({
        ...expanded,
        ...plain[at],
        team: { ...expanded.team, ...plain[at].team },
        season: { ...expanded.season, ...plain[at].season },
        brand: { ...expanded.brand, ...plain[at].brand },
      });
      expect(kit.team).toEqual({
        id: expect.any(Number),
        name: expect.any(String),
        logo: expect.any(String),
        logo_dark: kit.id === 1 ? 'https://example.org/m-dark.png' : null,
        country: kit.id === 1 ? 'ES' : null,
        association: kit.id === 1 ? 'ESP' : null,
      });
    }
    expect(body).toHaveLength(2);
  });
});
