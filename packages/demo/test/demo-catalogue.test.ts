import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { COLOUR_NAMES, deriveKitType, DESIGNS, KIT_CATEGORIES, parseSeasonYear } from '@kitroom/shared';
import { DEMO_ALIASES } from '../src/catalogue/demo-aliases.ts';
import { writeDemoCatalogue } from '../src/catalogue/demo-catalogue.ts';

// A change to the demo catalogue changes this; check that the change was meant, then write the new one here.
const SHA_256 = 'be06bf7d691aaae9dc1331a377f87199a77885ed9f04ea600c4cda8a4fd74b3a';

interface Line {
  kind: 'brand' | 'competition' | 'club' | 'season' | 'kit_type' | 'kit';
  slug?: string;
  name?: string;
  year?: string;
  country?: string | null;
  aliases?: string[];
  category?: string;
  is_goalkeeper?: boolean;
}

interface KitLine extends Line {
  slug: string;
  name: string;
  club: string;
  season: string;
  brand: string;
  type: string;
  competitions: string[];
  design: string;
  primary_color: string;
  secondary_colors: string[];
  rating: number | null;
}

let texts: string[];
let lines: Line[];
let kits: KitLine[];
let clubs: Line[];

beforeAll(() => {
  texts = [...writeDemoCatalogue()];
  lines = texts.map((text): Line => JSON.parse(text));
  kits = lines.filter(isKit);
  clubs = lines.filter((line) => line.kind === 'club');
});

describe('the demo catalogue', () => {
  test('is identical each time, with the recorded SHA-256', () => {
    expect([...writeDemoCatalogue()].join('\n')).toBe(texts.join('\n'));
    const written = texts.map((text) => `${text}\n`).join('');
    expect(createHash('sha256').update(written).digest('hex')).toBe(SHA_256);
  });

  test('has brands, competitions, clubs, seasons and kit types before the kits', () => {
    const kinds = lines.map((line) => line.kind);
    const starts = kinds.filter((kind, at) => kind !== kinds[at - 1]);
    expect(starts).toEqual(['brand', 'competition', 'club', 'season', 'kit_type', 'kit']);
  });

  test('contains at least 80 clubs of at least 25 countries', () => {
    expect(clubs.length).toBeGreaterThanOrEqual(80);
    expect(distinct(clubs.map((club) => club.country)).length).toBeGreaterThanOrEqual(25);
    expect(clubs.filter((club) => !/^(?:[A-Z]{2}|GB-(?:ENG|SCT|WLS))$/.test(club.country ?? ''))).toEqual([]);
    expect(clubs.filter((club) => club.country === 'GB')).toEqual([]);
  });

  test('contains at least 4,000 kits over at least 30 seasons', () => {
    expect(kits.length).toBeGreaterThanOrEqual(4000);
    expect(distinct(kits.map((kit) => kit.season)).length).toBeGreaterThanOrEqual(30);
  });

  test('has kits of every club, season and kit type that it lists', () => {
    expect(new Set(kits.map((kit) => kit.club))).toEqual(new Set(clubs.map((club) => club.slug)));
    expect(new Set(kits.map((kit) => kit.season))).toEqual(keysOf('season'));
    expect(new Set(kits.map((kit) => kit.type))).toEqual(keysOf('kit_type'));
  });

  test('contains each key and each kit name once', () => {
    expect(distinct(lines.map((line) => `${line.kind} ${keyOf(line)}`))).toHaveLength(lines.length);
    expect(distinct(kits.map((kit) => kit.name))).toHaveLength(kits.length);
  });

  test('refers only to entries that come earlier', () => {
    const seen = new Set<string>();
    const dangling: string[] = [];
    for (const line of lines) {
      dangling.push(...referencesOf(line).filter((reference) => !seen.has(reference)));
      seen.add(`${line.kind} ${keyOf(line)}`);
    }
    expect(dangling).toEqual([]);
  });

  test('has lower-case slugs without accents, ending in -kits or -kit', () => {
    for (const { kind, slug } of lines.filter((line) => line.slug !== undefined)) {
      expect(slug).toMatch(kind === 'kit' ? /^([a-z0-9]+-)+kit$/ : /^([a-z0-9]+-)+kits$/);
    }
  });

  test('composes the name and slug of a kit from club, season and type', () => {
    const clubNames = new Map(clubs.map((club) => [club.slug, club.name]));
    for (const { name, slug, club, season, type } of kits) {
      const typeSlug = type.toLowerCase().replaceAll(' ', '-');
      expect(name).toBe(`${clubNames.get(club)} ${season} ${type}`);
      expect(slug).toBe(`${club.replace(/-kits$/, '')}-${season}-${typeSlug}-kit`);
    }
  });

  test('contains only valid season years', () => {
    const years = lines.filter((line) => line.kind === 'season').map((line) => line.year ?? '');
    expect(years.filter((year) => parseSeasonYear(year) === null)).toEqual([]);
    expect(years).toEqual(expect.arrayContaining(['1990-91', '1999-00', '2025-26', '2003', '2018', '2022']));
  });
});

