import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import pLimit from 'p-limit';
import { openRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import type { Kit } from '@kitroom/demo/collection/to-new-item';
import { HOST } from '../load/generator.ts';
import type { RequestKind } from '../load/measure-in-turns.ts';
import { MISTAKES, wordsOf } from '../typing-mistakes.ts';

/** Kits from all over a catalogue: what requests are made of. */
type KitSample = Awaited<ReturnType<typeof sampleKits>>;

const LIST = '/api/kits?page_size=20';
const SAMPLE = 3000;
const CONCURRENCY = 8;
const PAGE_SIZE = 20;
const DEEP_PAGE = 5000;
const PAGES = 500;
const BULK = 30;
const COMMON_WORDS = 12;

/** Fetches some thousand kits, so that requests can be made for any catalogue, whatever its tables. */
export async function sampleKits(url: string, size = SAMPLE) {
  const [newest] = (await fetchJson<Array<{ id: number }>>(`${url}/api/kits?page_size=1`)) ?? [];
  if (!newest) throw new Error('the catalogue holds no kits');
  const step = Math.max(1, newest.id / size);
  const ids = Array.from({ length: Math.floor(newest.id / step) }, (_, at) => Math.floor(1 + at * step));
  const kits = await pLimit(CONCURRENCY).map(ids, (id) => fetchJson<Kit>(`${url}/api/kits/${id}`));
  return {
    /** About as many as there are kits. */
    newestId: newest.id,
    kits: kits.flatMap((kit) => kit ?? []),
    /** Of the first list, for the load generator's host. */
    etag: await fetchEtag(url),
  };
}

/** All kinds of request to the catalogue, made of what it holds. */
export function listCatalogueRequests(sample: KitSample): RequestKind[] {
  return [...listReads(sample), ...listNameSearches(sample), ...listKitSearches(sample)];
}

function listReads({ kits, newestId, etag }: KitSample): RequestKind[] {
  const deep = Math.max(1, Math.min(DEEP_PAGE, Math.floor(newestId / PAGE_SIZE) - PAGES));
  const pages = (from: number, path: string) =>
    Array.from({ length: PAGES }, (_, at) => `${path}page=${from + at}`);
  const kitsById = kits.map(({ id }) => `/api/kits/${id}`);
  const clubs = distinct(kits.map(({ team }) => team.id));
  const clubsById = clubs.map((id) => `/api/clubs/${id}`);
  const clubKits = clubs.map((id) => `/api/clubs/${id}/kits`);
  const bulk = kits.map((_kit, at) => `/api/kits/bulk?slugs=${bulkFrom(kits, at)}`);
  return [
    hot('kit list', [LIST]),
    {
      ...hot('kit list, not modified', [LIST]),
      requests: [{ path: LIST, headers: { 'If-None-Match': etag } }],
      status: 304,
    },
    hot('kit by id', kitsById),
    hot('club by id', clubsById),
    hot('bulk of 30', bulk),
    hot('club kits', clubKits),
    hot('random kits', ['/api/random-kits/']),
    cold('kit list', pages(1, '/api/kits?')),
    cold(`kit list, page ${deep} and on`, pages(deep, '/api/kits?')),
    cold('kit list by the keyword "home"', pages(1, '/api/kits?keyword=home&')),
    cold(
      'kit list by a club as keyword',
      kits.map(({ team }) => `/api/kits?${keywordOf(team.name)}`),
    ),
    cold('filters: country, colour, year', kits.flatMap(threeFilters)),
    cold('filters: two secondary colours', kits.flatMap(twoColours)),
    cold('facets of six fields', kits.flatMap(sixFacets)),
    cold('kit by id', kitsById),
    cold('club by id', clubsById),
    cold('bulk of 30', bulk),
    cold('random kits', pages(1, '/api/random-kits/?')),
    cold('random clubs', pages(1, '/api/random-clubs/?')),
    cold('club kits', clubKits),
    cold(
      'seasons of a club',
      clubs.map((id) => `/api/seasons?id=${id}`),
    ),
  ];
}

function listNameSearches({ kits }: KitSample): RequestKind[] {
  const seasons = distinct(kits.map(({ season }) => season));
  const names = {
    clubs: distinct(kits.map(({ team }) => team.name)),
    brands: distinct(kits.map(({ brand }) => brand.name)),
    competitions: distinct(kits.flatMap(({ competition }) => competition.map(({ name }) => name))),
  };
  const seasonKeywords = seasons.flatMap(({ year, first_year: first }) => [
    year,
    first,
    `${first}-`,
    first.slice(2),
  ]);
  return [
    hot('club search', searchPaths('clubs', names.clubs)),
    ...Object.entries(names).flatMap(([plural, each]) => {
      const title = `${plural.slice(0, -1)} search`;
      return [
        cold(`${title}: exact`, searchPaths(plural, each)),
        cold(`${title}: a typing mistake`, searchPaths(plural, each.flatMap(withMistake))),
        cold(`${title}: a common word`, searchPaths(plural, commonWords(each))),
      ];
    }),
    cold('season search', searchPaths('seasons', seasonKeywords)),
  ];
}

function listKitSearches({ kits }: KitSample): RequestKind[] {
  const random = openRandom('kit searches');
  const year = ({ season }: Kit) => season.first_year;
  const typeWord = ({ type }: Kit) => type.name.split(' ')[0] ?? '';
  const clubName = ({ team }: Kit) => team.name;
  const clubWord = ({ team }: Kit) => pickFrom(random, [...wordsOf(team.name), team.name]);
  const letters = (word: string) => word.slice(0, 1 + Math.floor(random() * 3)).trim();
  const reversed = (name: string) => Array.from(name.replaceAll(/\P{L}/gu, '')).toReversed().join('');
  const ofKits = (title: string, keyword: (kit: Kit) => string) =>
    cold(`kit search: ${title}`, searchPaths('kits', kits.map(keyword)));
  return [
    hot('kit search', searchPaths('kits', kits.map(clubName))),
    ofKits('one type word', typeWord),
    cold('kit search: phrase of two words', searchPaths('kits', kits.flatMap(phrasesOf))),
    ofKits('all terms', (kit) => `${clubWord(kit)} ${typeWord(kit)}`),
    ofKits('any term', (kit) => `${clubWord(kit)} ${clubWord(pickFrom(random, kits))}`),
    ofKits('club name', clubName),
    ofKits('club and year', (kit) => `${clubName(kit)} ${year(kit)}`),
    ofKits('type and year', (kit) => `${kit.type.name} ${year(kit)}`),
    ofKits('a year alone', year),
    ofKits('one to three letters', (kit) => letters(clubWord(kit))),
    ofKits('a word that is nowhere', (kit) => `qx${reversed(clubName(kit))}`),
    cold('kit search: a typing mistake', searchPaths('kits', kits.map(clubName).flatMap(withMistake))),
  ];
}

function keywordOf(keyword: string): string {
  return new URLSearchParams({ keyword }).toString();
}

function hot(title: string, paths: readonly string[]): RequestKind {
  const requests = paths.slice(0, 1).map((path) => ({ path }));
  return { title: `${title}, hot`, requests, isCold: false, status: 200 };
}

function cold(title: string, paths: readonly string[]): RequestKind {
  const requests = distinct(paths).map((path) => ({ path }));
  return { title: `${title}, cold`, requests, isCold: true, status: 200 };
}

function searchPaths(plural: string, keywords: readonly string[]): string[] {
  return keywords.map((keyword) => `/api/${plural}/search?keyword=${encodeURIComponent(keyword)}`);
}

function threeFilters({ team, primary_color: colour, season }: Kit): string[] {
  if (!team.country || !colour) return [];
  const filters = { country: team.country, primary_color: colour.name, year: season.first_year };
  return [`/api/kits?${new URLSearchParams(filters).toString()}`];
}

function twoColours({ secondary_color: [one, other] }: Kit): string[] {
  if (!one || !other) return [];
  return [
    `/api/kits?${[one, other].map(({ name }) => `secondary_color=${encodeURIComponent(name)}`).join('&')}`,
  ];
}

/** Six facets of a decade by colour and by country: large and small parts of the catalogue. */
function sixFacets({ team, primary_color: colour, season }: Kit): string[] {
  const facets = '/api/kits/facets?fields=primary_color,design,country,decade,brand,type';
  const decade = Math.floor(Number(season.first_year) / 10) * 10;
  const colours = colour
    ? [`${facets}&primary_color=${encodeURIComponent(colour.name)}&decade=${decade}`]
    : [];
  return [...colours, ...(team.country ? [`${facets}&country=${team.country}&decade=${decade}`] : [])];
}

function bulkFrom(kits: readonly Kit[], from: number): string {
  return Array.from({ length: BULK }, (_, at) => kits[(from + at * 97) % kits.length]?.slug).join(',');
}

/** Neighbouring words of a name, without the season. */
function phrasesOf({ team, type }: Kit): string[] {
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

/** Undefined for a 404. */
async function fetchJson<T>(url: string): Promise<T | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${url} has status ${response.status}`);
  return (await response.json()) as T;
}

async function fetchEtag(url: string): Promise<string> {
  const request = get(url + LIST, { headers: { Host: HOST } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.headers.etag ?? '';
}
