import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'La Liga', {
      country: 'ES',
      logo: 'https://example.org/laliga.png',
      logo_dark: 'https://example.org/laliga-dark.png',
    }),
    recordLine('competition', 'Champions League', { country: null }),
    recordLine('competition', 'Süper Lig', { country: 'TR' }),
    ...Array.from({ length: 11 }, (_, index) => recordLine('competition', `Regional Pokal ${index}`)),
    recordLine('competition', 'Pokal'),
  ]);
});

describe('GET /api/competitions/search', () => {
  const search = (keyword: string) =>
    catalogue.ask(`/api/competitions/search?keyword=${encodeURIComponent(keyword)}`);

  it.each(['champions', 'CHAMPIONS LEAGUE', 'chmapions', 'champoins league', 'champions-league'])(
    'finds the Champions League, of no country, by %s',
    async (keyword) => {
      const { status, body } = await search(keyword);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: await idOf(catalogue.db, 'competitions', 'champions-league-kits'),
          name: 'Champions League',
          slug: 'champions-league-kits',
          logo: `${catalogue.url}/api/no-logo.svg`,
          logo_dark: null,
          country: null,
        },
      ]);
    },
  );

  it('finds an accented name without its accents', async () => {
    expect(namesOf((await search('super')).body)).toEqual(['Süper Lig']);
  });

  it('answers at most ten, by id, the exact one among them', async () => {
    const { body } = await search('pokal');
    expect(namesOf(body)).toEqual([
      ...Array.from({ length: 9 }, (_, index) => `Regional Pokal ${index}`),
      'Pokal',
    ]);
  });

  it('finds nothing where nothing is similar', async () => {
    expect((await search('xyzzyq')).body).toEqual([]);
  });
});

describe('GET /api/competitions/{competition_id}', () => {
  it('answers one competition with its country', async () => {
    const id = await idOf(catalogue.db, 'competitions', 'la-liga-kits');
    const { status, body } = await catalogue.ask(`/api/competitions/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'La Liga',
      slug: 'la-liga-kits',
      logo: 'https://example.org/laliga.png',
      logo_dark: 'https://example.org/laliga-dark.png',
      country: 'ES',
    });
  });

  it('names the competition that does not exist', async () => {
    const { status, body } = await catalogue.ask('/api/competitions/999');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Competition with ID 999 not found' });
  });
});