describe('the kits of the demo catalogue', () => {
  test('have every colour as a primary colour', () => {
    expect(new Set(kits.map((kit) => kit.primary_color))).toEqual(new Set(COLOUR_NAMES));
  });

  test('have every design', () => {
    expect(new Set(kits.map((kit) => kit.design))).toEqual(new Set(DESIGNS));
  });

  test('are of every category', () => {
    expect(new Set(kits.map((kit) => categoryOf(kit.type)))).toEqual(new Set(KIT_CATEGORIES));
  });

  test('have known secondary colours, which are distinct and differ from the primary colour', () => {
    for (const { primary_color, secondary_colors } of kits) {
      const colours = [primary_color, ...secondary_colors];
      expect(COLOUR_NAMES).toEqual(expect.arrayContaining(colours));
      expect(distinct(colours)).toEqual(colours);
    }
  });

  test('have a secondary colour if the design needs one', () => {
    expect(kits.filter((kit) => kit.design !== 'Plain' && kit.secondary_colors.length === 0)).toEqual([]);
  });

  test('have ratings from 0 to 5 with up to two decimals, except for some kits', () => {
    const ratings = kits.map((kit) => kit.rating);
    const presentRatings = ratings.filter((rating) => rating !== null);
    expect(presentRatings.length).toBeGreaterThan(ratings.length * 0.75);
    expect(presentRatings.length).toBeLessThan(ratings.length);
    expect(presentRatings.filter((rating) => !/^([0-4](\.\d{1,2})?|5)$/.test(String(rating)))).toEqual([]);
  });

  test('have competitions only if they are match kits', () => {
    const played = kits.filter((kit) => kit.competitions.length > 0);
    expect(distinct(played.map((kit) => categoryOf(kit.type)))).toEqual(['match']);
  });

  test('contain no URL of a picture, no embedded picture and no archive id', () => {
    expect(texts.filter((text) => /"img|id_archive|"(?:https?|data):/.test(text))).toEqual([]);
  });

  test('have one brand for each club and season', () => {
    const makers = new Map<string, Set<string>>();
    for (const { club, season, brand } of kits) {
      const key = `${club} ${season}`;
      makers.set(key, (makers.get(key) ?? new Set()).add(brand));
    }
    expect([...makers].filter(([, brands]) => brands.size > 1)).toEqual([]);
  });

  test('have the typical home looks of well-known clubs', () => {
    expect(usualHome('fc-barcelona-kits')).toBe('Stripes Blue Claret');
    expect(usualHome('celtic-kits')).toBe('Hoops Green White');
    expect(usualHome('ajax-kits')).toBe('Single stripe White Red');
    expect(usualHome('river-plate-kits')).toBe('Sash White Red');
    expect(usualHome('blackburn-rovers-kits')).toBe('Half-and-half Blue White');
    expect(usualHome('croatia-kits')).toBe('Checkers Red White');
    expect(usualHome('arsenal-kits')).toBe('Contrasting sleeves Red White');
    expect(usualHome('uc-sampdoria-kits')).toBe('Chest band Blue White Red Black');
  });

  test("have the look of the first team's kits if they belong to a second team", () => {
    const looks = new Map(kits.map((kit) => [kit.slug, lookOf(kit)]));
    const compared = kits
      .filter((kit) => kit.club === 'fc-bayern-munchen-ii-kits')
      .map((kit) => [lookOf(kit), looks.get(kit.slug.replace('munchen-ii-', 'munchen-'))])
      .filter(([, clubLook]) => clubLook !== undefined);
    expect(compared.length).toBeGreaterThan(5);
    for (const [sideLook, clubLook] of compared) expect(sideLook).toBe(clubLook);
  });
});

describe('the kit types of the demo catalogue', () => {
  test('give goalkeeper and training kits a lower order_priority than their second versions', () => {
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'kit_type', name: 'GK', order_priority: 11, is_goalkeeper: true }),
    );
    expect(deriveKitType('GK 2').order_priority).toBe(12);
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'kit_type', name: 'Training', category_order: 4, order_priority: 11 }),
    );
    expect(deriveKitType('Training 2').order_priority).toBe(12);
  });

  test('have the category and is_goalkeeper that deriveKitType derives from their names', () => {
    for (const { name = '', category, is_goalkeeper } of lines.filter(
      (line) => line.category !== undefined,
    )) {
      expect(deriveKitType(name)).toMatchObject({ category, is_goalkeeper });
    }
  });
});

