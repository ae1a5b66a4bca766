import { beforeAll, describe, expect, it } from '@jest/globals';
import { drawnPicture, idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('club', 'Málaga CF', { country: 'ES', logo: 'https://example.org/m.png' }),
    recordLine('club', 'FC Bayern München', {
      slug: 'fc-bayern-munchen-kits',
      country: 'DE',
      logo: 'https://example.org/b.png',
      logo_dark: 'https://example.org/b-dark.png',
      id_archive: 7,
    }),
    recordLine('club', 'Nobodys'),
    recordLine('club', 'Союз', { slug: 'soyuz-berlin-kits' }),
    recordLine('club', '100% Futebol'),
    recordLine('club', 'Under_score Athletic'),
    recordLine('club', String.raw`Back\slash Rovers`),
    recordLine('club', 'Sportclub Freiburg'),
    recordLine('club', 'Ødegård BK', { slug: 'odegard-bk-kits' }),
    // More than ten that are called Lions, the exact one last, the ones that start with it before it.
    ...Array.from({ length: 10 }, (_, index) => recordLine('club', `The Red Lions ${index}`)),
    recordLine('club', 'Lions of Kent'),
    recordLine('club', 'Lions Club'),
    recordLine('club', 'Lions'),
    ...Array.from({ length: 11 }, (_, index) =>
      recordLine('club', `Snail ${index}`, { slug: `snail-${index}-ww-qq` }),
    ),
    recordLine('club', 'Slow', { slug: 'ww-qq' }),
    recordLine('club', 'Upper', { slug: 'ZZ-Caps-XY' }),
  ]);
});

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await catalogue.request(
    `/api/clubs/search?keyword=${encodeURIComponent(keyword)}`,
  );
  expect(status).toBe(200);
  const ids = (body as Array<{ id: number }>).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  return namesOf(body);
}

describe('GET /api/clubs/search', () => {
  it('finds part of a slug in any case', async () => {
    expect(await search('z-caps-x')).toEqual(['Upper']);
  });

  it('finds a club despite a typing mistake', async () => {
    const { status, body } = await catalogue.request('/api/clubs/search?keyword=bayren');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: await idOf(catalogue.db, 'clubs', 'fc-bayern-munchen-kits'),
        name: 'FC Bayern München',
        slug: 'fc-bayern-munchen-kits',
        logo: 'https://example.org/b.png',
        logo_dark: 'https://example.org/b-dark.png',
        country: 'DE',
      },
    ]);
  });

  it.each(['malaga', 'MÁLAGA', 'màlägâ', 'mala', 'laga'])(
    'finds Málaga by the keyword %s',
    async (keyword) => {
      expect(await search(keyword)).toEqual(['Málaga CF']);
    },
  );

  it.each(['odegard', 'ØDEGÅRD', 'Ødegard'])('finds Ødegård by the keyword %s', async (keyword) => {
    expect(await search(keyword)).toEqual(['Ødegård BK']);
  });

  it('matches the slug when the name is in another script', async () => {
    expect(await search('soyuz')).toEqual(['Союз']);
    expect(await search('soyzu-berlin')).toEqual(['Союз']);
    // Found because it is contained, not because it is similar.
    expect(await search('oyu')).toEqual(['Союз']);
  });

  it('ignores the case of non-Latin letters', async () => {
    expect(await search('СОЮЗ')).toEqual(['Союз']);
  });

  it('finds part of a name that is too short for fuzzy matching', async () => {
    expect(await search('p')).toContain('Sportclub Freiburg');
    expect(await search('ortclu')).toEqual(['Sportclub Freiburg']);
  });

  it('treats SQL wildcards as plain characters', async () => {
    expect(await search('%')).toEqual(['100% Futebol']);
    expect(await search('_')).toEqual(['Under_score Athletic']);
    expect(await search('\\')).toEqual([String.raw`Back\slash Rovers`]);
    expect(await search('p_rtclu%')).toEqual([]);
  });

  it('prefers the exact name, then names that start with the keyword, when more than ten match', async () => {
    const names = await search('lions');
    expect(names).toHaveLength(10);
    expect(names.slice(-3)).toEqual(['Lions of Kent', 'Lions Club', 'Lions']);
    // The remaining clubs are equally similar, so the first of them are kept.
    expect(names.slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, index) => `The Red Lions ${index}`));
  });

  it('keeps an exact slug match when more than ten clubs match', async () => {
    const names = await search('ww-qq');
    expect(names).toHaveLength(10);
    expect(names.at(-1)).toBe('Slow');
  });

  it('returns an empty list when no name is similar', async () => {
    expect(await search('xyzzyq')).toEqual([]);
  });

  it('returns a default logo, and null for unknown fields', async () => {
    const { body } = await catalogue.request('/api/clubs/search?keyword=nobodys');
    expect(body).toEqual([
      {
        id: await idOf(catalogue.db, 'clubs', 'nobodys-kits'),
        name: 'Nobodys',
        slug: 'nobodys-kits',
        logo: expect.stringMatching(/^http.*\/api\/clubs\/\d+\/crest\.svg$/),
        logo_dark: null,
        country: null,
      },
    ]);
  });
});

