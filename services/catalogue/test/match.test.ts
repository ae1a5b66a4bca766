import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    recordLine('club', 'Manchester United', { aliases: ['Man Utd'] }),
    recordLine('club', 'Manchester City'),
    recordLine('club', 'Arsenal FC'),
    recordLine('club', 'Arsenal de Sarandí'),
    ...kitLines([
      {
        club: 'Málaga CF',
        season: '2003-04',
        brand: 'adidas',
        slug: 'malaga-2003-04-home-kit',
        id_archive: 4711,
      },
      { club: 'Málaga CF', season: '2003', brand: 'Nike' },
      { club: 'Málaga CF', season: '2002-03', brand: 'Nike' },
      { club: 'Málaga CF', season: '2004-05', brand: 'Nike' },
    ]),
    ...kitLines([{ club: 'Partizan', season: '2003-04' }]),
    recordLine('club', 'Málaga CF', { aliases: ['Boquerones'] }),
    ...kitLines([{ club: 'Austria Wien', season: '2003-04' }]),
    recordLine('club', 'Austria Wien', { aliases: ['Austria'] }),
  ]);
});

async function match(names: Record<string, unknown[]>) {
  const { status, body } = await catalogue.request('/api/match', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(names),
  });
  expect(status).toBe(200);
  return body as Record<string, Array<Array<{ id: number; name: string; year: string; score: number }>>>;
}

/** The names of the matches of one text, with their scores. */
async function matchOne(kind: string, text: string) {
  const body = await match({ [kind]: [text] });
  return (body[kind]?.[0] ?? []).map(({ name, year, score }) => [name ?? year, score] as const);
}

describe('POST /api/match', () => {
  it('gives a kit of a club whose alias is a country a score below 1', async () => {
    const [[name, score] = ['', 1]] = await matchOne('kits', 'Austria 2003-04 Home');
    expect([name, score < 1]).toEqual(['Austria Wien 2003-04 Home', true]);
    expect(await matchOne('kits', 'Austria Wien 2003-04 Home')).toEqual([['Austria Wien 2003-04 Home', 1]]);
  });

  it('returns the kits of the requested clubs and seasons, in request order', async () => {
    const named = await match({ clubs: ['Málaga CF'], seasons: ['2003-04', '2002-03'] });
    expect(Object.keys(named)).toEqual(['brands', 'clubs', 'seasons', 'kits']);
    const club = named['clubs']?.[0]?.[0]?.id;
    const seasons = named['seasons']?.map(([season]) => season?.id);
    const { club_seasons: listed } = await match({
      club_seasons: seasons?.map((season) => ({ club, season })) ?? [],
    });
    expect(listed?.map((kits) => kits.map(({ name }) => name))).toEqual([
      ['Málaga CF 2003-04 Home'],
      ['Málaga CF 2002-03 Home'],
    ]);
  });

  it.each([
    ['clubs', 'man utd', 'Manchester United'],
    ['clubs', 'malaga cf', 'Málaga CF'],
    ['clubs', 'manchester-city-kits', 'Manchester City'],
    ['brands', 'ADIDAS', 'adidas'],
    ['seasons', '2003-04', '2003-04'],
    ['seasons', '2003-2004', '2003-04'],
    ['seasons', '03/04', '2003-04'],
    ['seasons', 'temporada 2003/2004', '2003-04'],
    ['seasons', 'Apr-03', '2003-04'],
    ['seasons', '2003-04-01', '2003-04'],
    ['seasons', '2003', '2003'],
    ['kits', 'malaga-2003-04-home-kit', 'Málaga CF 2003-04 Home'],
    ['kits', 'https://www.footballkitarchive.com/malaga-2003-04-home-kit/4711/', 'Málaga CF 2003-04 Home'],
    ['kits', '4711', 'Málaga CF 2003-04 Home'],
    ['kits', 'Партизан 2003/04 Home', 'Partizan 2003-04 Home'],
    ['seasons', '(2003／04)', '2003-04'],
  ])('matches with score 1: %s %s', async (kind, text, name) => {
    expect((await matchOne(kind, text))[0]).toEqual([name, 1]);
  });

  it('returns no club for "Manchester", and Arsenal FC with score 0.95 for "Arsenal"', async () => {
    expect(await matchOne('clubs', 'Manchester')).toEqual([]);
    expect(await matchOne('clubs', 'Arsenal')).toEqual([['Arsenal FC', 0.95]]);
  });

  it('prefers the season that starts in a year to the season that ends in it', async () => {
    const [first, second] = await matchOne('seasons', '2004');
    expect([first, second]).toEqual([
      ['2004-05', 0.8],
      ['2003-04', 0.5],
    ]);
  });

  it('finds kits by name and year', async () => {
    const [first] = await matchOne('kits', 'malaga cf 2003-04 home');
    expect(first).toEqual(['Málaga CF 2003-04 Home', 1]);
  });

  it.each([
    ['Málaga CF 2003/04 Home Kit', 1],
    ['malaga cf 03/04 home shirt', 1],
    ['Málaga 2003-04 Home', 0.95],
    ['2003/04 home Málaga CF', 0.95],
    ['Boquerones 2003-2004 Home Kit', 1],
  ])('recognises the kit name "%s"', async (text, score) => {
    expect((await matchOne('kits', text))[0]).toEqual(['Málaga CF 2003-04 Home', score]);
  });

  it('returns empty lists for unknown strings, in request order', async () => {
    const body = await match({
      clubs: ['', '%', 'qqqq zzzz', 'arsenal fc'],
      seasons: ['x', '-'],
      kits: ['no-such-kit'],
    });
    expect(body['clubs']?.map((list) => list.length)).toEqual([0, 0, 0, expect.any(Number)]);
    expect(body['clubs']?.[3]?.[0]?.name).toBe('Arsenal FC');
    expect([body['seasons'], body['kits'], body['brands']]).toEqual([[[], []], [[]], []]);
  });

  it.each([
    { clubs: ['x'.repeat(201)] },
    { clubs: Array.from({ length: 101 }, () => 'x') },
    { clubs: 'x' },
    { kits: ['a\0'] },
  ])('returns 400 for invalid input', async (names) => {
    const { status } = await catalogue.request('/api/match', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(names),
    });
    expect(status).toBe(400);
  });
});