describe('the clubs of the demo catalogue', () => {
  test('have accents in their names', () => {
    const names = clubs.map((club) => club.name);
    const accented = [
      'Málaga CF',
      'FC Bayern München',
      'Beşiktaş',
      'Brøndby IF',
      'Śląsk Wrocław',
      'São Paulo',
    ];
    expect(names).toEqual(expect.arrayContaining(accented));
    expect(clubs).toContainEqual(expect.objectContaining({ slug: 'slask-wroclaw-kits', country: 'PL' }));
    expect(clubs).toContainEqual(expect.objectContaining({ slug: 'fk-bodo-glimt-kits', country: 'NO' }));
  });

  test.each([
    ['roman numerals', /\b(II|III)$/],
    ['a letter', /\bB$/],
    ['youth markers', /\b(Jong|Youth|U19|U21)\b/],
    ['women’s markers', /\b(Ladies|Women|Femenino|Frauen)\b|Féminas|Féminine/],
  ])('include second teams with %s', (_marker, pattern) => {
    expect(clubs.filter((club) => pattern.test(club.name ?? '')).length).toBeGreaterThanOrEqual(2);
  });

  test.each([
    ['ENG', ['Arsenal', 'England', 'England Women']],
    ['SCT', ['Celtic', 'Scotland']],
    ['WLS', ['Swansea City', 'Wales']],
  ])('include clubs of GB-%s', (part, names) => {
    const british = clubs.filter((club) => club.country === `GB-${part}`).map((club) => club.name);
    expect(british).toEqual(expect.arrayContaining(names));
  });

  test('include Málaga with kits of 2002-03, 2003 and 2003-04', () => {
    const seasons = kits.filter((kit) => kit.club === 'malaga-cf-kits').map((kit) => kit.season);
    expect(seasons).toEqual(expect.arrayContaining(['2002-03', '2003', '2003-04']));
    expect(kits).toContainEqual(expect.objectContaining({ slug: 'malaga-cf-2024-25-home-kit' }));
  });

  test('include national teams with single years', () => {
    const seasons = kits.filter((kit) => kit.club === 'brazil-kits').map((kit) => kit.season);
    expect(seasons).toEqual(expect.arrayContaining(['2018', '2022']));
    expect(seasons.filter((season) => season.includes('-'))).toEqual([]);
  });
});

describe('the aliases of the demo catalogue', () => {
  test('are listed in the lines of their clubs', () => {
    const named = clubs.filter(({ aliases }) => aliases !== undefined);
    expect(Object.fromEntries(named.map(({ name, aliases }) => [name, aliases]))).toEqual(DEMO_ALIASES);
    expect(clubs.find(({ name }) => name === 'Paris Saint-Germain')?.aliases).toContain('PSG');
  });

  test('belong to one club each, except for FCB, which two clubs share', () => {
    const aliases = clubs.flatMap((club) => club.aliases ?? []);
    expect(aliases.filter((alias, at) => aliases.indexOf(alias) !== at)).toEqual(['FCB']);
  });
});

describe('the competitions of the demo catalogue', () => {
  test('have a country, or null if they are international', () => {
    const competitions = lines.filter((line) => line.kind === 'competition');
    const countries = new Map(competitions.map(({ name, country }) => [name, country]));
    expect(countries.get('La Liga')).toBe('ES');
    expect(countries.get('Champions League')).toBeNull();
    expect(countries.get('World Cup')).toBeNull();
    const presentCountries = [...countries.values()].filter((country) => country !== null);
    expect(presentCountries.filter((country) => !/^[A-Z]{2}$/.test(country ?? ''))).toEqual([]);
  });
});

function keyOf({ kind, slug, name, year }: Line): string {
  return (kind === 'season' ? year : kind === 'kit_type' ? name : slug) ?? '';
}

function keysOf(kind: Line['kind']): Set<string> {
  return new Set(lines.filter((line) => line.kind === kind).map(keyOf));
}

function referencesOf(line: Line): string[] {
  if (!isKit(line)) return [];
  const { club, season, brand, type, competitions } = line;
  const single = [`club ${club}`, `season ${season}`, `brand ${brand}`, `kit_type ${type}`];
  return [...single, ...competitions.map((competition) => `competition ${competition}`)];
}

function isKit(line: Line): line is KitLine {
  return line.kind === 'kit';
}

function categoryOf(type: string): string {
  return deriveKitType(type).category;
}

function lookOf({ design, primary_color, secondary_colors }: KitLine): string {
  return [design, primary_color, ...secondary_colors].join(' ');
}

function usualHome(club: string): string | undefined {
  const looks = kits.filter((kit) => kit.club === club && kit.type === 'Home').map(lookOf);
  return distinct(looks).find(
    (look) => looks.filter((otherLook) => otherLook === look).length > looks.length / 2,
  );
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
