import { KIT_ORDERINGS } from '@kitroom/catalogue-client';
import { pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { query, type Database } from '@kitroom/server/database/database';
import { associationOf, COLOUR_NAMES, DESIGNS, KIT_CATEGORIES } from '@kitroom/shared';
import { MISTAKES } from '@kitroom/testing/typing-mistakes';

/** Names, years and ids of a catalogue, from which random requests are built. */
export interface KnownRecords {
  kits: string[];
  clubs: string[];
  brands: string[];
  competitions: string[];
  years: string[];
  clubIds: number[];
  seasonIds: number[];
  brandIds: number[];
  competitionIds: number[];
  typeIds: number[];
  countries: string[];
}

/**
 * Matches names with letters of other scripts. Whether pg_trgm treats these as letters depends on the
 * database's locale; the index always does.
 */
export const OTHER_SCRIPTS = /(?=\p{L})\P{Script=Latin}/u;

export async function readKnown(db: Database): Promise<KnownRecords> {
  const list = async <T>(sql: string) => (await query<{ value: T }>(db, sql)).map(({ value }) => value);
  const listNames = async (sql: string) =>
    (await list<string>(sql)).filter((name) => !OTHER_SCRIPTS.test(name));
  return {
    kits: await listNames('select name as value from kits order by id'),
    clubs: await listNames('select unnest(array_prepend(name, aliases)) as value from clubs order by id'),
    brands: await listNames('select name as value from brands order by id'),
    competitions: await listNames('select name as value from competitions order by id'),
    years: await list('select year as value from seasons order by id'),
    clubIds: await list('select id as value from clubs order by id'),
    seasonIds: await list('select id as value from seasons order by id'),
    brandIds: await list('select id as value from brands order by id'),
    competitionIds: await list('select id as value from competitions order by id'),
    typeIds: await list('select id as value from kit_types order by id'),
    countries: await list('select distinct country as value from clubs order by 1'),
  };
}

/** Returns a random path that is served from the search index. */
export function randomPath(known: KnownRecords, random: Random): string {
  const build = pickFrom(random, [
    () => `/api/kits/search?keyword=${encodeURIComponent(randomKitKeyword(known, random))}`,
    () => `/api/kits/search?keyword=${encodeURIComponent(randomKitKeyword(known, random))}`,
    () => `/api/kits/search?explain=true&keyword=${encodeURIComponent(randomKitKeyword(known, random))}`,
    () => `/api/kits?keyword=${encodeURIComponent(randomKitKeyword(known, random))}&page_size=100`,
    () => `/api/kits?${randomFilters(known, random)}`,
    () => `/api/kits/facets?${randomFilters(known, random)}`,
    () => `/api/clubs/search?keyword=${encodeURIComponent(randomKeyword(known.clubs, random))}`,
    () => `/api/brands/search?keyword=${encodeURIComponent(randomKeyword(known.brands, random))}`,
    () => `/api/competitions/search?keyword=${encodeURIComponent(randomKeyword(known.competitions, random))}`,
    () => `/api/seasons/search?keyword=${randomYear(known, random)}`,
    () => randomClubPath(known, random),
    () => randomListPath(known, random),
  ]);
  return build();
}

/** Returns a random part of a name as users type it: words, parts of words, typos, punctuation. */
function randomKeyword(names: readonly string[], random: Random): string {
  const name = pickFrom(random, names);
  const words = name.split(' ');
  const word = pickFrom(random, words);
  const start = Math.floor(random() * name.length);
  const build = pickFrom(random, [
    () => name,
    () => word,
    () => name.slice(start, start + 1 + Math.floor(random() * 12)),
    () => word.slice(0, 1 + Math.floor(random() * 3)),
    () => words.toReversed().join(' '),
    () => mistype(word, random),
    () => words.map((plain) => (random() < 0.5 ? mistype(plain, random) : plain)).join(' '),
    () => `${word} ${pickFrom(random, pickFrom(random, names).split(' '))}`,
    () => `${word.toUpperCase()}-${pickFrom(random, pickFrom(random, names).split(' '))}`,
    () => `${word}${pickFrom(random, ['%', '_', String.raw`\ `, '*', ' xyzzy', '.', "'"])}`,
  ]);
  return build();
}

/** Words that describe a kit's look and its owner. */
const KIT_WORDS: readonly string[] = [...COLOUR_NAMES, ...DESIGNS, 'Goalkeeper', 'keeper', 'GK'];

function randomKitKeyword(known: KnownRecords, random: Random): string {
  const { kits, clubs, brands, competitions } = known;
  const names = pickFrom(random, [kits, kits, clubs, clubs, brands, competitions, KIT_WORDS]);
  const keyword = randomKeyword(names, random);
  const year = pickFrom(random, known.years);
  const searched = pickFrom(random, [
    keyword,
    keyword,
    `${keyword} ${year}`,
    `${year.slice(0, 4)} ${keyword}`,
    `${keyword} ${year.slice(2).replace('-', '/')}`,
    year,
  ]);
  return pickFrom(random, [
    searched,
    searched,
    `${searched} Home Kit`,
    `${searched} ${pickFrom(random, pickFrom(random, [brands, competitions, KIT_WORDS]))}`,
    `${pickFrom(random, ['camiseta', 'and'])} ${searched}`,
  ]);
}

function mistype(word: string, random: Random): string {
  const isPlain = new Set(word.toLowerCase()).size < 2;
  return isPlain ? word : pickFrom(random, Object.values(MISTAKES))(word, random);
}

function randomYear(known: KnownRecords, random: Random): string {
  const year = pickFrom(random, known.years);
  const length = 1 + Math.floor(random() * year.length);
  return pickFrom(random, [
    year,
    year.slice(0, 4),
    `${year.slice(0, 4)}-`,
    year.slice(2, 4),
    year.slice(0, length),
  ]);
}

function randomFilters(known: KnownRecords, random: Random): URLSearchParams {
  const filters = new URLSearchParams();
  const maybe = (name: string, value: () => string | number) => {
    if (random() < 0.25) filters.append(name, String(value()));
  };
  maybe('keyword', () => randomKitKeyword(known, random));
  maybe('club', () => pickFrom(random, known.clubIds));
  maybe('country', () => pickFrom(random, known.countries).toLowerCase());
  maybe('association', () => randomAssociation(known, random));
  maybe('primary_color', () => pickFrom(random, COLOUR_NAMES));
  maybe('secondary_color', () => pickFrom(random, COLOUR_NAMES));
  maybe('secondary_color', () => pickFrom(random, COLOUR_NAMES));
  maybe('design', () => pickFrom(random, DESIGNS));
  maybe('year', () => pickFrom(random, known.years).slice(0, 4));
  maybe('first_year', () => pickFrom(random, known.years).slice(0, 4));
  maybe('second_year', () => Number(pickFrom(random, known.years).slice(0, 4)) + 1);
  for (const [name, value] of randomKitFilters(known, random)) filters.append(name, value);
  maybe('page', () => 1 + Math.floor(random() * 40));
  maybe('page_size', () => 1 + Math.floor(random() * 100));
  return filters;
}

/** Returns a random association of the country, or of England if the country has none. */
function randomAssociation({ countries }: KnownRecords, random: Random): string {
  return associationOf(pickFrom(random, countries)) ?? 'eng';
}

/** Returns random filters of lists of kits and of a club's kits, with orders. */
function randomKitFilters(known: KnownRecords, random: Random): URLSearchParams {
  const filters = new URLSearchParams();
  const maybe = (name: string, value: () => string | number | boolean) => {
    if (random() < 0.15) filters.append(name, String(value()));
  };
  maybe('season', () => pickFrom(random, known.seasonIds));
  maybe('brand', () => pickFrom(random, known.brandIds));
  maybe('competition', () => pickFrom(random, known.competitionIds));
  maybe('type', () => pickFrom(random, known.typeIds));
  maybe('category', () => pickFrom(random, KIT_CATEGORIES));
  maybe('is_goalkeeper', () => pickFrom(random, ['true', 'false']));
  maybe('decade', () => `${pickFrom(random, known.years).slice(0, 3)}0`);
  maybe('ordering', () => pickFrom(random, KIT_ORDERINGS));
  maybe('expand', () => true);
  return filters;
}

/** Returns a random path of a list of records with their numbers of kits. */
function randomListPath(known: KnownRecords, random: Random): string {
  const list = pickFrom(random, ['clubs', 'brands', 'competitions'] as const);
  const params = new URLSearchParams();
  if (random() < 0.5) params.append('keyword', randomKeyword(known[list], random));
  if (random() < 0.2) params.append('country', pickFrom(random, known.countries));
  if (list === 'clubs' && random() < 0.2) params.append('association', randomAssociation(known, random));
  if (random() < 0.5) params.append('ordering', '-kit_count');
  if (random() < 0.3) params.append('page', String(1 + Math.floor(random() * 3)));
  return pickFrom(random, [
    `/api/${list}?${params}`,
    `/api/${list}?${params}`,
    '/api/countries',
    '/api/kit-types',
    '/api/colors',
    '/api/designs',
  ]);
}

function randomClubPath(known: KnownRecords, random: Random): string {
  const club = pickFrom(random, known.clubIds);
  return pickFrom(random, [
    `/api/clubs/${club}`,
    `/api/clubs/${club}/kits`,
    `/api/clubs/${club}/kits?${randomKitFilters(known, random)}`,
    `/api/clubs/${club}/kits?season=${pickFrom(random, known.seasonIds)}`,
    `/api/clubs/${club}/kits?page=2&page_size=3`,
    `/api/clubs/${club}/timeline`,
    `/api/seasons?id=${club}`,
  ]);
}
