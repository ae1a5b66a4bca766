import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { MISTAKES } from '@kitroom/testing/typing-mistakes';
import { useCatalogue } from './test-catalogue.ts';

interface DemoLine {
  kind: string;
  slug: string;
  name: string;
  aliases?: string[];
  club?: string;
  season?: string;
  type?: string;
}

const MINUTE = 60_000;
const KITS = 150;
/** How many searches with a typo are drawn, and the shortest words that have one. */
const SEARCHES = 100;
const WORD_LETTERS = 4;

const demo = [...writeDemoCatalogue()].map((line) => JSON.parse(line) as DemoLine);
const clubs = demo.filter(({ kind }) => kind === 'club');
const catalogue = useCatalogue();

beforeAll(async () => {
  await catalogue.load(demo);
}, MINUTE);

interface Search {
  kit: string;
  keyword: string;
}

/** How many of the keywords find their kit, and how many find it first. */
async function measure(searches: readonly Search[]) {
  let foundCount = 0;
  let firstCount = 0;
  for (const { kit, keyword } of searches) {
    const { status, body } = await catalogue.request(
      `/api/kits/search?keyword=${encodeURIComponent(keyword)}`,
    );
    expect(status).toBe(200);
    const names = (body as Array<{ name: string }>).map(({ name }) => name);
    if (names.includes(kit)) foundCount += 1;
    if (names[0] === kit) firstCount += 1;
  }
  return { foundShare: foundCount / searches.length, firstShare: firstCount / searches.length };
}

/** Home kits of seasons of two years, drawn from the whole demo. */
function drawHomeKits(): Array<DemoLine & { years: [string, string]; clubName: string; aliases: string[] }> {
  const random = createRandom('what people write');
  const byslug = new Map(clubs.map((club) => [club.slug, club]));
  const home = demo.filter(({ type, season }) => type === 'Home' && season?.includes('-'));
  return Array.from({ length: KITS }, () => {
    const kit = pickFrom(random, home);
    const [start = '', end = ''] = (kit.season ?? '').split('-');
    const club = byslug.get(kit.club ?? '');
    return { ...kit, years: [start, end], clubName: club?.name ?? '', aliases: club?.aliases ?? [] };
  });
}

describe('kit search for demo kits', () => {
  it.each([
    ['{club} 2019/20', (club, [start, end]) => `${club} ${start}/${end}`],
    ['{club} 19/20', (club, [start, end]) => `${club} ${start.slice(2)}/${end}`],
    ['{club} 2019/20 Home', (club, [start, end]) => `${club} ${start}/${end} Home`],
    ['{club} home shirt 2019-20', (club, [start, end]) => `${club} home shirt ${start}-${end}`],
    ['{club} 2019-20 Home Kit', (club, [start, end]) => `${club} ${start}-${end} Home Kit`],
  ] as Array<[string, (club: string, years: [string, string]) => string]>)(
    'returns the kit for 99 % of keywords, and first for 90 %: %s',
    async (_form, write) => {
      const searches = drawHomeKits().map(({ name, clubName, years }) => ({
        kit: name,
        keyword: write(clubName, years),
      }));
      const { foundShare, firstShare } = await measure(searches);
      expect(foundShare).toBeGreaterThanOrEqual(0.99);
      expect(firstShare).toBeGreaterThanOrEqual(0.9);
    },
    MINUTE,
  );

  it(
    'returns the kit for 97 % of aliases with a season',
    async () => {
      const searches = drawHomeKits().flatMap(({ name, aliases, years: [start, end] }) =>
        aliases.map((alias) => ({ kit: name, keyword: `${alias} ${start}/${end}` })),
      );
      expect(searches.length).toBeGreaterThan(KITS / 2);
      expect((await measure(searches)).foundShare).toBeGreaterThanOrEqual(0.97);
    },
    MINUTE,
  );
});

