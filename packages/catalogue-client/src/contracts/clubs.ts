import * as z from 'zod';
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
import { errorResponse, openErrors, responsesOf } from './errors.ts';
import { associationFilter, kitFilters, kitListOptions } from './kit-filters.ts';
import { colour, expandedKit, listedKit } from './kit-list-items.ts';
import {
  associationCode,
  countryCode,
  kitCount,
  pagination,
  recordFields,
  recordListQuery,
} from './record-lists.ts';

const read = { method: 'GET', tag: 'Clubs' } as const;
const cached = { ...read, cacheSeconds: 1800 } as const;

/** A club. Without a logo, `logo` is the URL of its drawn crest. */
export const club = z.object({ ...recordFields, country: countryCode.nullable() }).meta({ id: 'Club' });

/** A club of a random list, with the number of its kits. */
export const randomClub = z
  .object({ ...club.omit({ logo_dark: true }).shape, ...kitCount })
  .meta({ id: 'RandomClub' });

export const randomClubs = z.object({ clubs: z.array(randomClub), pagination }).meta({ id: 'RandomClubs' });

const crest = z.string();

/** A club with its crest and aliases, which earlier versions of the catalogue do not send. */
export const clubDetail = club
  .extend({ crest: crest.optional(), aliases: z.array(z.string()).optional() })
  .meta({ id: 'ClubDetail' });

/** A club of a list. Earlier versions of the catalogue do not send the association. */
export const listedClub = club
  .extend({ association: associationCode.nullable().optional(), ...kitCount, crest })
  .meta({ id: 'ListedClub' });

const params = z.object({ club_id: idInput.meta({ idOf: 'club' }) });

const noSuchClub = { 301: errorResponse, 404: errorResponse } as const;

/** `GET /api/clubs`: clubs by name, country, association or number of kits. */
export const listClubs = {
  ...cached,
  id: 'listClubs',
  path: '/api/clubs',
  summary: 'List clubs',
  query: z.object({ country: textFilter, association: associationFilter, ...recordListQuery }),
  responses: responsesOf(z.array(listedClub)),
} as const satisfies Contract;

/** `GET /api/clubs/search`: up to ten clubs by name, alias or slug, tolerating typos and accents. */
export const searchClubs = {
  ...cached,
  id: 'searchClubs',
  path: '/api/clubs/search',
  summary: 'Search clubs by name, alias or slug',
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(club)),
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}`: one club. */
export const getClub = {
  ...cached,
  id: 'getClub',
  path: '/api/clubs/{club_id}',
  summary: 'Get a club',
  params,
  responses: responsesOf(clubDetail, noSuchClub),
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}/kits`: a club's kits, newest season first. */
export const listClubKits = {
  ...cached,
  id: 'listClubKits',
  path: '/api/clubs/{club_id}/kits',
  summary: "List a club's kits",
  params,
  query: z.object({ ...kitFilters, ...kitListOptions, page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(z.array(listedKit), noSuchClub),
} as const satisfies Contract;

/** A season of a club, with all its kits. */
export const timelineSeason = z
  .object({ season: z.object({ id: z.int(), year: z.string() }), kits: z.array(expandedKit) })
  .meta({ id: 'TimelineSeason' });

const countedColour = colour.extend({ count: z.int() }).meta({ id: 'CountedColour' });

const decadeColours = z
  .object({ decade: z.int(), colors: z.array(countedColour) })
  .meta({ id: 'DecadeColours' });

/** A page of a timeline, with the colours of the whole timeline. */
export const colouredTimeline = z
  .object({ seasons: z.array(timelineSeason), colors: z.array(decadeColours) })
  .meta({ id: 'ColouredTimeline' });

/**
 * `GET /api/clubs/{club_id}/timeline`: a club's kits by season, newest first, ten seasons per page. With
 * `colors=true`, an object that also has the colours of all decades.
 */
export const listClubTimeline = {
  ...cached,
  id: 'listClubTimeline',
  path: '/api/clubs/{club_id}/timeline',
  summary: "List a club's kits by season",
  params,
  query: z.object({
    page: pageInput,
    page_size: sizeInput({ maximum: 50, fallback: 10 }),
    colors: booleanFilter,
  }),
  responses: responsesOf(z.union([z.array(timelineSeason), colouredTimeline]), noSuchClub),
} as const satisfies Contract;

/** `GET /api/clubs/{club_id}/crest.svg`: a crest drawn from the club's name and its newest home kit. */
export const getClubCrest = {
  ...read,
  id: 'getClubCrest',
  path: '/api/clubs/{club_id}/crest.svg',
  summary: 'Get a drawn crest of a club',
  params,
  query: z.object({ v: textFilter }),
  responses: {
    200: { schema: z.string(), contentType: 'image/svg+xml' },
    400: errorResponse,
    ...noSuchClub,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/random-clubs/`: clubs with a logo, in a random order that changes every 30 minutes. */
export const listRandomClubs = {
  ...read,
  id: 'listRandomClubs',
  path: '/api/random-clubs/',
  summary: 'List clubs in random order',
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(randomClubs),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const clubEndpoints = {
  /** A page of clubs with their numbers of kits, sorted by name unless `ordering` is given. */
  list: listClubs,
  /** Up to ten clubs by name or slug, tolerating typos and accents. */
  search: searchClubs,
  /** One club. Status 404 if it does not exist. */
  get: getClub,
  /**
   * A page of a club's kits, newest season first unless `ordering` is given. Status 404 if the club does not
   * exist.
   */
  kits: listClubKits,
  /** A club's kits by season, newest first, ten seasons per page. Status 404 if the club does not exist. */
  timeline: listClubTimeline,
  /** A crest drawn from a club's name and newest home kit, as an SVG string. */
  crest: getClubCrest,
  /** A page of clubs in a random order that changes every 30 minutes. */
  random: listRandomClubs,
} as const satisfies ContractTree;
