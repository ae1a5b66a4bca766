import { beforeAll, describe, expect, it } from '@jest/globals';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const YEARS = [
  '1896-97',
  '1897',
  '1897-98',
  '1899-00',
  '1900',
  '1996-97',
  '1997',
  '1997-98',
  '1998',
  '1999-00',
  '2000',
  '2019-20',
  '2020-21',
  '2021',
  '2021-22',
  '2022-23',
  '2023-24',
  '2024',
  '2024-25',
  '2025',
  '2025-26',
];

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    // Shuffled, so that no order comes from the ids.
    ...YEARS.toSorted((a, b) => (a.slice(2) + a < b.slice(2) + b ? 1 : -1)).map((year) => ({
      kind: 'season',
      year,
    })),
    recordLine('club', 'Without Kits'),
    ...kitLines([
      { club: 'Order FC', season: '2024', type: 'Home' },
      { club: 'Order FC', season: '1999-00', type: 'Home' },
      { club: 'Order FC', season: '2025-26', type: 'Home' },
      { club: 'Order FC', season: '2024-25', type: 'Home' },
      { club: 'Order FC', season: '2024-25', type: 'Away' },
      { club: 'Other FC', season: '2025', type: 'Home' },
    ]),
  ]);
});

const request = (keyword: string) =>
  catalogue.request(`/api/seasons/search?keyword=${encodeURIComponent(keyword)}`);

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await request(keyword);
  expect(status).toBe(200);
  return (body as Array<{ year: string }>).map(({ year }) => year);
}

describe('GET /api/seasons', () => {
  it('lists the seasons in which the club has kits, each once, newest first', async () => {
    const club = await idOf(catalogue.db, 'clubs', 'order-fc-kits');
    const { status, body } = await catalogue.request(`/api/seasons?id=${club}`);
    expect(status).toBe(200);
    expect(body).toEqual(
      await Promise.all(
        ['2025-26', '2024-25', '2024', '1999-00'].map(async (year) => ({
          id: await idOf(catalogue.db, 'seasons', year),
          year,
        })),
      ),
    );
  });

  it('returns an empty list for a club without kits', async () => {
    const club = await idOf(catalogue.db, 'clubs', 'without-kits-kits');
    const { status, body } = await catalogue.request(`/api/seasons?id=${club}`);
    expect([status, body]).toEqual([200, []]);
  });

  it('returns 404 with the id of a club that does not exist', async () => {
    const { status, body } = await catalogue.request('/api/seasons?id=12345');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Club with ID 12345 not found' });
  });

  it.each(['', '?id=', '?id=order', '?id=0', '?id=1&id=2', '?id=2147483648'])(
    'returns 400 unless the query has one valid club id: "%s"',
    async (query) => {
      const { status, body } = await catalogue.request(`/api/seasons${query}`);
      expect(status).toBe(400);
      expect(body).toEqual({ detail: 'Invalid request parameters' });
    },
  );
});

describe('GET /api/seasons/search', () => {
  it('finds seasons that start in the year of a keyword such as 2025-', async () => {
    expect(await search('2025-')).toEqual(['2025-26', '2025']);
    expect(await search('1999-')).toEqual(['1999-00']);
  });

  it('finds only the exact season for a keyword such as 2020-21', async () => {
    expect(await search('2020-21')).toEqual(['2020-21']);
    expect(await search('1999-00')).toEqual(['1999-00']);
  });

  it('accepts a season with two four-digit years', async () => {
    expect(await search('2024-2025')).toEqual(['2024-25']);
    expect(await search('1999-2000')).toEqual(['1999-00']);
  });

  it('finds the year itself, then seasons that start in it, then seasons that end in it', async () => {
    expect(await search('2025')).toEqual(['2025', '2025-26', '2024-25']);
    expect(await search('2000')).toEqual(['2000', '1999-00']);
    expect(await search('2022')).toEqual(['2022-23', '2021-22']);
  });

  it('finds years that end with two digits: first years before second years, newest first', async () => {
    expect(await search('97')).toEqual(['1997-98', '1997', '1897-98', '1897', '1996-97', '1896-97']);
    expect(await search('00')).toEqual(['2000', '1900', '1999-00', '1899-00']);
  });

  it('finds seasons that contain three digits, first years that start with the digits first', async () => {
    expect(await search('199')).toEqual(['1999-00', '1998', '1997-98', '1997', '1996-97']);
    // None starts with it: a second year that ends with it counts more than a first year.
    expect(await search('998')).toEqual(['1997-98', '1998']);
    expect(await search('899')).toEqual(['1899-00']);
  });

  it('ranks a digit: years that start with it, second years that end with it, then others', async () => {
    expect(await search('3')).toEqual(['2022-23', '2023-24']);
    expect(await search('6')).toEqual(['2025-26', '1996-97', '1896-97']);
  });

  it('returns the ten most relevant seasons', async () => {
    expect(await search('2')).toEqual([
      '2025-26',
      '2025',
      '2024-25',
      '2024',
      '2023-24',
      '2022-23',
      '2021-22',
      '2021',
      '2020-21',
      '2019-20',
    ]);
  });

  it('returns years with four digits, and null as the second year of a single year', async () => {
    expect((await request('1999-00')).body).toEqual([
      {
        id: await idOf(catalogue.db, 'seasons', '1999-00'),
        year: '1999-00',
        first_year: '1999',
        second_year: '2000',
      },
    ]);
    expect((await request('2000')).body[0]).toEqual({
      id: await idOf(catalogue.db, 'seasons', '2000'),
      year: '2000',
      first_year: '2000',
      second_year: null,
    });
  });

  it.each([
    '20245',
    '2024-3',
    '2030',
    '2030-',
    '20-21',
    '2025-2024',
    '2020-22',
    '777',
    '2024-20255',
    '2024-2035',
  ])('returns an empty list for %s', async (keyword) => {
    expect(await search(keyword)).toEqual([]);
  });

  it('trims the keyword', async () => {
    expect(await search('  2020-21 \t')).toEqual(['2020-21']);
  });

  it.each([
    '-',
    '-2025',
    '--',
    '2024-25-26',
    '2024--25',
    '2024/25',
    'abc',
    '2024-25x',
    '20%',
    '2_24',
    '２０２４',
    '2024–25',
    '2024 25',
    "'; drop table seasons",
  ])('returns 400 for %s, which is not in a season format', async (keyword) => {
    const { status, body } = await request(` ${keyword} `);
    expect(status).toBe(400);
    expect(body).toEqual({ detail: `Invalid season format: ${keyword}` });
  });
});

describe('GET /api/seasons/{season_id}', () => {
  it('returns the id and year', async () => {
    const id = await idOf(catalogue.db, 'seasons', '2024-25');
    const { status, body } = await catalogue.request(`/api/seasons/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id, year: '2024-25' });
  });

  it('returns 404 with the id of a season that does not exist', async () => {
    const { status, body } = await catalogue.request('/api/seasons/999');
    expect(status).toBe(404);
    expect(body).toEqual({ detail: 'Season with ID 999 not found' });
  });
});
