import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { createRandom, pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { compareCodePoints } from '@kitroom/shared';
import { MISTAKES } from '@kitroom/testing/typing-mistakes';
import { namesOf, recordLine } from './fixture-catalogue.ts';
import { measureRecall, type ClubToFind } from './measure-recall.ts';
import { OTHER_SCRIPTS } from './random-queries.ts';
import { rankNames } from './reference/rank-names.ts';
import { compareNames } from './reference/slow-name-searches.ts';
import { useCatalogue } from './test-catalogue.ts';

type Resource = 'clubs' | 'brands' | 'competitions';

const MINUTE = 60_000;

const demo = [...writeDemoCatalogue()].map((text): { kind: string } & Partial<ClubToFind> =>
  JSON.parse(text),
);
const DEMO_CLUBS = demo.filter(({ kind }) => kind === 'club');

/** Names with signs, numbers and other scripts. */
const ODD_CLUBS = [
  recordLine('club', 'TSV 1860 München'),
  recordLine('club', "Newell's Old Boys", { aliases: ["Club Atlético Newell's Old Boys", 'La Lepra'] }),
  recordLine('club', 'S.S.C. Città di Campobasso'),
  recordLine('club', 'Спартак Москва', {
    slug: 'spartak-moskva-kits',
    aliases: ['Spartak Moscow', 'Народная команда'],
  }),
  recordLine('club', '横浜F・マリノス', { slug: 'f-marinos-kits', aliases: ['Yokohama F. Marinos'] }),
  recordLine('club', 'Falkirk'),
  recordLine('club', 'Brighton & Hove Albion'),
  recordLine('club', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch FC'),
  recordLine('club', 'Dynamo Kyiv'),
  recordLine('club', '%%% &&&', { slug: 'signs-kits' }),
];

/** Records whose names differ only in words such as FC. */
const NAMESAKES = (['club', 'brand', 'competition'] as const).flatMap((kind) => [
  recordLine(kind, 'AC Quillon'),
  recordLine(kind, 'CD Quillón'),
  recordLine(kind, 'Quillon 1904'),
  recordLine(kind, 'Tarrasca', { aliases: ['Tarrasca S.C.'] }),
  recordLine(kind, 'Tarrasca CF'),
  recordLine(kind, 'Club Deportivo Velmora'),
]);

const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load([
    ...demo.filter(({ kind }) => kind === 'club' || kind === 'brand' || kind === 'competition'),
    ...ODD_CLUBS,
    ...NAMESAKES,
  ]);
});

async function find(
  resource: Resource,
  keyword: string,
): Promise<Array<{ id: number; name: string; slug: string }>> {
  const { status, body } = await catalogue.request(
    `/api/${resource}/search?keyword=${encodeURIComponent(keyword)}`,
  );
  expect(status).toBe(200);
  return body;
}

const labelsOf = (suggestions: ReadonlyArray<{ label: string }>) => suggestions.map(({ label }) => label);
const search = async (resource: Resource, keyword: string) => namesOf(await find(resource, keyword));

