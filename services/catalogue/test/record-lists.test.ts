import { beforeAll, describe, expect, it } from '@jest/globals';
import { hashCrestLook } from '@kitroom/shared';
import { eventually } from '@kitroom/testing/eventually';
import { idOf, kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const KITS = [
  { club: 'Málaga', brand: 'Zeta', competitions: ['cup-kits'], primary_color: 'Sky blue' },
  { club: 'Málaga', season: '2023', brand: 'Zeta', competitions: ['cup-kits', 'league-kits'] },
  { club: 'Zwolle', brand: 'zeta 2', competitions: ['cup-kits'] },
  { club: 'Ajax', brand: 'Alto' },
  { club: 'Ajax', season: '2023', brand: 'Zeta' },
  { club: 'Ajax', season: '2022', brand: 'Alto' },
] satisfies KitFixture[];

const indexed = useCatalogue();

beforeAll(async () => {
  await indexed.load([
    recordLine('brand', 'Ábaco', { logo: '/abaco.svg' }),
    recordLine('competition', 'Cup', { country: 'ES' }),
    recordLine('competition', 'League', { country: 'NL' }),
    recordLine('competition', 'World Cup'),
    ...kitLines(KITS),
    recordLine('club', 'Málaga', { country: 'es', aliases: ['Boquerones'], logo_dark: '/dark.svg' }),
    recordLine('club', 'Zwolle', { country: 'NL' }),
    recordLine('club', 'Ajax', { country: 'NL' }),
    recordLine('club', 'Empty', { country: 'GB-WLS' }),
  ]);
});

describe('GET /api/clubs, /api/brands, /api/competitions and /api/countries', () => {
  const list = async (path: string) => {
    const { status, body, headers } = await indexed.request(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('X-Total-Count')).toBe(String(body.length));
    return namesOf(body);
  };

  it.each([
    ['/api/clubs', ['Ajax', 'Empty', 'Málaga', 'Zwolle']],
    ['/api/clubs?ordering=name', ['Ajax', 'Empty', 'Málaga', 'Zwolle']],
    ['/api/clubs?ordering=-kit_count', ['Ajax', 'Málaga', 'Zwolle', 'Empty']],
    ['/api/clubs?country=nl', ['Ajax', 'Zwolle']],
    ['/api/clubs?country=nl&keyword=zw', ['Zwolle']],
    ['/api/clubs?association=ned', ['Ajax', 'Zwolle']],
    ['/api/clubs?association=WAL', ['Empty']],
    ['/api/clubs?association=ENG&country=', []],
    ['/api/clubs?keyword=MALAGA', ['Málaga']],
    ['/api/clubs?keyword=querón', ['Málaga']],
    ['/api/clubs?keyword=%25', []],
    ['/api/clubs?keyword=+&country=&ordering=', ['Ajax', 'Empty', 'Málaga', 'Zwolle']],
    ['/api/clubs?country=XX', []],
    ['/api/brands', ['Ábaco', 'Alto', 'Zeta', 'zeta 2']],
    ['/api/brands?ordering=-kit_count', ['Zeta', 'Alto', 'zeta 2', 'Ábaco']],
    ['/api/brands?keyword=eta', ['Zeta', 'zeta 2']],
    ['/api/competitions?ordering=-kit_count', ['Cup', 'League', 'World Cup']],
    ['/api/competitions?country=es', ['Cup']],
    ['/api/competitions?keyword=cup', ['Cup', 'World Cup']],
  ])('returns, for %s, the records %j', async (path, expected) => expect(await list(path)).toEqual(expected));

  it('returns all fields of a club, with its number of kits and its crest', async () => {
    const { body } = await indexed.request('/api/clubs?keyword=malaga');
    const id = await idOf(indexed.db, 'clubs', 'malaga-kits');
    const look = { name: 'Málaga', design: null, primary: 'Sky blue', secondary: null } as const;
    const crest = `${indexed.url}/api/clubs/${id}/crest.svg?v=${hashCrestLook(look)}`;
    expect(body).toEqual([
      {
        id,
        name: 'Málaga',
        slug: 'malaga-kits',
        logo: crest,
        logo_dark: `${indexed.url}/dark.svg`,
        country: 'ES',
        association: 'ESP',
        kit_count: 2,
        crest,
      },
    ]);
  });

  it('returns the same crests as GET /api/clubs/{club_id}', async () => {
    for (const listed of (await indexed.request('/api/clubs')).body) {
      const { aliases: _, ...single } = (await indexed.request(`/api/clubs/${listed.id}`)).body;
      expect(listed).toEqual({ ...single, association: listed.association, kit_count: listed.kit_count });
    }
  });

  it('returns the fields of brands and competitions, with the number of kits', async () => {
    const [brand] = (await indexed.request('/api/brands')).body;
    expect(brand).toMatchObject({ name: 'Ábaco', logo: `${indexed.url}/abaco.svg`, kit_count: 0 });
    const [cup] = (await indexed.request('/api/competitions')).body;
    expect(cup).toMatchObject({ name: 'Cup', slug: 'cup-kits', country: 'ES', kit_count: 3 });
  });

  it('paginates the list, with links and the total count', async () => {
    const path = '/api/clubs?ordering=-kit_count&page_size=3';
    const { body, headers } = await indexed.request(`${path}&page=2`);
    expect([namesOf(body), headers.get('X-Total-Count')]).toEqual([['Empty'], '4']);
    const first = `${indexed.url}/api/clubs?ordering=-kit_count&page=1&page_size=3`;
    expect(headers.get('Link')).toContain(`<${first}>; rel="prev"`);
    expect(headers.get('Link')).not.toContain('rel="next"');
  });

  it('returns countries by name, with the number of clubs and kits', async () => {
    expect((await indexed.request('/api/countries')).body).toEqual([
      { code: 'NL', name: 'Netherlands', club_count: 2, kit_count: 4 },
      { code: 'ES', name: 'Spain', club_count: 1, kit_count: 2 },
      { code: 'GB', name: 'United Kingdom', club_count: 1, kit_count: 0 },
    ]);
  });
});

describe('GET /api/clubs, /api/brands and /api/competitions', () => {
  it.each(['ordering=kit_count', 'page=0', 'keyword=%00', 'page_size=x'])(
    'return 400 for %s',
    async (query) => {
      for (const table of ['clubs', 'brands', 'competitions']) {
        expect((await indexed.request(`/api/${table}?${query}`)).status).toBe(400);
      }
    },
  );

  it('reflect changes of kits and names', async () => {
    const count = async () => (await indexed.request('/api/clubs?keyword=empty')).body[0];
    expect(await count()).toMatchObject({ name: 'Empty', kit_count: 0 });
    await indexed.load(kitLines([{ club: 'Empty', primary_color: 'Red' }]));
    await eventually(async () => expect(await count()).toMatchObject({ name: 'Empty', kit_count: 1 }));
    await indexed.db.raw("update clubs set name = 'Empty no more' where name = 'Empty'");
    await eventually(async () => expect(await count()).toMatchObject({ name: 'Empty no more' }));
  });
});
