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
  }),
});

const STALE = { headers: ['X-Cache'] } as const;

const recordErrors = { 400: errorResponse, 404: errorResponse } as const;
const searchErrors = { 400: invalidInput, 404: errorResponse } as const;

export const searchArchiveClubs = {
  id: 'searchArchiveClubs',
  method: 'GET',
  path: '/archive/clubs/search/',
  tag: TAG,
  summary: 'Search clubs by name or slug',
  query,
  responses: { 200: listOf(club), ...searchErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const listArchiveSeasons = {
  id: 'listArchiveSeasons',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/',
  tag: TAG,
  summary: "List a club's seasons",
  params: z.object({ club_id: idInput }),
  responses: { 200: listOf(season), ...recordErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const listArchiveKits = {
  id: 'listArchiveKits',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/{season_id}/kits/',
  tag: TAG,
  summary: "List a club's kits of a season",
  params: z.object({ club_id: idInput, season_id: idInput }),
  responses: { 200: listOf(kitListItem), ...recordErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveKits = {
  id: 'searchArchiveKits',
  method: 'GET',
  path: '/archive/kits/search/',
  tag: TAG,
  summary: 'Search kits by name and year',
  query,
  responses: { 200: listOf(kitSearchItem), ...searchErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const getArchiveKit = {
  id: 'getArchiveKit',
  method: 'GET',
  path: '/archive/kits/{kit_id}/',
  tag: TAG,
  summary: 'Get a kit',
  params: z.object({ kit_id: idInput }),
  responses: {
    200: { schema: kit, ...STALE },
    ...recordErrors,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveBrands = {
  id: 'searchArchiveBrands',
  method: 'GET',
  path: '/archive/brands/search/',
  tag: TAG,
  summary: 'Search brands by name or slug',
  query,
  responses: { 200: listOf(brand), ...searchErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveCompetitions = {
  id: 'searchArchiveCompetitions',
  method: 'GET',
  path: '/archive/competitions/search/',
  tag: TAG,
  summary: 'Search competitions by name or slug',
  query,
  responses: { 200: listOf(competition), ...searchErrors, ...openErrors },
  access: 'public',
} as const satisfies Contract;

export const searchArchiveSeasons = {
  id: 'searchArchiveSeasons',
  method: 'GET',
  path: '/archive/seasons/search/',
  tag: TAG,
  summary: 'Search seasons by year',
  query,
  responses: { 200: listOf(seasonSearchItem), ...searchErrors, ...openErrors },
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

function listOf<S extends z.ZodType>(item: S) {
  return {
    schema: z.object({ results: z.array(item) }),
    ...STALE,
  };
}
