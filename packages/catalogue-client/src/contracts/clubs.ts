import {
  booleanFilter,
  idInput,
  keywordInput,
  pageInput,
  pageSizeInput,
  sizeInput,
  textFilter,
  type Contract,
  type ContractTree,
} from '@kitroom/shared';
import * as z from 'zod';
import { clubMoved, commonErrors, errorResponse, invalidInput, openErrors, responsesOf } from './errors.ts';
import { associationFilter, kitFilters, kitListOptions } from './kit-filters.ts';
import { colour, expandedKit, listedKit } from './kit-list-items.ts';
import {
  pagination,
  associationCode,
  countryCode,
  countryFilter,
  kitCount,
  recordListQuery,
  NAME_SEARCH,
} from './record-lists.ts';

const TAG = 'Clubs';
const HALF_AN_HOUR = 1800;

/** A club; `logo` is the URL of its drawn crest if the club has none. */
export const club = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logo: z.string(),
    logo_dark: z.string().nullable(),
    country: countryCode.nullable(),
  })
  .meta({ id: 'Club' });

/** A club of a random list, with the number of its kits. */
export const randomClub = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logo: z.string(),
    country: countryCode.nullable(),
    kit_count: z.int(),
  })
  .meta({ id: 'RandomClub' });

export const randomClubs = z.object({ clubs: z.array(randomClub), pagination }).meta({ id: 'RandomClubs' });

const crest = z.string().meta({ description: 'The URL of the drawn crest' });

/** A club with its crest, which catalogues of earlier versions do not send. */
export const clubDetail = club.extend({ crest: crest.optional() }).meta({ id: 'ClubDetail' });

/** A club of a list; catalogues of earlier versions send no association. */
export const listedClub = club
  .extend({ association: associationCode.nullable().optional(), ...kitCount, crest })
  .meta({ id: 'ListedClub' });

const params = z.object({ club_id: idInput("The club's id.") });

const noSuchClub = {
  400: invalidInput,
  301: clubMoved,
  404: errorResponse('The club does not exist.'),
} as const;

/** `GET /api/clubs`: clubs by name, country, association or number of kits. */
export const listClubs = {
  id: 'listClubs',
  method: 'GET',
  path: '/api/clubs',
  tag: TAG,
  summary: 'List clubs',
  description: 'Sorted by name unless `ordering` is given. Paginated with `Link` and `X-Total-Count`.',
  query: z.object({ country: countryFilter, association: associationFilter, ...recordListQuery }),
  responses: responsesOf(z.array(listedClub), 'A page of clubs.'),
  cacheSeconds: HALF_AN_HOUR,
} as const satisfies Contract;

/** `GET /api/clubs/search`: up to ten clubs by name, alias or slug, tolerating typos and accents. */
export const searchClubs = {
  id: 'searchClubs',
  method: 'GET',
  path: '/api/clubs/search',
  tag: TAG,
  summary: 'Search clubs by name, alias or slug',
  description: NAME_SEARCH,
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(club), 'Up to ten clubs.'),
  cacheSeconds: HALF_AN_HOUR,
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}`: one club. */
export const getClub = {
  id: 'getClub',
  method: 'GET',
  path: '/api/clubs/{club_id}',
  tag: TAG,
  summary: 'Get a club',
  params,
  responses: {
    200: { description: 'The club.', schema: clubDetail },
    ...noSuchClub,
    ...commonErrors,
  },
  cacheSeconds: HALF_AN_HOUR,
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}/kits`: a club's kits, newest season first. */
export const listClubKits = {
  id: 'listClubKits',
  method: 'GET',
  path: '/api/clubs/{club_id}/kits',
  tag: TAG,
  summary: "List a club's kits",
  description:
    'Newest season first, then by kit type, unless `ordering` is given. Paginated with `Link` and `X-Total-Count`.',
  params,
  query: z.object({
    ...kitFilters,
    ...kitListOptions,
    page: pageInput,
    page_size: pageSizeInput,
  }),
  responses: {
    200: { description: 'A page of kits.', schema: z.array(listedKit) },
    ...noSuchClub,
    ...commonErrors,
  },
  cacheSeconds: HALF_AN_HOUR,
} as const satisfies Contract;

