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
import { idInput, KEYWORD_MAX, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { endpointsOf, errorResponse } from './errors.ts';
import { textField } from './text-field.ts';

const endpoint = endpointsOf('Archive');

const query = z.object({ keyword: textField({ of: 'query', max: KEYWORD_MAX, mayBeBlank: true }) });

const STALE = { headers: ['X-Cache'] } as const;

export const searchArchiveClubs = endpoint({
  id: 'searchArchiveClubs',
  method: 'GET',
  path: '/archive/clubs/search/',
  summary: 'Search clubs by name or slug',
  query,
  responses: { 200: listOf(club), 404: errorResponse },
  access: 'public',
});

export const listArchiveSeasons = endpoint({
  id: 'listArchiveSeasons',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/',
  summary: "List a club's seasons",
  params: z.object({ club_id: idInput }),
  responses: { 200: listOf(season), 400: errorResponse },
  access: 'public',
});

export const listArchiveKits = endpoint({
  id: 'listArchiveKits',
  method: 'GET',
  path: '/archive/clubs/{club_id}/seasons/{season_id}/kits/',
  summary: "List a club's kits of a season",
  params: z.object({ club_id: idInput, season_id: idInput }),
  responses: { 200: listOf(kitListItem), 400: errorResponse },
  access: 'public',
});

export const searchArchiveKits = endpoint({
  id: 'searchArchiveKits',
  method: 'GET',
  path: '/archive/kits/search/',
  summary: 'Search kits by name and year',
  query,
  responses: { 200: listOf(kitSearchItem), 404: errorResponse },
  access: 'public',
});

export const getArchiveKit = endpoint({
  id: 'getArchiveKit',
  method: 'GET',
  path: '/archive/kits/{kit_id}/',
  summary: 'Get a kit',
  params: z.object({ kit_id: idInput }),
  responses: { 200: { schema: kit, ...STALE }, 400: errorResponse },
  access: 'public',
});

export const searchArchiveBrands = endpoint({
  id: 'searchArchiveBrands',
  method: 'GET',
  path: '/archive/brands/search/',
  summary: 'Search brands by name or slug',
  query,
  responses: { 200: listOf(brand), 404: errorResponse },
  access: 'public',
});

export const searchArchiveCompetitions = endpoint({
  id: 'searchArchiveCompetitions',
  method: 'GET',
  path: '/archive/competitions/search/',
  summary: 'Search competitions by name or slug',
  query,
  responses: { 200: listOf(competition), 404: errorResponse },
  access: 'public',
});

export const searchArchiveSeasons = endpoint({
  id: 'searchArchiveSeasons',
  method: 'GET',
  path: '/archive/seasons/search/',
  summary: 'Search seasons by year',
  query,
  responses: { 200: listOf(seasonSearchItem), 404: errorResponse },
  access: 'public',
});

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
  return { schema: z.object({ results: z.array(item) }), ...STALE };
}