/** Searches of so many words for kits of the whole demo, with one typo in any word but a season's. */
function drawSearchesWithTypo(words: number): Array<{ club: string; typed: string }> {
  const random = createRandom(`${words} words with a typo`);
  const names = new Map(clubs.map(({ slug, name }) => [slug, name]));
  const kits = demo.filter(({ kind }) => kind === 'kit');
  const forms = kits.flatMap(({ club: slug = '', season, type }) => {
    const club = names.get(slug) ?? '';
    const written = [club, `${club} ${type}`, `${club} ${season}`, `${club} ${season} ${type}`];
    return written.filter((text) => text.split(' ').length === words).map((text) => ({ club, text }));
  });
  return Array.from({ length: SEARCHES }, () => {
    const { club, text } = pickFrom(random, forms);
    const long = text.split(/[^\p{L}\p{M}]+/u).filter(({ length }) => length >= WORD_LETTERS);
    const word = pickFrom(random, long.length > 0 ? long : [text]);
    const mistake = pickFrom(random, Object.values(MISTAKES));
    return { club, typed: text.replace(word, mistake(word, random)) };
  });
}

describe('kit search with one typing mistake', () => {
  async function findFirstClub(keyword: string): Promise<string | undefined> {
    const path = `/api/kits/search?keyword=${encodeURIComponent(keyword)}`;
    const [kit] = (await catalogue.request(path)).body as Array<{ team_name: string }>;
    return kit?.team_name;
  }

  it.each([
    ['barzelona home', 'FC Barcelona'],
    ['mancester united', 'Manchester United'],
    ['bayren munich 2014 home', 'FC Bayern München'],
    ['reel madrid', 'Real Madrid'],
  ])('returns a kit of the intended club first: %s', async (keyword, club) => {
    expect(await findFirstClub(keyword)).toBe(club);
  });

  it.each([2, 3])(
    'returns a kit of the intended club first in 95 % of cases: %i words',
    async (words) => {
      const wrong = [];
      for (const { club, typed } of drawSearchesWithTypo(words)) {
        const first = await findFirstClub(typed);
        if (first !== club) wrong.push({ typed, first, club });
      }
      expect([wrong.length <= SEARCHES / 20, wrong]).toEqual([true, expect.anything()]);
    },
    MINUTE,
  );
});

describe('POST /api/match for demo clubs', () => {
  async function match(texts: readonly string[]): Promise<string[]> {
    const names: string[] = [];
    for (let at = 0; at < texts.length; at += 100) {
      const { status, body } = await catalogue.request('/api/match', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clubs: texts.slice(at, at + 100) }),
      });
      expect(status).toBe(200);
      names.push(...(body.clubs as Array<Array<{ name: string }>>).map(([best]) => best?.name ?? ''));
    }
    return names;
  }

  it(
    'returns the right club for 95 % of names and aliases, and a wrong club for at most 1 %',
    async () => {
      const searches = clubs.flatMap(({ name, aliases = [] }) =>
        [name, ...aliases].map((text) => ({ name, text })),
      );
      const matchedNames = await match(searches.map(({ text }) => text));
      const right = searches.filter(({ name }, at) => matchedNames[at] === name);
      const wrong = searches.filter(({ name }, at) => matchedNames[at] !== '' && matchedNames[at] !== name);
      expect(right.length / searches.length).toBeGreaterThanOrEqual(0.95);
      expect(wrong.length / searches.length).toBeLessThanOrEqual(0.01);
    },
    MINUTE,
  );

  it(
    'returns no other club if the catalogue lacks the club',
    async () => {
      const lacking = clubs.filter((_, at) => at % 2 === 1);
      await catalogue.db('kits').delete();
      await catalogue
        .db('clubs')
        .whereIn(
          'slug',
          lacking.map(({ slug }) => slug),
        )
        .delete();
      await catalogue.followChanges();
      const matchedNames = await match(lacking.map(({ name }) => name));
      const matched = lacking.flatMap(({ name }, at) =>
        matchedNames[at] === '' ? [] : [[name, matchedNames[at]]],
      );
      // A short name that a single first team bears is that team, by the rules.
      expect(matched).toEqual([['Inter', 'Inter Miami CF']]);
    },
    MINUTE,
  );
});
