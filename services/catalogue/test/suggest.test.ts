import { beforeAll, describe, expect, it } from '@jest/globals';
import { SUGGESTION_TYPES, type Suggestion } from '@kitroom/catalogue-client';
import { eventually } from '@kitroom/testing/eventually';
import { drawnPicture, idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const indexed = useCatalogue();

const seasons = ['2001-02', '2002-03', '2003', '2003-04'];

beforeAll(async () => {
  await indexed.load([
    recordLine('brand', 'Barra'),
    recordLine('competition', 'Baltic Cup', { country: 'EE' }),
    ...kitLines([
      ...seasons.map((season) => ({ club: 'FC Barcelona', season, brand: 'Barra' })),
      { club: 'Bari' },
      { club: 'Paris Saint-Germain', season: '2003-04' },
      // One typo away from an alias.
      { club: 'PSV', season: '1998-99' },
    ]),
    recordLine('club', 'FC Barcelona', { country: 'ES', logo: '/barcelona.svg' }),
    recordLine('club', 'Paris Saint-Germain', { country: 'FR', aliases: ['PSG'] }),
    recordLine('club', 'Bayer Leverkusen', { country: 'DE' }),
    ...kitLines([{ club: 'FC Solvanna' }, { club: 'Merrin FC' }]),
    recordLine('club', 'Solvanna SC'),
    recordLine('club', 'Real Solvanna'),
    recordLine('club', 'Merrín'),
    ...Array.from({ length: 15 }, (_, index) => recordLine('club', `Snail ${index}`)),
  ]);
});

const suggest = async (query: string): Promise<Suggestion[]> => {
  const { status, body } = await indexed.request(`/api/suggest?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body;
};
const labels = (results: readonly Suggestion[]) => results.map(({ label }) => label);
const marked = ({ label, matched }: Suggestion) => matched.map(([start, end]) => label.slice(start, end));

describe('GET /api/suggest', () => {
  it('ranks prefix matches of all types before kits, and clubs by number of kits', async () => {
    const results = await suggest('q=ba');
    expect(results.slice(0, 5).map(({ type, label }) => [type, label])).toEqual([
      ['club', 'FC Barcelona'],
      ['competition', 'Baltic Cup'],
      ['brand', 'Barra'],
      ['club', 'Bari'],
      ['club', 'Bayer Leverkusen'],
    ]);
    expect(new Set(results.slice(5).map(({ type }) => type))).toEqual(new Set(['kit']));
    expect(results.map((entry) => marked(entry)[0]?.toLowerCase())).toEqual(results.map(() => 'ba'));
  });

  it('returns suggestions from one character on', async () => {
    expect(labels(await suggest('q=p&types=club'))).toEqual(['Paris Saint-Germain', 'PSV']);
    expect((await suggest('q=b')).map(({ label }) => label)).toContain('FC Barcelona');
  });

  it('returns the URL, label, detail and image of each record', async () => {
    const [club, kit] = [
      await idOf(indexed.db, 'clubs', 'fc-barcelona-kits'),
      await idOf(indexed.db, 'kits', 'fc-barcelona-2003-home-kit'),
    ];
    expect(await suggest('q=Barcelona&types=club')).toEqual([
      {
        type: 'club',
        id: club,
        label: 'FC Barcelona',
        detail: 'Spain',
        image: `${indexed.url}/barcelona.svg`,
        url: `${indexed.url}/api/clubs/${club}`,
        matched: [[3, 12]],
      },
    ]);
    expect((await suggest('q=barcelona+2003&types=kit')).find(({ id }) => id === kit)).toEqual({
      type: 'kit',
      id: kit,
      label: 'FC Barcelona 2003 Home',
      detail: 'FC Barcelona · 2003',
      image: drawnPicture(indexed.url, kit),
      url: `${indexed.url}/api/kits/${kit}`,
      matched: [[3, 17]],
    });
    expect((await suggest('q=baltic'))[0]).toMatchObject({
      type: 'competition',
      detail: 'Estonia',
      image: `${indexed.url}/api/no-logo.svg`,
    });
    expect((await suggest('q=barra'))[0]).toMatchObject({
      type: 'brand',
      detail: null,
      image: `${indexed.url}/api/no-logo.svg`,
    });
  });

  it.each(['barcelona', 'barra', 'baltic', '2003'])('returns URLs that can be requested: %s', async (q) => {
    for (const { url, id } of await suggest(`q=${q}`)) {
      const { status, body } = await indexed.request(new URL(url).pathname);
      expect([status, body.id]).toEqual([200, id]);
    }
  });

  it('returns the drawn crest of a club without a logo', async () => {
    const [bari] = await suggest('q=bari');
    expect(bari?.image).toBe(`${indexed.url}/api/clubs/${bari?.id}/crest.svg`);
  });

  it('matches aliases without a highlighted range, and ranks the club before its kits', async () => {
    const [club, ...kits] = await suggest('q=psg');
    expect(club).toMatchObject({ type: 'club', label: 'Paris Saint-Germain', matched: [] });
    expect(kits.length).toBeGreaterThan(0);
    for (const kit of kits) {
      expect(kit).toMatchObject({ type: 'kit', label: expect.stringMatching(/^Paris Saint-Germain/) });
    }
  });

  it.each([
    ['Solvanna SC', 'Solvanna SC'],
    ['solvanna s.c.', 'Solvanna SC'],
    ['SC Solvanna', 'Solvanna SC'],
    ['solvana sc', 'Solvanna SC'],
    ['FC Solvanna', 'FC Solvanna'],
    ['Solvanna FC', 'FC Solvanna'],
  ])('returns only the club that matches all words of %s', async (typed, name) => {
    const results = await suggest(`q=${encodeURIComponent(typed)}`);
    expect(results[0]).toMatchObject({ type: 'club', label: name });
    expect(labels(results.filter(({ type }) => type === 'club'))).toEqual([name]);
  });

  it('ranks a club with exactly the typed name before clubs with more kits', async () => {
    expect(labels(await suggest('types=club&q=merrin'))).toEqual(['Merrín', 'Merrin FC']);
    expect(labels(await suggest('types=club&q=solvanna'))).toEqual([
      'FC Solvanna',
      'Solvanna SC',
      'Real Solvanna',
    ]);
  });

  it('tolerates typing mistakes', async () => {
    const [results] = await suggest('q=barzelona');
    expect([results?.label, results && marked(results)]).toEqual(['FC Barcelona', ['Barcelona']]);
  });

  it('finds seasons by their years in many formats', async () => {
    expect((await suggest('q=2003')).slice(0, 3).map(({ type, label }) => [type, label])).toEqual([
      ['season', '2003'],
      ['season', '2003-04'],
      ['season', '2002-03'],
    ]);
    expect(await suggest('q=2003-04&types=season')).toMatchObject([
      { label: '2003-04', detail: null, image: null, matched: [[0, 7]] },
    ]);
    for (const typed of ['2003/04', '03/04', '2003/', '2003/0', '2003–0', '２００３／０４', '(2003/04)'])
      expect((await suggest(`q=${typed}`))[0]).toMatchObject({ type: 'season', label: '2003-04' });
    expect((await suggest('q=’02&types=season')).map(({ label }) => label)).toEqual(['2002-03', '2001-02']);
    for (const typed of ['2003x', '2003/9']) expect(await suggest(`q=${typed}&types=season`)).toEqual([]);
  });

  it('returns only the requested types and the requested number of suggestions', async () => {
    for (const type of SUGGESTION_TYPES) {
      const results = await suggest(`q=2003&types=${type}`);
      expect(results.every((entry) => entry.type === type)).toBe(true);
    }
    expect(new Set((await suggest('q=ba&types=brand,club')).map(({ type }) => type))).toEqual(
      new Set(['club', 'brand']),
    );
    expect(await suggest('q=snail')).toHaveLength(10);
    expect(await suggest('q=snail&limit=3')).toHaveLength(3);
    expect(await suggest('q=snail&limit=1000')).toHaveLength(15);
  });

  it.each(['q=', 'q=+', 'q=xyzzyq'])('returns an empty list for %s', async (query) => {
    expect(await suggest(query)).toEqual([]);
  });

  it.each(['', 'q=a&types=clubs', 'q=a&limit=0', 'q=a&limit=x', `q=${'a'.repeat(201)}`, 'q=%00', 'q=a&q=b'])(
    'returns 400 for the query "%s"',
    async (query) => expect((await indexed.request(`/api/suggest?${query}`)).status).toBe(400),
  );

  it('follows changes in the database', async () => {
    const request = async () => labels(await suggest('q=leverkusen&types=club'));
    expect(await request()).toEqual(['Bayer Leverkusen']);
    await indexed.db.raw(`update clubs set name = 'Bayer 04 Leverkusen' where name = 'Bayer Leverkusen'`);
    await eventually(async () => expect(await request()).toEqual(['Bayer 04 Leverkusen']));
  });
});
