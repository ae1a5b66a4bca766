import * as z from 'zod';
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
import { endpointsOf, errorResponse, invalidInput } from './errors.ts';
import { textField } from './text-field.ts';

const endpoint = endpointsOf('Archive', { access: 'public' });

const query = z.object({ keyword: textField({ of: 'query', max: KEYWORD_MAX, mayBeBlank: true }) });

const STALE = { headers: ['X-Cache'] } as const;

export const searchArchiveClubs = search('Clubs', 'name or slug', club);

export const listArchiveSeasons = endpoint({
  id: 'listArchiveSeasons',
  path: '/archive/clubs/{club_id}/seasons/',
  summary: "List a club's seasons",
  params: z.object({ club_id: idInput }),
  responses: { 200: listOf(season), 400: invalidInput },
});

export const listArchiveKits = endpoint({
  id: 'listArchiveKits',
  path: '/archive/clubs/{club_id}/seasons/{season_id}/kits/',
  summary: "List a club's kits of a season",
  params: z.object({ club_id: idInput, season_id: idInput }),
  responses: { 200: listOf(kitListItem), 400: invalidInput },
});

export const searchArchiveKits = search('Kits', 'name and year', kitSearchItem);

export const getArchiveKit = endpoint({
  id: 'getArchiveKit',
  path: '/archive/kits/{kit_id}/',
  summary: 'Get a kit',
  params: z.object({ kit_id: idInput }),
  responses: { 200: { schema: kit, ...STALE }, 400: invalidInput },
});

export const searchArchiveBrands = search('Brands', 'name or slug', brand);

export const searchArchiveCompetitions = search('Competitions', 'name or slug', competition);

export const searchArchiveSeasons = search('Seasons', 'year', seasonSearchItem);

/** Endpoints by client method name. */
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

/** A search among records of one kind. */
function search<S extends z.ZodType>(kind: string, by: string, record: S) {
  const records = kind.toLowerCase();
  return endpoint({
    id: `searchArchive${kind}`,
    path: `/archive/${records}/search/`,
    summary: `Search ${records} by ${by}`,
    query,
    responses: { 200: listOf(record), 404: errorResponse },
  });
}