describe('search by name', () => {
  it.each([
    ['asrenal', 'Arsenal'],
    ['benifca', 'SL Benfica'],
    ['Flakirk', 'Falkirk'],
    ['vlaencia', 'Valencia CF'],
    ['real sociedda', 'Real Sociedad'],
    ['fc bayenr munchne', 'FC Bayern München'],
    ['saint etinene', 'AS Saint-Étienne'],
    ['saintetienen', 'AS Saint-Étienne'],
    ['saintxetienne', 'AS Saint-Étienne'],
    ['al hilla', 'Al-Hilal'],
    ['alhilla', 'Al-Hilal'],
    ['newlels old', "Newell's Old Boys"],
    ["newell's odl boys", "Newell's Old Boys"],
    ['f.c. barcleona', 'FC Barcelona'],
    ['ssc camopbasso', 'S.S.C. Città di Campobasso'],
    ['tsv 1680', 'TSV 1860 München'],
    ['спатрак', 'Спартак Москва'],
    ['brighton & hvoe', 'Brighton & Hove Albion'],
    ['челси', 'Chelsea'],
    ['Deutschland', 'Germany'],
    ['Динамо Київ', 'Dynamo Kyiv'],
  ])('finds, for %s, the club %s', async (keyword, name) => {
    expect(await search('clubs', keyword)).toContain(name);
  });

  it.each([
    ['Sankt Pauli', 'FC St. Pauli'],
    ['saint pauli', 'FC St. Pauli'],
    ['Brighton und Hove', 'Brighton & Hove Albion'],
    ['Leeds Utd.', 'Leeds United'],
  ])('matches words with several spellings: %s', async (keyword, name) => {
    expect(await search('clubs', keyword)).toEqual([name]);
  });

  it('finds brands and competitions by name and alias too', async () => {
    expect(await search('competitions', 'epl')).toEqual(['Premier League']);
    expect(await search('competitions', 'LaLiga')).toContain('La Liga');
    expect(await search('brands', 'nb')).toEqual(['New Balance']);
    expect(await search('brands', 'umrbo')).toContain('Umbro');
    expect(await search('competitions', 'chapmions leagu')).toContain('Champions League');
  });

  const KINDS = [
    ['clubs', 'club'],
    ['brands', 'brand'],
    ['competitions', 'competition'],
  ] as const;
  const NAMED = [
    ['AC Quillon', ['AC Quillon']],
    ['Quillon A.C.', ['AC Quillon']],
    ['cd quilon', ['CD Quillón']],
    ['Tarrasca SC', ['Tarrasca']],
    ['CF Tarrasca', ['Tarrasca CF']],
    ['FC Quillon', ['AC Quillon', 'CD Quillón', 'Quillon 1904']],
    ['Velmora FC', ['Club Deportivo Velmora']],
    ['quillon', ['AC Quillon', 'CD Quillón', 'Quillon 1904']],
  ] as const;

  it.each(KINDS)(
    'returns only %s with all words, including words such as FC, if there are any',
    async (resource, kind) => {
      for (const [keyword, names] of NAMED) {
        expect([keyword, (await search(resource, keyword)).toSorted(compareCodePoints)]).toEqual([
          keyword,
          names,
        ]);
        const { body } = await catalogue.request(
          `/api/suggest?types=${kind}&q=${encodeURIComponent(keyword)}`,
        );
        expect([keyword, labelsOf(body).toSorted(compareCodePoints)]).toEqual([keyword, names]);
      }
    },
  );

  it('returns no clubs that are two edits away and not similar', async () => {
    expect(await search('clubs', 'flakrik')).toEqual([]);
    expect(await search('clubs', 'спртака')).toEqual([]);
  });

  it('requires every word to match', async () => {
    expect(await search('clubs', 'спатрак')).toEqual(['Спартак Москва']);
    expect(await search('clubs', 'спатрак киев')).toEqual([]);
  });

  it('matches words of fewer than four letters only exactly or as a beginning', async () => {
    expect(await search('clubs', 'мос спа')).toEqual(['Спартак Москва']);
    expect(await search('clubs', 'мсо спа')).toEqual([]);
  });
});

