import { beforeAll, describe, expect, it } from '@jest/globals';
import { openRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { query } from '@kitroom/server/database/database';
import { countTermsByType } from '../src/kits/kit-search-queries.ts';
import { planSearch } from '../src/kits/plan-kit-search.ts';
import { kitLines, namesOf, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

/** Enough kits that a search walks the types, stops in their depth, or sorts: each as its numbers make it. */
const KITS = 14_000;
const RECENT = 11_000;
/** Words of most away kits, and of this share of the oldest home kits: few, some and many. */
const OLD_WORDS = { lumen: 0.01, orbit: 0.026, quartz: 0.055 };
const WORDS = [
  'united',
  'city',
  'real',
  'sporting',
  'dynamo',
  'atletico',
  'rovers',
  'north',
  'south',
  'saint',
];
const RARE_WORDS = Array.from(
  { length: 60 },
  (_, index) => `town${String.fromCharCode(97 + (index % 26))}${index}`,
);
const SIDES = ['', '', '', '', ' II', ' Ladies', ' B', ' U19'];
const TYPES = [
  ...Array.from({ length: 10 }, () => 'Home'),
  ...Array.from({ length: 8 }, () => 'Away'),
  'Third',
  'GK Home',
  'GK Away',
  'Training',
  'Prematch',
  'Anthem Jacket',
  'Travel',
  'Fourth',
];
const SEASONS = Array.from({ length: 30 }, (_, index) => {
  const year = 1995 + index;
  return index % 3 === 0 ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
});

const catalogue = useCatalogue();
let kits: StoredKit[];

beforeAll(async () => {
  await catalogue.load(kitLines(generateKits()));
  kits = await readKits();
}, 120_000);

const KEYWORDS = [
  // Alone: common, rare, only in old kits, parts of words, a type's name, short ones.

  ...WORDS,
  ...Object.keys(OLD_WORDS),
  ...RARE_WORDS.slice(0, 5),
  'home',
  'away',
  'third',
  'jacket',
  'match',
  'gk',
  'unit',
  'ynam',
  'own',
  'e',
  'ii',
  'u19',
  'b',
  '9',
  'lu',
  'rs r',
  '-',
  '2',
  // Phrases, in their order and out of it.

  'real united',
  'united real',
  'north city',
  'city north',
  'saint south',
  'dynamo dynamo',
  'home real',
  'ladies home',

  'real away',
  'away real',
  'lumen away',
  'away lumen',
  'orbit city',
  'city orbit',
  'quartz third',
  'third quartz',
  'united nowhere',
  'nowhere real town',
  'lumen quartz nowhere',
  'e a',
  'o home',
  'home away third',
  // With a year or a season.

  '2001',
  '2001-02',
  'home 2001',
  '2001 lumen',
  'united 1998',
  '1998 city united',
  'real 2010-11',
  'e 2004',
  'quartz 2024',
  'nowhere real 2003',
  '2003-04 away',
  'home away 2009',
  'city-2009',
  'gk 1996',
];

describe('GET /api/kits/search in a large catalogue', () => {
  it.each(KEYWORDS)('finds by "%s" what reading all kits finds', async (keyword) => {
    const path = `/api/kits/search?keyword=${encodeURIComponent(keyword)}`;
    const { status, body } = await catalogue.ask(path);
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(namesOf(searchAll(keyword)));
  });

  it('finds older kits of a first type before newer ones of a later type', () => {
    // What the comparison above rests on: the oldest home kits come first, the many newer away kits after them.
    const types = (keyword: string) => new Set(searchAll(keyword).map(({ type }) => type));
    expect(types('lumen')).toEqual(new Set(['Home', 'Away']));
    expect(types('orbit')).toEqual(new Set(['Home']));
  });

  it('is searched in each of the ways that there are', async () => {
    const ways = KEYWORDS.map(async (term) => {
      const counts = await countTermsByType(catalogue.db, [term]);
      const plan = planSearch({ groups: [[term]], terms: [term], needs: 'all' }, counts, false);
      return plan.how === 'sort' ? ['sort'] : plan.steps.map(({ depth }) => `walk to ${depth ?? 'the end'}`);
    });
    const all = new Set((await Promise.all(ways)).flat());
    expect(all).toEqual(new Set(['sort', 'walk to the end', 'walk to 4000']));
  });
});

interface StoredKit {
  id: number;
  name: string;
  team: string;
  year: string;
  type: string;
  rank: number[];
}

/** The kits, oldest first. */
function generateKits(): KitFixture[] {
  const random = openRandom('a large catalogue');
  return Array.from({ length: KITS }, (_, index) => {
    const type = pickFrom(random, TYPES);
    const season = pickFrom(random, SEASONS);
    const isOld = index < KITS - RECENT;
    const words = [pickFrom(random, WORDS), pickFrom(random, [...WORDS, ...RARE_WORDS])];
    for (const [word, share] of Object.entries(OLD_WORDS)) {
      if (random() < (isOld ? (type === 'Home' ? share : 0) : type === 'Away' ? 0.9 : 0)) words.push(word);
    }
    const club = `${words.join(' ')}${pickFrom(random, SIDES)}`;
    return { club, season, type, name: `${club} ${season} ${type}`, slug: `kit-${index}` };
  });
}

function readKits(): Promise<StoredKit[]> {
  return query<StoredKit>(
    catalogue.db,
    `select kits.id, lower(kits.name) as text, kits.name, clubs.name as team, seasons.year, kit_types.name as type,
       array[category_order, is_goalkeeper::integer, order_priority, -kits.id] as rank
     from kits
     join clubs on clubs.id = kits.club_id
     join seasons on seasons.id = kits.season_id
     join kit_types on kit_types.id = kits.type_id`,
  );
}

/** The documented algorithm, word by word. */
function searchAll(keyword: string): StoredKit[] {
  const year = /\b\d{4}(-\d{2})?\b/.exec(keyword)?.[0];
  const phrase = keyword
    .replace(year ?? '', '')
    .replaceAll(/^[\s-]+(?=\S)|(?<=\S)[\s-]+$/g, '')
    .trim();
  const terms = phrase.split(/[\s-]+/).filter((term) => term !== '');
  const ofYear = kits.filter((kit) => year === undefined || isOf(kit.year, year));
  const tiers: Array<(name: string) => boolean> = [
    (name) => name.includes(phrase),
    (name) => terms.length > 0 && terms.every((term) => name.includes(term)),
    (name) => terms.some((term) => name.includes(term)),
  ];
  for (const matches of tiers) {
    const found = ofYear.filter(({ name }) => matches(name.toLowerCase()));
    if (found.length > 0) return firstOf(found);
  }
  return [];
}

function isOf(season: string, asked: string): boolean {
  if (asked.length > 4) return season === asked;
  return season.startsWith(asked) || season === `${Number(asked) - 1}-${asked.slice(2)}`;
}

function firstOf(found: readonly StoredKit[]): StoredKit[] {
  const isSecondary = ({ team }: StoredKit) => / (II|Ladies|B|U19)$/.test(team);
  const candidates = found.toSorted((a, b) => compare(a.rank, b.rank)).slice(0, 20);
  return [...candidates.filter((kit) => !isSecondary(kit)), ...candidates.filter(isSecondary)].slice(0, 10);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, index) => value !== other[index]);
  return (one[place] ?? 0) - (other[place] ?? 0);
}