describe('GET /api/clubs/{club_id}', () => {
  it('returns one club with all fields', async () => {
    const id = await idOf(catalogue.db, 'clubs', 'malaga-cf-kits');
    const { status, body } = await catalogue.request(`/api/clubs/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: 'Málaga CF',
      slug: 'malaga-cf-kits',
      logo: 'https://example.org/m.png',
      logo_dark: null,
      country: 'ES',
      aliases: expect.any(Array),
      crest: expect.stringMatching(`^${catalogue.url}/api/clubs/${id}/crest\\.svg\\?v=\\w+$`),
    });
  });

  it('returns 404 with the id of a club that does not exist', async () => {
    const { status, body } = await catalogue.request('/api/clubs/2147483647');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Club with ID 2147483647 not found' });
  });
});

describe('GET /api/clubs/{club_id}/kits', () => {
  let kits: string;

  beforeAll(async () => {
    await catalogue.load([
      { kind: 'season', year: '1900' },
      ...kitLines([
        { club: 'Order FC', season: '2024', type: 'Home' },
        { club: 'Order FC', season: '2024-25', type: 'Anthem' },
        { club: 'Order FC', season: '2024-25', type: 'GK 1' },
        { club: 'Order FC', season: '2024-25', type: 'Away' },
        { club: 'Order FC', season: '2024-25', type: 'Home', name: 'Order FC Home, older', slug: 'older' },
        { club: 'Order FC', season: '2024-25', type: 'Home', name: 'Order FC Home, newer', slug: 'newer' },
        { club: 'Order FC', season: '2024-25', type: 'Training' },
        { club: 'Order FC', season: '2025-26', type: 'Travel' },
        { club: 'Order FC', season: '1999-00', type: 'Home' },
        { club: 'Order FC', season: '1999', type: 'Home' },
        { club: 'Other FC', season: '2024-25', type: 'Home' },
      ]),
    ]);
    kits = `/api/clubs/${await idOf(catalogue.db, 'clubs', 'order-fc-kits')}/kits`;
  });

  it('lists the newest season first, and the kits of a season in kit type order', async () => {
    const { status, body } = await catalogue.request(kits);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual([
      'Order FC 2025-26 Travel',
      'Order FC Home, newer',
      'Order FC Home, older',
      'Order FC 2024-25 Away',
      'Order FC 2024-25 GK 1',
      'Order FC 2024-25 Training',
      'Order FC 2024-25 Anthem',
      'Order FC 2024 Home',
      'Order FC 1999-00 Home',
      'Order FC 1999 Home',
    ]);
  });

  it('returns the id, name and picture of each kit', async () => {
    const { body } = await catalogue.request(`${kits}?page_size=1`);
    const id = await idOf(catalogue.db, 'kits', 'order-fc-2025-26-travel-kit');
    expect(body).toEqual([
      { id, name: 'Order FC 2025-26 Travel', main_img_url: drawnPicture(catalogue.url, id) },
    ]);
  });

  it('filters by season, and returns an empty list for an unused or unknown season', async () => {
    const season = await idOf(catalogue.db, 'seasons', '1999-00');
    expect(namesOf((await catalogue.request(`${kits}?season=${season}`)).body)).toEqual([
      'Order FC 1999-00 Home',
    ]);
    const unused = await idOf(catalogue.db, 'seasons', '1900');
    expect((await catalogue.request(`${kits}?season=${unused}`)).body).toEqual([]);
    const { status, body } = await catalogue.request(`${kits}?season=2147483647`);
    expect([status, body]).toEqual([200, []]);
  });

  it('returns pages of page_size kits, a shorter last page, then empty pages', async () => {
    const all = namesOf((await catalogue.request(kits)).body);
    const pages = [1, 2, 3, 4].map((page) => catalogue.request(`${kits}?page=${page}&page_size=4`));
    const responses = await Promise.all(pages);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses.map(({ body }) => namesOf(body))).toEqual([
      all.slice(0, 4),
      all.slice(4, 8),
      all.slice(8),
      [],
    ]);
  });

  it('returns an empty list for a club without kits, and 404 for an unknown club', async () => {
    const club = await idOf(catalogue.db, 'clubs', 'nobodys-kits');
    const without = await catalogue.request(`/api/clubs/${club}/kits`);
    expect([without.status, without.body]).toEqual([200, []]);
    const unknown = await catalogue.request('/api/clubs/2147483646/kits');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({ detail: 'Club with ID 2147483646 not found' });
  });
});