describe('an alias', () => {
  it('is found when it has the maximum length and the club has the maximum number of aliases', async () => {
    const word = 'ㄅㄆㄇㄈㄉㄊㄋㄌㄍㄎㄏㄐㄑㄒ';
    const aliases = Array.from({ length: 20 }, (_, at) => `${word}${at}.`.repeat(20).slice(0, 200));
    await catalogue.load([
      recordLine('club', 'ㄅ'.repeat(300), { slug: 'long-kits', aliases }),
      // One character, which stands for eighteen.
      recordLine('club', 'ﷺ'.repeat(300), { slug: 'longer-kits', aliases: ['ﷺ'.repeat(200)] }),
    ]);
    const [club] = await find('clubs', `${word.replace('ㄇㄈ', 'ㄈㄇ')}19`);
    expect(club?.slug).toBe('long-kits');
  });

  it.each([
    ['psg', 'Paris Saint-Germain'],
    ['man utd', 'Manchester United'],
    ['barça', 'FC Barcelona'],
    ['barca', 'FC Barcelona'],
    ['BVB', 'Borussia Dortmund'],
    ['mufc', 'Manchester United'],
    ['浦和レッズ', 'Urawa Red Diamonds'],
    ['الهلال', 'Al-Hilal'],
    ['yokohama f. marinos', '横浜F・マリノス'],
    ['народная', 'Спартак Москва'],
  ])('finds its club: %s', async (keyword, name) => {
    expect(await search('clubs', keyword)).toContain(name);
  });

  it('finds its club by part of the alias, and despite a typing mistake', async () => {
    expect(await search('clubs', 'ная кома')).toEqual(['Спартак Москва']);
    expect(await search('clubs', 'нардоная')).toEqual(['Спартак Москва']);
  });

  it('ranks as high as a name when more than ten clubs match', async () => {
    await catalogue.load([
      ...Array.from({ length: 12 }, (_, index) => recordLine('club', `Zebras ${index}`)),
      recordLine('club', 'Udinese', { aliases: ['Le Zebrette', 'Zebras'] }),
    ]);
    expect(await search('clubs', 'zebras')).toContain('Udinese');
  });

  it('does not appear in search results', async () => {
    const [club] = await find('clubs', 'psg');
    expect(Object.keys(club ?? {})).toEqual(['id', 'name', 'slug', 'logo', 'logo_dark', 'country']);
  });
});

describe('the ten best results', () => {
  it.each(['clubs', 'brands', 'competitions'] as const)(
    'equal the reference ranking for %s',
    async (resource) => {
      const known = (await compareNames(catalogue.db, resource, '')).flatMap(({ name, aliases }) => [
        name,
        ...aliases,
      ]);
      const random = createRandom(`rules of ${resource}`);
      const latin = known.filter((name) => !OTHER_SCRIPTS.test(name));
      const drawn = Array.from({ length: 40 }, () => mistype(pickFrom(random, latin), random));
      for (const keyword of [...PLAIN_KEYWORDS, ...drawn]) {
        const records = await compareNames(catalogue.db, resource, keyword);
        const results = await find(resource, keyword);
        expect([keyword, results.map(({ id }) => id)]).toEqual([keyword, rankNames(records)]);
      }
    },
    MINUTE,
  );
});

describe('search for the demo clubs', () => {
  it(
    'finds at least 97 % of clubs despite a typing mistake, and all clubs by correct names',
    async () => {
      const clubs = DEMO_CLUBS.filter((_, at) => at % 3 === 0).map(
        ({ slug = '', name = '', aliases = [] }) => ({
          slug,
          name,
          aliases,
        }),
      );
      const recalls = await measureRecall(clubs, async (keyword) =>
        (await find('clubs', keyword)).map(({ slug }) => slug),
      );
      const tooFew = recalls
        .filter(({ title }) => !title.endsWith('all words'))
        .filter(({ title, total, foundCount }) => foundCount / total < (/letters/.test(title) ? 0.97 : 1));
      expect(recalls).toHaveLength(17);
      expect(tooFew).toEqual([]);
    },
    MINUTE,
  );
});

/** Keywords as typed, and keywords without words. */
const PLAIN_KEYWORDS = [
  'fc',
  'a',
  'sc b',
  'real',
  'united',
  'al-',
  "'",
  'kits',
  'club de',
  'f c',
  'inter mi',
  'cup',
  'ad',
];

/** The beginning of a name, up to a word with a mistake. */
function mistype(name: string, random: Random): string {
  const words = name.split(' ');
  const at = Math.floor(random() * words.length);
  const word = words[at] ?? '';
  const mistake = pickFrom(random, Object.values(MISTAKES));
  return [...words.slice(0, at), Array.from(word).length < 4 ? word : mistake(word, random)].join(' ');
}