/** A season of a club, with all its kits. */
export const timelineSeason = z
  .object({ season: z.object({ id: z.int(), year: z.string() }), kits: z.array(expandedKit) })
  .meta({ id: 'TimelineSeason' });

const countedColour = colour.extend({ count: z.int() }).meta({ id: 'CountedColour' });

const decadeColours = z
  .object({ decade: z.int(), colors: z.array(countedColour) })
  .meta({ id: 'DecadeColours' });

/** A page of a timeline, and the colours of all of it. */
export const colouredTimeline = z
  .object({ seasons: z.array(timelineSeason), colors: z.array(decadeColours) })
  .meta({ id: 'ColouredTimeline' });

/**
 * `GET /api/clubs/{club_id}/timeline`: a club's kits by season, newest first, ten seasons a page; with `colors=true`, an
 * object with the colours of all decades beside them.
 */
export const listClubTimeline = {
  id: 'listClubTimeline',
  method: 'GET',
  path: '/api/clubs/{club_id}/timeline',
  tag: TAG,
  summary: "List a club's kits by season",
  description:
    'A page is ten seasons, newest first; the kits of a season are sorted by kit type. `Link` and ' +
    '`X-Total-Count` are about seasons.',
  params,
  query: z.object({
    page: pageInput,
    page_size: sizeInput({ maximum: 50, fallback: 10 }),
    colors: booleanFilter(
      'Returns an object that includes the colours of all decades, instead of the array.',
    ),
  }),
  responses: {
    200: {
      description: 'A page of seasons; with `colors=true`, in an object.',
      schema: z.union([z.array(timelineSeason), colouredTimeline]),
    },
    ...noSuchClub,
    ...commonErrors,
  },
  cacheSeconds: HALF_AN_HOUR,
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}/crest.svg`: a crest drawn from the club's name and its newest home kit. */
export const getClubCrest = {
  id: 'getClubCrest',
  method: 'GET',
  path: '/api/clubs/{club_id}/crest.svg',
  tag: TAG,
  summary: 'Get a drawn crest of a club',
  description:
    'Drawn from the club’s initials and the colours of its newest home kit. Requires no API key and is ' +
    'not rate-limited. At the URL in `crest` of lists, the response is immutable.',
  params,
  query: z.object({ v: textFilter('A hash of the crest’s appearance, as in `crest`.') }),
  responses: {
    200: { description: 'The crest.', schema: z.string(), contentType: 'image/svg+xml' },
    ...noSuchClub,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/random-clubs/`: clubs with a logo, in random order, redrawn every 30 minutes. */
export const listRandomClubs = {
  id: 'listRandomClubs',
  method: 'GET',
  path: '/api/random-clubs/',
  tag: TAG,
  summary: 'List clubs in random order',
  description:
    'The order is the same for all clients and changes every 30 minutes. Includes only clubs with a logo of their own.',
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(randomClubs, 'A page of clubs.'),
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const clubEndpoints = {
  /** A page of clubs with their numbers of kits, by name unless `ordering` is given. */
  list: listClubs,
  /** Up to ten clubs by name or slug, tolerating typos and accents. */
  search: searchClubs,
  /** One club; status 404 if there is none with this id. */
  get: getClub,
  /** A page of a club's kits, newest season first unless `ordering` is given; status 404 if there is no such club. */
  kits: listClubKits,
  /** A club's kits by season, newest first, ten seasons a page; status 404 if there is no such club. */
  timeline: listClubTimeline,
  /** A crest drawn from a club's name and newest home kit, as the text of an SVG file. */
  crest: getClubCrest,
  /** A page of clubs in random order, redrawn every 30 minutes. */
  random: listRandomClubs,
} as const satisfies ContractTree;
