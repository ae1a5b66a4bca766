import { FACET_FIELDS, KIT_ORDERINGS, RECORD_ORDERINGS, type CATALOGUE } from '@kitroom/catalogue-client';
import type { ArgumentsOf, Contract } from '@kitroom/shared';

type ContractsIn<Tree> = Tree extends Contract
  ? Tree
  : { [Name in keyof Tree]: ContractsIn<Tree[Name]> }[keyof Tree];

type CachedContract = Extract<ContractsIn<typeof CATALOGUE>, { cacheSeconds: number }>;

type Value = string | number | boolean;

/**
 * The ids of the records that the tests change, of a club without kits, and of the records that the tests
 * add.
 */
export const [CHANGED_ID, UNUSED_ID, ADDED_ID] = [1, 3, 900];

const ids = [CHANGED_ID, ADDED_ID];
const clubIds = [CHANGED_ID, UNUSED_ID, ADDED_ID];
const years = [2024, 1991];
const page = { page: [2], page_size: [3] };

/** Names and aliases before and after the changes. */
const keywords = {
  clubs: ['malaga', 'boquerones', 'renamed'],
  brands: ['corvus', 'ravenwear', 'renamed'],
  competitions: ['lantern cup', 'lampion', 'renamed'],
};
const kitKeywords = [
  'lantern cup',
  ...Object.values(keywords).flat(),
  'malaga 2024-25',
  'malaga 1991',
  'malaga home',
  'malaga matchwear',
  'malaag',
  'ravenwaer',
  'goalkeeper',
  'red',
  'hoops',
  'showpiece',
];

const kitFilters = {
  season: ids,
  brand: ids,
  competition: ids,
  type: ids,
  category: ['match', 'travel'],
  is_goalkeeper: [true, false],
  decade: [2020, 1990],
};
const allKitFilters = {
  ...kitFilters,
  keyword: kitKeywords,
  club: clubIds,
  country: ['GB', 'PT'],
  association: ['ENG', 'POR'],
  primary_color: ['Red', 'Navy'],
  secondary_color: ['White', 'Yellow'],
  design: ['Plain', 'Hoops'],
  year: years,
  first_year: years,
  second_year: [2025, 1992],
};
const kitList = { ordering: KIT_ORDERINGS, expand: [true], ...page };
const recordList = { ordering: RECORD_ORDERINGS, ...page };

/**
 * Values of all parameters of cached contracts; the first value refers to the changed record. Missing
 * parameters are type errors. A parameter whose only value is `true` adds details to a response, and is
 * combined with all others.
 */
export const PARAMETERS: {
  readonly [C in CachedContract as C['id']]: Readonly<
    Record<keyof ArgumentsOf<C> & string, readonly Value[]>
  >;
} = {
  listClubs: { keyword: keywords.clubs, country: ['GB', 'PT'], association: ['ENG', 'POR'], ...recordList },
  searchClubs: { keyword: keywords.clubs },
  getClub: { club_id: clubIds },
  listClubKits: { club_id: clubIds, ...kitFilters, ...kitList },
  listClubTimeline: { club_id: clubIds, colors: [true], ...page },
  listKits: { ...allKitFilters, ...kitList },
  searchKits: { keyword: kitKeywords, explain: [true] },
  listKitsInBulk: {
    ids: ['1,2,900'],
    slugs: ['showpiece-kit,renamed-kit', 'https://kits.example/of-77,https://kits.example/of-79'],
    kits: ['showpiece-kit,renamed-kit'],
    expand: [true],
  },
  getKit: { kit_id: ids },
  countKitFacets: { ...allKitFilters, fields: FACET_FIELDS },
  listClubSeasons: { id: [...clubIds, 2] },
  searchSeasons: { keyword: ['2024', '1991', '1992-93'] },
  listBrands: { keyword: keywords.brands, ...recordList },
  searchBrands: { keyword: keywords.brands },
  listCompetitions: { keyword: keywords.competitions, country: ['ES', 'PT'], ...recordList },
  searchCompetitions: { keyword: keywords.competitions },
  listCountries: {},
  listKitTypes: {},
  listColours: {},
  listDesigns: {},
  suggestRecords: {
    q: [...kitKeywords, '2024', '1991'],
    types: ['club', 'kit', 'season', 'brand', 'competition'],
    limit: [2],
  },
};

/**
 * Returns the paths of requests for a contract: each parameter with each of its values, without and with
 * details. A sample has only the first values of optional parameters, with all details. Other required
 * parameters have their first value.
 */
export function listCachedRequests(contract: Contract, extent: 'sample' | 'all'): string[] {
  const values: Readonly<Record<string, readonly Value[]>> | undefined =
    PARAMETERS[contract.id as keyof typeof PARAMETERS];
  if (!values) throw new Error(`cached-requests.ts has no values for the parameters of ${contract.id}`);
  const names = Object.keys(values);
  const required = names.filter((name) => isRequired(contract, name));
  const base = Object.fromEntries(required.map((name) => [name, values[name]?.[0] ?? '']));
  const variants = names.flatMap((name) => {
    const sampled = extent === 'all' || required.includes(name) ? values[name] : values[name]?.slice(0, 1);
    const pageSize = name === 'page' ? { page_size: values['page_size']?.[0] ?? 1 } : {};
    return (sampled ?? []).map((value) => ({ [name]: value, ...pageSize }));
  });
  const details = names.filter((name) => values[name]?.join() === 'true').map((name) => ({ [name]: true }));
  const requests = [{}, ...details].flatMap((detail, index) => {
    const isShown = extent === 'all' || index === details.length;
    return [{}, ...(isShown ? variants : [])].map((variant) => ({ ...base, ...detail, ...variant }));
  });
  return [...new Set(requests.map((request) => toPath(contract, request)))];
}

function isRequired({ params, query }: Contract, name: string): boolean {
  return Object.hasOwn(params?.shape ?? {}, name) || !query?.shape[name]?.safeParse(undefined).success;
}

function toPath({ path }: Contract, request: Readonly<Record<string, Value>>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(request)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, String(value));
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
