import { openRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import type { Question } from '../load/ask-in-rounds.ts';
import { MISTAKES, wordsOf } from '../typing-mistakes.ts';
import type { KitSample, SampledKit } from './sample-kits.ts';

/** A kind of question. */
export interface Kind {
  title: string;
  questions: readonly Question[];
  /** Whether every request asks a new question, which no cache can answer; otherwise one question is repeated. */
  isCold: boolean;
  status: number;
}

const PAGE_SIZE = 20;
const DEEP_PAGE = 5000;
const PAGES = 500;
const BULK = 30;
const COMMON_WORDS = 12;

/** All kinds of question of the catalogue, made of what it holds. `etag` is the one of its first list. */
export function listKinds(sample: KitSample, etag: string): Kind[] {
  return [...listReads(sample, etag), ...listNameSearches(sample), ...listKitSearches(sample)];
}

function listReads({ kits, newestId }: KitSample, etag: string): Kind[] {
  const deep = Math.max(1, Math.min(DEEP_PAGE, Math.floor(newestId / PAGE_SIZE) - PAGES));
  const pages = (from: number, path: string) =>
    Array.from({ length: PAGES }, (_, at) => `${path}page=${from + at}`);
  const list = '/api/kits?page_size=20';
  const ids = kits.map(({ id }) => `/api/kits/${id}`);
  const clubs = distinct(kits.map(({ team }) => team.id));
  const clubIds = clubs.map((id) => `/api/clubs/${id}`);
  const bulk = kits.map((_kit, at) => `/api/kits/bulk?slugs=${bulkFrom(kits, at)}`);
  return [
    hot('kit list', [list]),
    {
      ...hot('kit list, not modified', [list]),
      questions: [{ path: list, headers: { 'If-None-Match': etag } }],
      status: 304,
    },
    hot('kit by id', ids),
    hot('club by id', clubIds),
    hot('bulk of 30', bulk),
    hot(
      'club kits',
      clubs.map((id) => `/api/clubs/${id}/kits`),
    ),
    hot('random kits', ['/api/random-kits/']),
    cold('kit list', pages(1, '/api/kits?')),
    cold(`kit list, page ${deep} and on`, pages(deep, '/api/kits?')),
    cold('filters: country, colour, year', kits.flatMap(threeFilters)),
    cold('filters: two secondary colours', kits.flatMap(twoColours)),
    cold('facets of six fields', kits.flatMap(sixFacets)),
    cold('kit by id', ids),
    cold('club by id', clubIds),
    cold('bulk of 30', bulk),
    cold('random kits', pages(1, '/api/random-kits/?')),
    cold('random clubs', pages(1, '/api/random-clubs/?')),
    cold(
      'club kits',
      clubs.map((id) => `/api/clubs/${id}/kits`),
    ),
    cold(
      'seasons of a club',
      clubs.map((id) => `/api/seasons?id=${id}`),
    ),
  ];
}

function listNameSearches({ kits }: KitSample): Kind[] {
  const seasons = distinct(kits.map(({ season }) => season));
  const names = {
    clubs: distinct(kits.map(({ team }) => team.name)),
    brands: distinct(kits.map(({ brand }) => brand.name)),
    competitions: distinct(kits.flatMap(({ competition }) => competition.map(({ name }) => name))),
  };
  return [
    hot(
      'club search',
      names.clubs.map((name) => search('clubs', name)),
    ),
    ...Object.entries(names).flatMap(([plural, each]) => {
      const title = `${plural.slice(0, -1)} search`;
      return [
        cold(
          `${title}: exact`,
          each.map((name) => search(plural, name)),
        ),
        cold(
          `${title}: a typing mistake`,
          each.flatMap(withMistake).map((name) => search(plural, name)),
        ),
        cold(
          `${title}: a common word`,
          commonWords(each).map((word) => search(plural, word)),
        ),
      ];
    }),
    cold(
      'season search',
      seasons.flatMap(({ year, first_year: first }) =>
        [year, first, `${first}-`, first.slice(2)].map((keyword) => search('seasons', keyword)),
      ),
    ),
  ];
}

function listKitSearches({ kits }: KitSample): Kind[] {
  const random = openRandom('kit searches');
  const year = ({ season }: SampledKit) => season.first_year;
  const typeWord = ({ type }: SampledKit) => type.name.split(' ')[0] ?? '';
  const clubWord = ({ team }: SampledKit) => pickFrom(random, [...wordsOf(team.name), team.name]);
  const searches = (title: string, keywords: readonly string[]) =>
    cold(
      `kit search: ${title}`,
      keywords.map((keyword) => search('kits', keyword)),
    );
  const clubs = kits.map(({ team }) => team.name);
  return [
    hot(
      'kit search',
      clubs.map((name) => search('kits', name)),
    ),
    searches('one type word', kits.map(typeWord)),
    searches('phrase of two words', kits.flatMap(phrasesOf)),
    searches(
      'all terms',
      kits.map((kit) => `${clubWord(kit)} ${typeWord(kit)}`),
    ),
    searches(
      'any term',
      kits.map((kit) => `${clubWord(kit)} ${clubWord(pickFrom(random, kits))}`),
    ),
    searches('club name', clubs),
    searches(
      'club and year',
      kits.map((kit) => `${kit.team.name} ${year(kit)}`),
    ),
    searches(
      'type and year',
      kits.map((kit) => `${kit.type.name} ${year(kit)}`),
    ),
    searches('a year alone', kits.map(year)),
    searches(
      'one to three letters',
      kits.map((kit) =>
        clubWord(kit)
          .slice(0, 1 + Math.floor(random() * 3))
          .trim(),
      ),
    ),
    searches(
      'a word that is nowhere',
      kits.map(({ team }) => `qx${Array.from(team.name.replaceAll(/\P{L}/gu, '')).toReversed().join('')}`),
    ),
    searches('a typing mistake', clubs.flatMap(withMistake)),
  ];
}

function hot(title: string, paths: readonly string[]): Kind {
  return {
    title: `${title}, hot`,
    questions: paths.slice(0, 1).map((path) => ({ path })),
    isCold: false,
    status: 200,
  };
}

function cold(title: string, paths: readonly string[]): Kind {
  return {
    title: `${title}, cold`,
    questions: distinct(paths).map((path) => ({ path })),
    isCold: true,
    status: 200,
  };
}

function search(plural: string, keyword: string): string {
  return `/api/${plural}/search?keyword=${encodeURIComponent(keyword)}`;
}

function threeFilters({ team, primary_color: colour, season }: SampledKit): string[] {
  if (!team.country || !colour) return [];
  const filters = { country: team.country, primary_color: colour.name, year: season.first_year };
  return [`/api/kits?${new URLSearchParams(filters).toString()}`];
}

function twoColours({ secondary_color: [one, other] }: SampledKit): string[] {
  if (!one || !other) return [];
  return [
    `/api/kits?${[one, other].map(({ name }) => `secondary_color=${encodeURIComponent(name)}`).join('&')}`,
  ];
}

/** Six facets of a decade by colour and by country: large and small parts of the catalogue. */
function sixFacets({ team, primary_color: colour, season }: SampledKit): string[] {
  const facets = '/api/kits/facets?fields=primary_color,design,country,decade,brand,type';
  const decade = Math.floor(Number(season.first_year) / 10) * 10;
  const colours = colour
    ? [`${facets}&primary_color=${encodeURIComponent(colour.name)}&decade=${decade}`]
    : [];
  return [...colours, ...(team.country ? [`${facets}&country=${team.country}&decade=${decade}`] : [])];
}

function bulkFrom(kits: readonly SampledKit[], from: number): string {
  return Array.from({ length: BULK }, (_, at) => kits[(from + at * 97) % kits.length]?.slug).join(',');
}

/** Neighbouring words of a name, without the season. */
function phrasesOf({ team, type }: SampledKit): string[] {
  return [team.name, type.name].flatMap((name) => {
    const words = name.split(' ');
    return words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
  });
}

/** The name with a mistake in a word of five letters or more; always the same. */
function withMistake(name: string): string[] {
  const random = openRandom(`mistake ${name}`);
  const words = wordsOf(name);
  if (words.length === 0) return [];
  const word = pickFrom(random, words);
  return [name.replace(word, pickFrom(random, Object.values(MISTAKES))(word, random))];
}

function commonWords(names: readonly string[]): string[] {
  const counts = Map.groupBy(
    names.flatMap((name) => name.split(' ')),
    (word) => word,
  );
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, COMMON_WORDS)
    .map(([word]) => word);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
