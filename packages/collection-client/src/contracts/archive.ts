import {
  brand,
  club,
  competition,
  kit,
  kitListItem,
  kitSearchItem,
  season,
  seasonSearchItem,
} from '@kitroom/catalogue-client/contracts';
import { idInput, KEYWORD_MAX, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { errorResponse, invalidInput, openErrors } from './errors.ts';
import { textField } from './text-field.ts';

const TAG = 'Archive';

const query = z.object({
  keyword: textField({
    of: 'query',
    max: KEYWORD_MAX,
    mayBeBlank: true,
    description: 'The search term; fewer than two characters match nothing.',
  }),
});

const errors = {
  ...openErrors,
  503: errorResponse(
    'The catalogue is unavailable, and no response of the last 24 hours is cached; see `Retry-After`.',
  ),
} as const;

const STALE = { headers: ['X-Cache'] } as const;

const clubId = idInput("The club's id.");
const searchErrors = {
  400: {
    ...invalidInput,
    description:
      'The keyword is missing or invalid, reported by field, or as `detail` if the catalogue rejects it.',
  },
  404: errorResponse('The catalogue does not offer this search.'),
} as const;

export const searchArchiveClubs = {
  id: 'searchArchiveClubs',
  method: 'GET',
  path: '/archive/clubs/search/',
  tag: TAG,
  summary: 'Search clubs by name or slug',
  description: 'Tolerates typos and ignores accents.',
  query,
  responses: { 200: listOf(club, 'Up to ten clubs'), ...searchErrors, ...errors },
  access: 'public',
} as const satisfies Contract;

export const listArchiveSeasons = {
  id: 'listArchiveSeasons',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/',
  tag: TAG,
  summary: "List a club's seasons",
  description: 'Seasons in which the club has kits, newest first.',
  params: z.object({ club_id: clubId }),
  responses: { 200: listOf(season, 'The seasons'), ...ofRecord('club'), ...errors },
  access: 'public',
} as const satisfies Contract;

export const listArchiveKits = {
  id: 'listArchiveKits',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/{season_id}/kits/',
  tag: TAG,
  summary: "List a club's kits of a season",
  description:
    'Not paginated (at most 1,000 kits), sorted by kit type; empty if the club has no kits in that ' +
    'season.',
  params: z.object({ club_id: clubId, season_id: idInput("The season's id.") }),
  responses: { 200: listOf(kitListItem, 'The kits'), ...ofRecord('club'), ...errors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveKits = {
  id: 'searchArchiveKits',
  method: 'GET',
  path: '/archive/kits/search/',
  tag: TAG,
  summary: 'Search kits by name and year',
  description: 'A year or season in the keyword restricts the seasons: `malaga 2003`.',
  query,
  responses: { 200: listOf(kitSearchItem, 'Up to ten kits'), ...searchErrors, ...errors },
  access: 'public',
} as const satisfies Contract;

export const getArchiveKit = {
  id: 'getArchiveKit',
  method: 'GET',
  path: '/archive/kits/{kit_id}/',
  tag: TAG,
  summary: 'Get a kit',
  description: 'The object as the catalogue returns it.',
  params: z.object({ kit_id: idInput("The kit's id.") }),
  responses: {
    200: { description: `The kit. ${staleness()}`, schema: kit, ...STALE },
    ...ofRecord('kit'),
    ...errors,
  },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveBrands = {
  id: 'searchArchiveBrands',
  method: 'GET',
  path: '/archive/brands/search/',
  tag: TAG,
  summary: 'Search brands by name or slug',
  description: 'Tolerates typos and ignores accents.',
  query,
  responses: { 200: listOf(brand, 'Up to ten brands'), ...searchErrors, ...errors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveCompetitions = {
  id: 'searchArchiveCompetitions',
  method: 'GET',
  path: '/archive/competitions/search/',
  tag: TAG,
  summary: 'Search competitions by name or slug',
  description: 'Tolerates typos and ignores accents.',
  query,
  responses: { 200: listOf(competition, 'Up to ten competitions'), ...searchErrors, ...errors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveSeasons = {
  id: 'searchArchiveSeasons',
  method: 'GET',
  path: '/archive/seasons/search/',
  tag: TAG,
  summary: 'Search seasons by year',
  description: '`2025`, `2025-`, `2020-21` or the last digits of a year, `97`.',
  query,
  responses: { 200: listOf(seasonSearchItem, 'Up to ten seasons'), ...searchErrors, ...errors },
  access: 'public',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const archiveEndpoints = {
  clubs: {
    /** Up to ten clubs by name or slug, tolerating typos and missing accents. */
    search: searchArchiveClubs,
    /** The seasons in which a club has kits, newest first. */
    seasons: listArchiveSeasons,
    kits: listArchiveKits,
  },
  kits: {
    /** Up to ten kits by name and year: `malaga 2003`. */
    search: searchArchiveKits,
    /** One kit in full; status 404 if unknown. */
    get: getArchiveKit,
  },
  brands: {
    /** Up to ten brands by name or slug. */
    search: searchArchiveBrands,
  },
  competitions: {
    /** Up to ten competitions by name or slug. */
    search: searchArchiveCompetitions,
  },
  seasons: {
    /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`. */
    search: searchArchiveSeasons,
  },
} as const satisfies ContractTree;

function listOf<S extends z.ZodType>(item: S, what: string) {
  return {
    description: `${what}, as the catalogue returns them. ${staleness()}`,
    schema: z.object({ results: z.array(item) }),
    ...STALE,
  };
}

function ofRecord(record: 'club' | 'kit') {
  return {
    400: errorResponse('The catalogue rejects the request.'),
    404: errorResponse(`The ${record} does not exist.`),
  };
}

function staleness(): string {
  return 'While the catalogue is unavailable, the last response, at most 24 hours old, with `X-Cache: STALE`.';
}
