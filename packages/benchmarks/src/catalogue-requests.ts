import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { queryOnce } from '@kitroom/devstack/query-once';
import { MISTAKES, wordsOf } from '@kitroom/testing/typing-mistakes';

/** About 3,000 kits from the whole catalogue, with the names that their records refer to. */
const SAMPLE_KITS = `
  select kits.id, kits.slug, kits.country, primary_color as colour, secondary_colors as colours,
    seasons.year as season, first_year as year, kit_types.name as type, brands.name as brand,
    clubs.id as "clubId", clubs.name as club,
    array(select name from competitions where id = any(competition_ids)) as competitions
  from kits join seasons on seasons.id = season_id join kit_types on kit_types.id = type_id
    join brands on brands.id = brand_id join clubs on clubs.id = club_id
  where kits.id % greatest(1, (select max(id) from kits) / 3000) = 0 order by kits.id`;

type Kit = Record<'slug' | 'country' | 'season' | 'type' | 'brand' | 'club', string> &
  Record<'id' | 'year' | 'clubId', number> &
  Record<'colours' | 'competitions', string[]> & { colour: string | null };

const HOT = ['kit list', 'kit by id', 'club by id', 'bulk of 30', 'club kits', 'random kits', 'club search'];
const FACETS = '/api/kits/facets?fields=primary_color,design,country,decade,brand,type';
const DEEP_PAGE = 5000;
const COMMON_WORDS = ['FC', 'SC', 'United', 'City', 'Town', 'Real', 'Atlético', 'Sporting', 'Racing', 'U19'];

/** Requests of one kind. Cold requests are all different, so their responses are not cached. */
export type RequestKind = Awaited<ReturnType<typeof listCatalogueRequests>>[number];

/** Lists all kinds of request to the catalogue, for kits in its database. */
export async function listCatalogueRequests(databaseUrl: string) {
  const kits = await queryOnce<Kit>(databaseUrl, SAMPLE_KITS);
  return Object.entries(listPaths(kits)).flatMap(([title, pathsOf]) => {
    const requests = [...new Set(kits.flatMap(pathsOf))].map((path) => ({ path: encodeURI(path) }));
    const hot = { title: `${title}, hot`, requests: requests.slice(0, 1), isCold: false };
    const cold = { title: `${title}, cold`, requests, isCold: true };
    return HOT.includes(title) ? [hot, cold] : [cold];
  });
}

/** Functions from a kit to paths, by kind of request. */
function listPaths(kits: readonly Kit[]): Record<string, (kit: Kit, at: number) => string[]> {
  const random = createRandom('requests');
  const pages = Math.ceil((kits.at(-1)?.id ?? 1) / 20);
  const pagesOf =
    (path: string, from = 0) =>
    (_kit: Kit, at: number) => [`${path}?page=${1 + ((from + at) % pages)}`];
  const bulkFrom = (from: number) =>
    Array.from({ length: 30 }, (_, at) => kits[(from + 97 * at) % kits.length]?.slug).join(',');
  const search = (plural: string, keywordsOf: (kit: Kit) => string[]) => (kit: Kit) =>
    keywordsOf(kit).map((keyword) => `/api/${plural}/search?keyword=${keyword}`);
  const word = ({ club }: Kit) => pickFrom(random, [...wordsOf(club), club]);
  const typeWord = ({ type }: Kit) => type.split(' ')[0] ?? '';
  return {
    'kit list': pagesOf('/api/kits'),
    'kit list, deep page': pagesOf('/api/kits', DEEP_PAGE),
    'filters: country, colour, year': ({ country, colour, year }) =>
      colour ? [`/api/kits?country=${country}&primary_color=${colour}&year=${year}`] : [],
    'filters: two secondary colours': ({ colours: [firstColour, secondColour] }) =>
      secondColour ? [`/api/kits?secondary_color=${firstColour}&secondary_color=${secondColour}`] : [],
    'facets of six fields': ({ country, year }) => [
      `${FACETS}&country=${country}&decade=${year - (year % 10)}`,
    ],
    'kit by id': ({ id }) => [`/api/kits/${id}`],
    'club by id': ({ clubId }) => [`/api/clubs/${clubId}`],
    'bulk of 30': (_kit, at) => [`/api/kits/bulk?slugs=${bulkFrom(at)}`],
    'random kits': pagesOf('/api/random-kits/'),
    'random clubs': pagesOf('/api/random-clubs/'),
    'club kits': ({ clubId }) => [`/api/clubs/${clubId}/kits`],
    'seasons of a club': ({ clubId }) => [`/api/seasons?id=${clubId}`],
    'kit search: one type word': search('kits', (kit) => [typeWord(kit)]),
    'kit search: two words in a row': search('kits', ({ club }) => club.match(/\S+ \S+/g) ?? []),
    'kit search: all terms': search('kits', (kit) => [`${word(kit)} ${typeWord(kit)}`]),
    'kit search: any term': search('kits', (kit) => [`${word(kit)} ${word(pickFrom(random, kits))}`]),
    'kit search: a club': search('kits', ({ club }) => [club]),
    'kit search: club and year': search('kits', ({ club, year }) => [`${club} ${year}`]),
    'kit search: a typing mistake': search('kits', ({ club }) => withMistake(club)),
    'club search': search('clubs', ({ club }) => [club]),
    'club search: a typing mistake': search('clubs', ({ club }) => withMistake(club)),
    'club search: a common word': search('clubs', () => COMMON_WORDS),
    'brand search': search('brands', ({ brand }) => [brand]),
    'competition search': search('competitions', ({ competitions }) => competitions),
    'season search': search('seasons', ({ season, year }) => [season, `${year}`, `${year}-`]),
  };
}

/** The name with a typing mistake in a word of five letters or more, always the same one. */
function withMistake(name: string): string[] {
  const random = createRandom(`mistake ${name}`);
  const mistake = pickFrom(random, Object.values(MISTAKES));
  const [word] = wordsOf(name);
  return word ? [name.replace(word, mistake(word, random))] : [];
}
